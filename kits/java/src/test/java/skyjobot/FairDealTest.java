package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import skyjo.v1.*;

/** What a seat answers where somebody can have chosen the cards, and where nobody can. */
class FairDealTest {
    private static final ByteString THEIRS = ByteString.copyFromUtf8("a hash of somebody else");

    private final Seat seat = new Seat(ByteString.copyFromUtf8("secret"), 1);

    /** What the seat answers to frames. */
    private List<ClientFrame> hears(ServerFrame.Builder... frames) throws Interruption {
        List<ClientFrame> answers = new ArrayList<>();
        for (ServerFrame.Builder frame : frames) {
            seat.hear(frame.build()).ifPresent(answer -> answers.add(answer.build()));
        }
        return answers;
    }

    private void leaves(ServerFrame.Builder... frames) throws Interruption {
        ClientFrame resign =
                ClientFrame.newBuilder().setResign(Resign.getDefaultInstance()).build();
        assertEquals(List.of(resign), hears(frames));
    }

    /** The hash that it promises in a game that is prepared. */
    private ByteString promises() throws Interruption {
        Ready promise = hears(gathering()).get(0).getReady();
        assertEquals(ByteString.copyFromUtf8("1"), promise.getCommitment());
        return promise.getEntropyHash();
    }

    private static Welcome.Builder welcome(TableStage stage, String commitment) {
        return Welcome.newBuilder()
                .setGameId("game")
                .setNextNumber(1)
                .setHeartbeatMs(10_000)
                .setCommitment(ByteString.copyFromUtf8(commitment))
                .setDealSource(DealSource.DEAL_SOURCE_PLAYERS)
                .setPresence(Presence.newBuilder().setStage(stage));
    }

    private static ServerFrame.Builder gathering() {
        return ServerFrame.newBuilder().setWelcome(welcome(TableStage.TABLE_STAGE_GATHERING, "1"));
    }

    private static ServerFrame.Builder playing(String commitment) {
        Welcome.Builder welcome = welcome(TableStage.TABLE_STAGE_PLAYING, commitment);
        return ServerFrame.newBuilder()
                .setWelcome(welcome.setView(View.newBuilder().setRound(1)));
    }

    private static ServerFrame.Builder dealt() {
        Event.Builder dealt = Event.newBuilder().setDealt(Dealt.newBuilder().setRound(1));
        return ServerFrame.newBuilder()
                .setEvents(Events.newBuilder().setFirstNumber(1).addEvents(dealt));
    }

    private static ServerFrame.Builder decision() {
        return ServerFrame.newBuilder().setDecision(Decision.getDefaultInstance());
    }

    private static ServerFrame.Builder opening(String game, String commitment, ByteString... hashes) {
        Opening.Builder opening =
                Opening.newBuilder().setGameId(game).setCommitment(ByteString.copyFromUtf8(commitment));
        for (ByteString hash : hashes) {
            opening.addSeats(SeatOpening.newBuilder().setEntropyHash(hash));
        }
        return ServerFrame.newBuilder().setOpening(opening);
    }

    private static ServerFrame.Builder ofAnotherGame(ServerFrame.Builder welcome) {
        welcome.getWelcomeBuilder().setGameId("another");
        return welcome;
    }

    private static ServerFrame.Builder heartbeat(int latest) {
        return ServerFrame.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder().setNonce(7).setLatestNumber(latest));
    }

    private static ByteString sha256(ByteString bytes) throws NoSuchAlgorithmException {
        return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    }

    @Test
    void opensTheEntropyThatItCommittedToAsOftenAsItIsAsked() throws Exception {
        ByteString own = promises();
        List<ClientFrame> answers =
                hears(opening("game", "1", ByteString.EMPTY, own), opening("game", "1", ByteString.EMPTY, own));
        assertEquals(2, answers.size());
        for (ClientFrame answer : answers) {
            assertEquals(32, answer.getReady().getEntropy().size());
            assertEquals(own, sha256(answer.getReady().getEntropy()));
            assertEquals(ByteString.copyFromUtf8("1"), answer.getReady().getCommitment());
        }
    }

    @Test
    void leavesAtAnOpeningOfAnotherCommitment() throws Exception {
        leaves(opening("game", "2", THEIRS, promises()));
    }

    @Test
    void leavesAtAnOpeningOfAnotherGame() throws Exception {
        leaves(opening("another", "1", THEIRS, promises()));
    }

    @Test
    void leavesAtAnOpeningWithoutItsHash() throws Exception {
        promises();
        leaves(opening("game", "1", THEIRS));
    }

    @Test
    void leavesAtAnOpeningWithOtherHashesThanBefore() throws Exception {
        ByteString own = promises();
        hears(opening("game", "1", THEIRS, own));
        leaves(opening("game", "1", ByteString.copyFromUtf8("another one"), own));
    }

    @Test
    void promisesAnewForAnotherGame() throws Exception {
        ByteString own = promises();
        assertEquals(own, promises());
        ByteString anew = hears(ofAnotherGame(gathering())).get(0).getReady().getEntropyHash();
        assertNotEquals(own, anew);
    }

    @Test
    void leavesWhenCardsAreDealtWithoutItsEntropy() throws Exception {
        promises();
        leaves(dealt());
    }

    @Test
    void leavesWhenCardsWereDealtWithoutItsEntropyWhileItWasAway() throws Exception {
        promises();
        leaves(playing("1"));
    }

    @Test
    void leavesWhenItIsToDecideOverCardsWithoutItsEntropy() throws Exception {
        promises();
        leaves(decision());
    }

    @Test
    void staysWhenItsEntropyWasAskedFor() throws Exception {
        hears(opening("game", "1", promises()));
        assertEquals(List.of(), hears(playing("1"), dealt()));
    }

    @Test
    void staysWhenItIsNewAndWhenTheCardsArePreparedAnew() throws Exception {
        assertEquals(List.of(), hears(playing("1"), dealt()));
        promises();
        assertEquals(List.of(), hears(playing("2"), dealt()));
    }

    @Test
    void staysAwayFromAGameThatItHasLeft() throws Exception {
        ByteString own = promises();
        leaves(opening("game", "2", own));
        for (ServerFrame.Builder returned : List.of(gathering(), playing("1"), ofAnotherGame(gathering()))) {
            leaves(returned, opening("game", "1", own), dealt(), decision());
        }
        for (ClientFrame answer : hears(heartbeat(3), heartbeat(3))) {
            assertEquals(7, answer.getPong().getNonce());
        }
    }

    @Test
    void givesTheStreamUpWhenEventsAreMissing() throws Exception {
        promises();
        ServerFrame.Builder second =
                ServerFrame.newBuilder().setEvents(Events.newBuilder().setFirstNumber(2));
        assertThrows(Interruption.class, () -> hears(second));
    }

    @Test
    void givesTheStreamUpWhenAnnouncedEventsDoNotCome() throws Exception {
        hears(playing("1"), heartbeat(1), dealt(), heartbeat(1), heartbeat(2));
        assertThrows(Interruption.class, () -> hears(heartbeat(2)));
    }

    @Test
    void callsAnUnknownValueByItsNumber() {
        Goodbye goodbye = Goodbye.newBuilder().setReasonValue(99).build();
        assertEquals("99", Names.of(goodbye.getReason(), goodbye.getReasonValue()));
        assertEquals("VERDICT_ILLEGAL", Names.of(Verdict.VERDICT_ILLEGAL, Verdict.VERDICT_ILLEGAL_VALUE));
    }
}
