package skyjobot;

import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.util.ArrayList;
import java.util.List;
import skyjo.v1.ClientFrame;
import skyjo.v1.PlayRequest;
import skyjo.v1.PlayResponse;

/** What waits to be said in the current stream. */
final class Outbox {
    private static final int FRAMES_AT_MOST = 1024;

    private final List<ClientFrame> frames = new ArrayList<>();

    void say(int number, ClientFrame.Builder frame) {
        frames.add(frame.setNumber(number).build());
    }

    /** Sends all that waits, in one message where it fits. */
    void send(BlockingClientCall<PlayRequest, PlayResponse> call) throws InterruptedException, StatusException {
        for (int i = 0; i < frames.size(); i += FRAMES_AT_MOST) {
            List<ClientFrame> some = frames.subList(i, Math.min(i + FRAMES_AT_MOST, frames.size()));
            call.write(PlayRequest.newBuilder().addAllFrames(some).build());
        }
        frames.clear();
    }

    void clear() {
        frames.clear();
    }
}
