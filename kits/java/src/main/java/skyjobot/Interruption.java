package skyjobot;

/** Why a stream ended that is to be followed by another. */
@SuppressWarnings("serial")
final class Interruption extends Exception {
    Interruption(String message) {
        super(message);
    }
}
