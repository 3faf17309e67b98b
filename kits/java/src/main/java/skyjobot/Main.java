package skyjobot;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import skyjo.v1.JoinTableRequest;
import skyjo.v1.Joiner;
import skyjo.v1.LeaveTableRequest;
import skyjo.v1.LobbyServiceGrpc;
import skyjo.v1.PlayerKind;

/** A complete SKYJO bot: this file sits down, Strategy chooses the moves, Bot speaks with the server. */
public final class Main {
    private static final Logger GRPC = Logger.getLogger("io.grpc");
    private static volatile int status;

    private Main() {}

    /** Plays until nothing is left to play; an interrupt is a good end, too. */
    public static void main(String[] arguments) throws InterruptedException {
        GRPC.setLevel(Level.OFF); // it is said where a stream is lost
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(status)));
        try {
            run(new Environment(System.getenv()));
        } catch (Failure failure) {
            status = 1;
            System.err.println(failure.getMessage());
        } catch (RuntimeException | Error mistake) {
            status = 1;
            throw mistake;
        }
    }

    /** Takes up what the environment names (keys and tokens never stand in a command line) and plays. */
    private static void run(Environment given) throws Failure, InterruptedException {
        int count = given.number("SKYJO_SEATS", 1, 1024).orElse(1L).intValue();
        long seed = given.number("SKYJO_SEED", 0, -1).orElseGet(ThreadLocalRandom.current()::nextLong);
        ByteString token = given.hexadecimal("SKYJO_TOKEN");
        ByteString key = given.hexadecimal("SKYJO_KEY");
        if (!key.isEmpty() && (key.size() < 16 || key.size() > 64)) {
            throw new Failure("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits");
        }
        String address = given.text("SKYJO_SERVER", "127.0.0.1");
        Address.of(address); // it would be no better later
        String code = given.text("SKYJO_CODE", "");
        Bot bot = new Bot(new Dialer(given), address, given.text("SKYJO_NAME", "barista"), count, seed);
        if (!code.isEmpty()) {
            join(bot, code);
        } else if (!token.isEmpty()) {
            bot.seats.put("token", new Seat(token, seed));
        } else if (!key.isEmpty()) {
            bot.key = key;
        } else {
            throw new Failure("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY");
        }
        bot.play();
    }

    /** Takes as many seats as wanted at the table with this code, all of them or none. */
    private static void join(Bot bot, String code) throws Failure {
        ManagedChannel channel = bot.dialer.dial(bot.address);
        // The server may still be starting.
        var lobby = LobbyServiceGrpc.newBlockingV2Stub(channel).withWaitForReady();
        try {
            for (int i = 1; i <= bot.count; i++) {
                String name = bot.name + (i == 1 ? "" : i); // names are unique at a table
                bot.seats.put(name, new Seat(takeSeat(lobby, code, name, bot.address), bot.seed));
            }
        } catch (Failure failure) {
            bot.seats.values().forEach(seat -> leave(lobby, seat.token));
            throw failure;
        } finally {
            channel.shutdownNow();
        }
    }

    private static ByteString takeSeat(
            LobbyServiceGrpc.LobbyServiceBlockingV2Stub lobby, String code, String name, String address)
            throws Failure {
        Joiner joiner = Joiner.newBuilder()
                .setName(name)
                .setKind(PlayerKind.PLAYER_KIND_BOT)
                .setClientName(Bot.PROGRAM)
                .setVersion(Bot.VERSION)
                .build();
        var request =
                JoinTableRequest.newBuilder().setCode(code).setJoiner(joiner).build();
        try {
            return lobby.withDeadlineAfter(5, TimeUnit.SECONDS)
                    .joinTable(request)
                    .getSeating()
                    .getSeatToken();
        } catch (StatusException error) {
            boolean silent = error.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
            String why = silent
                    ? "no server answers at %s, or none that is to be believed".formatted(Address.of(address))
                    : error.getMessage().lines().findFirst().orElseThrow(); // the others are a trace
            throw new Failure("joining %s as %s: %s".formatted(code, name, why));
        }
    }

    /** Gives a seat back; where that does not succeed, the server frees it in time. */
    private static void leave(LobbyServiceGrpc.LobbyServiceBlockingV2Stub lobby, ByteString token) {
        var request = LeaveTableRequest.newBuilder().setSeatToken(token).build();
        try {
            lobby.withDeadlineAfter(5, TimeUnit.SECONDS).leaveTable(request);
        } catch (StatusException error) {
            GRPC.fine(error.getMessage());
        }
    }
}
