package skyjobot;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import skyjo.v1.*;

/** Plays all its seats over one stream. */
final class Bot {
    static final String PROGRAM = "skyjo-java/1";
    static final ProtocolVersion VERSION =
            ProtocolVersion.newBuilder().setMajor(1).build();

    /** Its number on every stream, as it is introduced first; without a key that of the first seat. */
    private static final int ENLISTMENT = 1;

    private static final long SHORTEST_PAUSE = 100; // milliseconds, as all times here
    private static final long LONGEST_PAUSE = 10_000;

    final Dialer dialer;
    final String name;
    final int count;
    final long seed;
    /** The seats by place; they outlive a stream. */
    final Map<String, Seat> seats = new LinkedHashMap<>();
    /** Set when the server assigns the seats. */
    ByteString key = ByteString.EMPTY;

    String address;

    // Of the current stream. A number names a seat (or the enlistment) on it.
    private final Map<Integer, Seat> numbers = new HashMap<>();
    private final Outbox out = new Outbox();
    private int used;
    private long silence; // after this long without a word the server is gone
    private long comeAfter;
    private boolean welcomed;

    Bot(Dialer dialer, String address, String name, int count, long seed) {
        this.dialer = dialer;
        this.address = address;
        this.name = name;
        this.count = count;
        this.seed = seed;
    }

    /** Serves one stream after another until nothing is left to play, or the server refuses every seat. */
    void play() throws Failure, InterruptedException {
        for (long pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            try {
                stream();
                return;
            } catch (Interruption reason) {
                if (welcomed) {
                    pause = SHORTEST_PAUSE;
                }
                // Random: many bots must not come back at one instant.
                long wait = Math.max(pause / 2 + ThreadLocalRandom.current().nextLong(pause), comeAfter);
                log("stream lost: %s; trying again in %d ms", reason.getMessage(), wait);
                Thread.sleep(wait);
            }
        }
    }

    /** Answers each response with at most one request. */
    private void stream() throws Interruption, Failure, InterruptedException {
        ManagedChannel channel = dialer.dial(address);
        try {
            var call = PlayServiceGrpc.newBlockingV2Stub(channel).play();
            begin();
            while (!numbers.isEmpty()) {
                out.send(call);
                PlayResponse response = call.read(silence, TimeUnit.MILLISECONDS);
                if (response == null) {
                    throw new Interruption("the server ended it");
                }
                for (ServerFrame frame : response.getFramesList()) {
                    hear(frame);
                }
            }
        } catch (TimeoutException error) {
            throw new Interruption("the server is silent");
        } catch (StatusException error) {
            Throwable cause = error.getCause(); // as a rule it says more
            String more = cause == null ? "" : ", " + cause.getMessage();
            throw new Interruption(error.getMessage() + more);
        } finally {
            channel.shutdownNow();
        }
    }

    /** Enlists, or attaches the seats: an enlisted bot is given those it has again. */
    private void begin() {
        numbers.clear();
        out.clear();
        used = 0;
        silence = 30_000;
        comeAfter = 0;
        welcomed = false;
        if (key.isEmpty()) {
            seats.values().forEach(this::attach);
            return;
        }
        Enlist.Builder enlist = Enlist.newBuilder()
                .setVersion(VERSION)
                .setKey(key)
                .setName(name)
                .setClientName(PROGRAM)
                .setSeats(count);
        out.say(number(new Seat(key, seed)), ClientFrame.newBuilder().setEnlist(enlist));
    }

    private void attach(Seat seat) {
        Attach.Builder attach =
                Attach.newBuilder().setVersion(VERSION).setSeatToken(seat.token).setClientName(PROGRAM);
        if (!seat.game.isEmpty()) {
            attach.setResume(Resume.newBuilder().setGameId(seat.game).setAfter(seat.latest));
        }
        out.say(number(seat), ClientFrame.newBuilder().setAttach(attach));
    }

    private int number(Seat seat) {
        numbers.put(++used, seat);
        return used;
    }

    /** Takes one frame. */
    private void hear(ServerFrame frame) throws Interruption, Failure {
        int number = frame.getNumber();
        Seat seat = numbers.get(number);
        if (seat == null) {
            return;
        }
        switch (frame.getFrameCase()) {
            case ENLISTED -> {
                log("waiting for work as %s", name);
                alive(frame.getEnlisted().getHeartbeatMs());
            }
            case ASSIGNED -> take(frame.getAssigned());
            case REFUSED -> hear(number, frame.getRefused());
            case GOODBYE -> hear(number, frame.getGoodbye());
            default -> {
                if (frame.hasWelcome()) {
                    alive(frame.getWelcome().getHeartbeatMs());
                }
                seat.hear(frame).ifPresent(answer -> out.say(number, answer));
            }
        }
    }

    private void alive(int heartbeatMs) {
        welcomed = true;
        silence = 3L * heartbeatMs;
    }

    /** Attaches an assigned seat. One that the bot had before keeps its state and has a new token. */
    private void take(Assigned assigned) {
        String place = assigned.getTableId() + " " + assigned.getSeat();
        ByteString token = assigned.getSeatToken();
        Seat seat = seats.computeIfAbsent(place, unknown -> new Seat(token, seed ^ assigned.getBotSeed()));
        seat.token = token;
        attach(seat);
    }

    private void hear(int number, Refusal refusal) throws Interruption, Failure {
        String reason = Names.of(refusal.getReason(), refusal.getReasonValue());
        log("%s refused: %s", refusal.getFrame(), reason);
        if (!refusal.getFrame().equals("attach") && !refusal.getFrame().equals("enlist")) {
            return;
        }
        if (refusal.hasRetryAfterMs()) {
            comeAfter = refusal.getRetryAfterMs();
            throw new Interruption("asked to come back: " + reason);
        }
        drop(number);
        if (numbers.isEmpty()) {
            throw new Failure("the server refuses this bot");
        }
    }

    /** Drops a seat for good or, when it is to come back, ends the stream: the other seats lose only a moment. */
    private void hear(int number, Goodbye goodbye) throws Interruption {
        boolean back =
                switch (goodbye.getReason()) {
                    case GOODBYE_REASON_SLOW_READER, GOODBYE_REASON_SILENT, GOODBYE_REASON_STORAGE_FAILED -> true;
                    case GOODBYE_REASON_DRAINING, UNRECOGNIZED -> goodbye.hasRetryAfterMs();
                    default -> false;
                };
        String reason = Names.of(goodbye.getReason(), goodbye.getReasonValue());
        if (back) {
            address = goodbye.getAddress().isEmpty() ? address : goodbye.getAddress();
            comeAfter = goodbye.getRetryAfterMs();
            throw new Interruption("asked to come back: " + reason);
        }
        log("goodbye: %s", reason);
        drop(number);
    }

    /** Forgets a number and its seat, or the enlistment: its seats are attached from then on. */
    private void drop(int number) {
        Seat gone = numbers.remove(number);
        if (number == ENLISTMENT) {
            key = ByteString.EMPTY;
        }
        seats.values().removeIf(seat -> seat == gone);
    }

    static void log(String format, Object... values) {
        System.err.println(format.formatted(values));
    }
}
