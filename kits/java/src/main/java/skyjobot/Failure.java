package skyjobot;

/** What ends the bot, in one line. */
@SuppressWarnings("serial")
final class Failure extends Exception {
    Failure(String message) {
        super(message);
    }
}
