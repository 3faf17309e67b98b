package skyjobot;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import skyjo.v1.DealSource;
import skyjo.v1.Decision;
import skyjo.v1.Event;
import skyjo.v1.Opening;
import skyjo.v1.Ready;
import skyjo.v1.SeatOpening;
import skyjo.v1.ServerFrame;
import skyjo.v1.Welcome;

/** One place at a table, with what a reconnect needs. */
final class Seat {
    final long seed;
    ByteString token;
    /** The game of the latest welcome; empty before the first. */
    String game = "";
    /** Number of the last event processed. */
    int latest;
    /** The server's part in the cards. */
    ByteString commitment = ByteString.EMPTY;
    /** This seat's part in them; empty where it has none. */
    ByteString entropy = ByteString.EMPTY;
    /** Whether there is entropy for which no opening has asked yet. */
    boolean promised;
    /** The latest decision, until its answer is refused. */
    Optional<Decision> asked = Optional.empty();
    /** The hashes that the opening showed, if there was one. */
    private Optional<List<ByteString>> shown = Optional.empty();

    Seat(ByteString token, long seed) {
        this.token = token;
        this.seed = seed;
    }

    /** Begins or resumes a game. New entropy is for a new commitment only: what was promised has to be opened. */
    void enter(Welcome welcome) {
        game = welcome.getGameId();
        latest = welcome.getNextNumber() - 1;
        if (welcome.getCommitment().equals(commitment)) {
            return;
        }
        commitment = welcome.getCommitment();
        byte[] random = new byte[welcome.getDealSource() == DealSource.DEAL_SOURCE_PLAYERS ? 32 : 0];
        new SecureRandom().nextBytes(random);
        entropy = ByteString.copyFrom(random);
        shown = Optional.empty();
        promised = false;
    }

    /** Ready for the game, with a part in the shuffling so that nobody can choose the cards. */
    Ready promise() {
        Ready.Builder ready = Ready.newBuilder().setCommitment(commitment);
        if (!entropy.isEmpty()) {
            ready.setEntropyHash(sha256(entropy));
            promised = shown.isEmpty();
        }
        return ready.build();
    }

    /** Whether an opening has the commitment, this seat's hash, and no other hashes than before. */
    boolean agrees(Opening opening) {
        List<ByteString> hashes =
                opening.getSeatsList().stream().map(SeatOpening::getEntropyHash).toList();
        boolean same = shown.map(hashes::equals).orElse(true);
        shown = Optional.of(hashes);
        promised = false;
        return same
                && hashes.contains(sha256(entropy))
                && opening.getCommitment().equals(commitment);
    }

    /** Whether cards are dealt although no opening has asked for what was promised. */
    boolean isBypassed(ServerFrame frame) {
        boolean dealt = frame.hasDecision()
                || frame.getWelcome().hasView()
                || frame.getEvents().getEventsList().stream().anyMatch(Event::hasDealt);
        return promised && dealt;
    }

    /** The entropy that was promised. */
    Ready open() {
        return Ready.newBuilder().setEntropy(entropy).setCommitment(commitment).build();
    }

    private static ByteString sha256(ByteString bytes) {
        try {
            return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError(error); // every Java has it
        }
    }
}
