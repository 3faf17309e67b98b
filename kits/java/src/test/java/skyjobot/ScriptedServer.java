package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import skyjo.v1.ClientFrame;
import skyjo.v1.Goodbye;
import skyjo.v1.GoodbyeReason;
import skyjo.v1.PlayRequest;
import skyjo.v1.PlayResponse;
import skyjo.v1.PlayServiceGrpc;
import skyjo.v1.ServerFrame;

/** A server that plays a script with each stream that the bot opens. */
final class ScriptedServer extends PlayServiceGrpc.PlayServiceImplBase {
    /** What the server does in one stream. */
    interface Script {
        void play(Talk talk) throws InterruptedException;
    }

    private final Queue<Script> scripts;
    private final BlockingQueue<Throwable> wrong = new LinkedBlockingQueue<>();

    private ScriptedServer(Script... scripts) {
        this.scripts = new ArrayDeque<>(List.of(scripts));
    }

    /** Runs the bot against the scripts until it has nothing left to play. */
    static void serve(Bot bot, Script... scripts) throws Failure, InterruptedException, IOException {
        ScriptedServer service = new ScriptedServer(scripts);
        Server server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(service)
                .build()
                .start();
        bot.address = "127.0.0.1:" + server.getPort();
        try {
            bot.play();
        } finally {
            server.shutdownNow();
        }
        assertEquals(List.of(), List.copyOf(service.wrong));
        assertEquals(0, service.scripts.size(), "the bot did not come back");
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> responses) {
        Talk talk = new Talk(responses);
        Script next = scripts.poll();
        Script script = next != null ? next : ScriptedServer::sendAway;
        new Thread(() -> run(script, talk)).start();
        return talk;
    }

    private void run(Script script, Talk talk) {
        try {
            script.play(talk);
        } catch (Throwable error) {
            wrong.add(error);
        }
        talk.responses.onCompleted();
    }

    private static void sendAway(Talk talk) throws InterruptedException {
        talk.say(goodbye(talk.hear().getNumber()));
        throw new AssertionError("the bot came once too often");
    }

    private static ServerFrame.Builder goodbye(int number) {
        Goodbye.Builder goodbye = Goodbye.newBuilder().setReason(GoodbyeReason.GOODBYE_REASON_FINISHED);
        return ServerFrame.newBuilder().setNumber(number).setGoodbye(goodbye);
    }

    /** One stream. */
    static final class Talk implements StreamObserver<PlayRequest> {
        private final StreamObserver<PlayResponse> responses;
        private final BlockingQueue<ClientFrame> frames = new LinkedBlockingQueue<>();

        private Talk(StreamObserver<PlayResponse> responses) {
            this.responses = responses;
        }

        /** The bot's next frame. */
        ClientFrame hear() throws InterruptedException {
            ClientFrame frame = frames.poll(30, TimeUnit.SECONDS);
            assertNotNull(frame, "the bot says nothing");
            return frame;
        }

        void say(ServerFrame.Builder... frames) {
            PlayResponse.Builder response = PlayResponse.newBuilder();
            for (ServerFrame.Builder frame : frames) {
                response.addFrames(frame);
            }
            responses.onNext(response.build());
        }

        @Override
        public void onNext(PlayRequest request) {
            frames.addAll(request.getFramesList());
        }

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }
}
