package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static skyjobot.ScriptedServer.serve;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import skyjo.v1.*;

/** Cards that somebody can have chosen, and cards that nobody can. */
@Timeout(60)
class FairDealTest {
    private static Bot oneSeat() throws Failure {
        Bot bot = new Bot(new Dialer(new Environment(Map.of())), "", "barista", 1, 1);
        bot.seats.put("token", new Seat(ByteString.copyFromUtf8("secret"), 1));
        return bot;
    }

    private static Welcome.Builder welcome(TableStage stage, String commitment) {
        return Welcome.newBuilder()
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

    private static ServerFrame.Builder opening(ByteString hash) {
        return ServerFrame.newBuilder()
                .setOpening(Opening.newBuilder()
                        .setCommitment(ByteString.copyFromUtf8("1"))
                        .addSeats(SeatOpening.newBuilder().setEntropyHash(hash)));
    }

    private static ServerFrame.Builder goodbye(GoodbyeReason reason) {
        return ServerFrame.newBuilder().setGoodbye(Goodbye.newBuilder().setReason(reason));
    }

    private static void say(ScriptedServer.Talk talk, ServerFrame.Builder frame) {
        talk.say(frame.setNumber(1));
    }

    /** Shows cards to a bot that has no reason to leave. */
    private static void staysAt(ScriptedServer.Talk talk, String commitment) throws InterruptedException {
        say(talk, playing(commitment));
        say(talk, dealt());
        say(talk, ServerFrame.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()));
        assertTrue(talk.hear().hasPong());
    }

    @Test
    void leavesWhenCardsAreDealtWithoutItsEntropy() throws Exception {
        ServerFrame.Builder decision = ServerFrame.newBuilder().setDecision(Decision.getDefaultInstance());
        for (ServerFrame.Builder sign : List.of(dealt(), playing("1"), decision)) {
            serve(oneSeat(), talk -> {
                talk.hear();
                say(talk, gathering());
                assertFalse(talk.hear().getReady().getEntropyHash().isEmpty());
                say(talk, sign);
                say(talk, ServerFrame.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()));
                assertTrue(talk.hear().hasResign());
                say(talk, goodbye(GoodbyeReason.GOODBYE_REASON_RESIGNED));
            });
        }
    }

    @Test
    void staysWhenItsEntropyWasAskedFor() throws Exception {
        ScriptedServer.Script asked = talk -> {
            talk.hear();
            staysAt(talk, "1"); // it is new here
            say(talk, gathering());
            say(talk, opening(talk.hear().getReady().getEntropyHash()));
            assertFalse(talk.hear().getReady().getEntropy().isEmpty());
            say(talk, goodbye(GoodbyeReason.GOODBYE_REASON_SILENT));
        };
        serve(oneSeat(), asked, talk -> {
            talk.hear();
            staysAt(talk, "1");
            say(talk, goodbye(GoodbyeReason.GOODBYE_REASON_FINISHED));
        });
    }

    @Test
    void staysWhenTheCardsArePreparedAnew() throws Exception {
        serve(oneSeat(), talk -> {
            talk.hear();
            say(talk, gathering());
            talk.hear();
            staysAt(talk, "2");
            say(talk, goodbye(GoodbyeReason.GOODBYE_REASON_FINISHED));
        });
    }

    @Test
    void callsAnUnknownValueByItsNumber() {
        Goodbye goodbye = Goodbye.newBuilder().setReasonValue(99).build();
        assertEquals("99", Names.of(goodbye.getReason(), goodbye.getReasonValue()));
        assertEquals("VERDICT_ILLEGAL", Names.of(Verdict.VERDICT_ILLEGAL, Verdict.VERDICT_ILLEGAL_VALUE));
    }
}
