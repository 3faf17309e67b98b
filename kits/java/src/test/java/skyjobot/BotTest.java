package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static skyjobot.ScriptedServer.serve;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import skyjo.v1.*;

@Timeout(60)
class BotTest {
    private static final ByteString COMMITMENT = ByteString.copyFromUtf8("commitment");
    /** Fields that nobody knows yet. */
    private static final UnknownFieldSet NEW = UnknownFieldSet.newBuilder()
            .addField(
                    999,
                    UnknownFieldSet.Field.newBuilder()
                            .addLengthDelimited(ByteString.copyFromUtf8("new"))
                            .build())
            .build();

    private static Bot newBot() throws Failure {
        return new Bot(new Dialer(new Environment(Map.of())), "", "barista", 3, 1);
    }

    private static Bot oneSeat() throws Failure {
        Bot bot = newBot();
        bot.seats.put("token", new Seat(ByteString.copyFromUtf8("secret"), 1));
        return bot;
    }

    private static ServerFrame.Builder to(int number) {
        return ServerFrame.newBuilder().setNumber(number);
    }

    private static ServerFrame.Builder welcome(int number, TableStage stage) {
        return to(number)
                .setWelcome(Welcome.newBuilder()
                        .setGameId("game")
                        .setNextNumber(1)
                        .setHeartbeatMs(10_000)
                        .setCommitment(COMMITMENT)
                        .setDealSource(DealSource.DEAL_SOURCE_PLAYERS)
                        .setPresence(Presence.newBuilder().setStage(stage)));
    }

    private static ServerFrame.Builder welcome(int number) {
        return welcome(number, TableStage.TABLE_STAGE_GATHERING);
    }

    private static ServerFrame.Builder opening(int number, ByteString commitment, ByteString... hashes) {
        Opening.Builder opening = Opening.newBuilder().setGameId("game").setCommitment(commitment);
        for (ByteString hash : hashes) {
            opening.addSeats(SeatOpening.newBuilder().setEntropyHash(hash));
        }
        return to(number).setOpening(opening);
    }

    private static ServerFrame.Builder events(int number, int first, Event.Builder... list) {
        Events.Builder events = Events.newBuilder().setFirstNumber(first);
        for (Event.Builder event : list) {
            events.addEvents(event);
        }
        return to(number).setEvents(events);
    }

    private static Event.Builder roundEnded(int round) {
        return Event.newBuilder().setRoundEnded(RoundEnded.newBuilder().setRound(round));
    }

    private static Event.Builder unknownEvent() {
        return Event.newBuilder().setUnknownFields(NEW);
    }

    private static ServerFrame.Builder heartbeat(int number, int nonce) {
        return to(number).setHeartbeat(Heartbeat.newBuilder().setNonce(nonce));
    }

    private static ServerFrame.Builder goodbye(int number, GoodbyeReason reason) {
        return to(number).setGoodbye(Goodbye.newBuilder().setReason(reason));
    }

    private static ServerFrame.Builder finished(int number) {
        return goodbye(number, GoodbyeReason.GOODBYE_REASON_FINISHED);
    }

    private static ByteString sha256(ByteString bytes) {
        try {
            return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError(error);
        }
    }

    @Test
    void holdsToItsResignationOnAnotherStream() throws Exception {
        ScriptedServer.Script broken = talk -> {
            int number = talk.hear().getNumber();
            talk.say(welcome(number));
            ByteString hash = talk.hear().getReady().getEntropyHash();
            talk.say(opening(number, ByteString.copyFromUtf8("another"), hash));
            assertTrue(talk.hear().hasResign());
        };
        serve(oneSeat(), broken, talk -> {
            int number = talk.hear().getNumber();
            talk.say(welcome(number), to(number).setDecision(Decision.getDefaultInstance()), heartbeat(number, 7));
            assertTrue(talk.hear().hasResign());
            assertTrue(talk.hear().hasPong());
            talk.say(goodbye(number, GoodbyeReason.GOODBYE_REASON_RESIGNED));
        });
    }

    @Test
    void actsAgainOnceWhenAnActIsRefused() throws Exception {
        Grid.Builder grid = Grid.newBuilder().addAllSlots(Collections.nCopies(12, Slot.getDefaultInstance()));
        Decision.Builder decision = Decision.newBuilder()
                .setDecisionId(5)
                .setLegal(LegalActions.newBuilder().addTake(0).addTake(3))
                .setView(View.newBuilder().addSeats(SeatState.newBuilder().setGrid(grid)));
        Receipt.Builder refused = Receipt.newBuilder().setDecisionId(5).setVerdict(Verdict.VERDICT_ILLEGAL);
        serve(oneSeat(), talk -> {
            int number = talk.hear().getNumber();
            talk.say(to(number).setDecision(decision));
            talk.hear();
            talk.say(to(number).setReceipt(refused));
            Act first = Act.newBuilder()
                    .setDecisionId(5)
                    .setTake(Take.newBuilder().setSlot(0))
                    .build();
            assertEquals(first, talk.hear().getAct());
            talk.say(to(number).setReceipt(refused));
            assertTrue(talk.hear().hasResign());
            talk.say(finished(number));
        });
    }

    @Test
    void comesBackWhereItLeftOff() throws Exception {
        AtomicReference<ByteString> hash = new AtomicReference<>();
        ScriptedServer.Script dropped = talk -> {
            int number = talk.hear().getNumber();
            talk.say(welcome(number));
            hash.set(talk.hear().getReady().getEntropyHash());
            talk.say(events(number, 1, Event.newBuilder(), unknownEvent()), heartbeat(number, 7));
            Pong pong = Pong.newBuilder().setNonce(7).setLatestNumber(2).build();
            assertEquals(pong, talk.hear().getPong());
        };
        ScriptedServer.Script resumed = talk -> {
            ClientFrame frame = talk.hear();
            Resume resume = Resume.newBuilder().setGameId("game").setAfter(2).build();
            assertEquals(resume, frame.getAttach().getResume());
            int number = frame.getNumber();
            talk.say(welcome(number, TableStage.TABLE_STAGE_OPENING), opening(number, COMMITMENT, hash.get()));
            assertEquals(hash.get(), sha256(talk.hear().getReady().getEntropy()));
            ServerFrame.Builder draining = goodbye(number, GoodbyeReason.GOODBYE_REASON_DRAINING);
            draining.getGoodbyeBuilder().setRetryAfterMs(1);
            talk.say(draining);
        };
        serve(oneSeat(), dropped, resumed, talk -> talk.say(finished(talk.hear().getNumber())));
    }

    @Test
    void isReadyOncePerRoundWhateverElseItHears() throws Exception {
        serve(oneSeat(), talk -> {
            int number = talk.hear().getNumber();
            talk.say(welcome(number), to(number).setUnknownFields(NEW), to(77));
            talk.hear();
            talk.say(
                    events(number, 1, unknownEvent(), roundEnded(1)),
                    events(number, 2, roundEnded(1)),
                    events(number, 3, roundEnded(2)));
            Event.Builder over = Event.newBuilder().setGameEnded(GameEnded.getDefaultInstance());
            talk.say(events(number, 4, roundEnded(3), over), heartbeat(number, 5));
            assertEquals(1, talk.hear().getReady().getRound());
            assertEquals(2, talk.hear().getReady().getRound());
            assertEquals(5, talk.hear().getPong().getNonce());
            ServerFrame.Builder kicked = goodbye(number, GoodbyeReason.GOODBYE_REASON_KICKED);
            kicked.getGoodbyeBuilder().setRetryAfterMs(1); // it has no seat to come back to
            talk.say(kicked);
        });
    }

    private static ClientFrame attached(ScriptedServer.Talk talk, String token) throws InterruptedException {
        ClientFrame enlist = talk.hear();
        assertEquals(3, enlist.getEnlist().getSeats());
        assertEquals(ByteString.copyFromUtf8("key"), enlist.getEnlist().getKey());
        ByteString seatToken = ByteString.copyFromUtf8(token);
        talk.say(to(1).setAssigned(Assigned.newBuilder()
                .setSeatToken(seatToken)
                .setTableId("table")
                .setSeat(0)));
        ClientFrame frame = talk.hear();
        assertEquals(seatToken, frame.getAttach().getSeatToken());
        return frame;
    }

    @Test
    void takesItsSeatsBackAfterEnlistingAgain() throws Exception {
        Bot bot = newBot();
        bot.key = ByteString.copyFromUtf8("key");
        ScriptedServer.Script first = talk -> {
            talk.say(welcome(attached(talk, "old").getNumber()));
            talk.hear();
        };
        serve(bot, first, talk -> {
            ClientFrame frame = attached(talk, "new");
            assertEquals("game", frame.getAttach().getResume().getGameId());
            talk.say(finished(frame.getNumber()));
            talk.say(goodbye(1, GoodbyeReason.GOODBYE_REASON_SUSPENDED));
        });
    }

    @Test
    void attachesTheSeatsThatItHasWhenItIsSentAway() throws Exception {
        Bot bot = newBot();
        bot.key = ByteString.copyFromUtf8("key");
        ScriptedServer.Script sentAway = talk -> {
            attached(talk, "token");
            talk.say(goodbye(1, GoodbyeReason.GOODBYE_REASON_SUSPENDED));
        };
        serve(bot, sentAway, talk -> {
            ClientFrame frame = talk.hear();
            assertEquals(ByteString.copyFromUtf8("token"), frame.getAttach().getSeatToken());
            talk.say(finished(frame.getNumber()));
        });
    }

    @Test
    void comesBackAfterAnUnknownGoodbyeIfAsked() throws Exception {
        Goodbye.Builder unknown = Goodbye.newBuilder().setReasonValue(99);
        Goodbye.Builder later = Goodbye.newBuilder().setReasonValue(99).setRetryAfterMs(1);
        serve(
                oneSeat(),
                talk -> talk.say(to(talk.hear().getNumber()).setGoodbye(later)),
                talk -> talk.say(to(talk.hear().getNumber()).setGoodbye(unknown)));
    }

    @Test
    void doesNotComeBackToAServerThatKeepsNothing() throws Exception {
        serve(oneSeat(), talk -> talk.say(goodbye(talk.hear().getNumber(), GoodbyeReason.GOODBYE_REASON_DRAINING)));
    }

    @Test
    void endsWhenItsSeatIsRefused() throws Exception {
        Refusal.Builder refusal = Refusal.newBuilder().setFrame("attach");
        Bot bot = oneSeat();
        assertThrows(
                Failure.class,
                () -> serve(bot, talk -> talk.say(to(talk.hear().getNumber()).setRefused(refusal))));
    }

    @Test
    void doesNotHideAMistakeInTheStrategy() throws Exception {
        LegalActions.Builder impossible = LegalActions.newBuilder().addTake(12);
        Decision.Builder decision = Decision.newBuilder().setLegal(impossible);
        Bot bot = oneSeat();
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> serve(bot, talk -> talk.say(to(talk.hear().getNumber()).setDecision(decision))));
    }
}
