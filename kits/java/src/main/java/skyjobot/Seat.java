package skyjobot;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import skyjo.v1.*;

/** One place at a table: what it answers, and what it has to remember for that. */
final class Seat {
    final long seed;
    ByteString token;
    /** The game of the latest welcome; empty before the first. */
    String game = "";
    /** Number of the last event processed. */
    int latest;
    /** Number of the last event that there was at the latest heartbeat. */
    private int announced;
    /** The server's part in the cards. */
    private ByteString commitment = ByteString.EMPTY;
    /** This seat's part in them; empty where it has none. */
    private ByteString entropy = ByteString.EMPTY;
    /** Whether there is entropy for which no opening has asked yet. */
    private boolean promised;
    /** The hashes that the opening showed, if there was one. */
    private Optional<List<ByteString>> shown = Optional.empty();
    /** The latest decision, until its answer is refused. */
    private Optional<Decision> asked = Optional.empty();
    /** Why the seat was given up, though its goodbye may be lost with a stream. */
    private Optional<String> left = Optional.empty();

    Seat(ByteString token, long seed) {
        this.token = token;
        this.seed = seed;
    }

    /** Answers one frame, if there is an answer. Kinds that it does not know are skipped. */
    Optional<ClientFrame.Builder> hear(ServerFrame frame) throws Interruption {
        if (frame.hasHeartbeat()) {
            return Optional.of(live(frame.getHeartbeat()));
        }
        if (left.isPresent()) {
            return left.filter(why -> frame.hasWelcome()).map(this::leave);
        }
        Optional<ClientFrame.Builder> answer = answer(frame);
        return promised && showsCards(frame)
                ? Optional.of(leave("cards are dealt although nobody asked for the entropy"))
                : answer;
    }

    private Optional<ClientFrame.Builder> answer(ServerFrame frame) throws Interruption {
        return switch (frame.getFrameCase()) {
            case WELCOME -> enter(frame.getWelcome());
            case OPENING -> entropy.isEmpty() ? Optional.empty() : Optional.of(open(frame.getOpening()));
            case EVENTS -> follow(frame.getEvents());
            case DECISION -> promised ? Optional.empty() : Optional.of(act(frame.getDecision()));
            case RECEIPT -> judged(frame.getReceipt());
            default -> Optional.empty(); // of no interest to a bot, or newer than this one
        };
    }

    /**
     * Begins or resumes a game, ready with a part in the shuffling so that nobody can choose the cards. New entropy is
     * for a new commitment or game only: what was promised has to be opened.
     */
    private Optional<ClientFrame.Builder> enter(Welcome welcome) {
        if (!welcome.getGameId().equals(game) || !welcome.getCommitment().equals(commitment)) {
            byte[] random = new byte[welcome.getDealSource() == DealSource.DEAL_SOURCE_PLAYERS ? 32 : 0];
            new SecureRandom().nextBytes(random);
            entropy = ByteString.copyFrom(random);
            shown = Optional.empty();
            promised = false;
        }
        game = welcome.getGameId();
        commitment = welcome.getCommitment();
        latest = welcome.getNextNumber() - 1;
        announced = 0;
        return switch (welcome.getPresence().getStage()) {
            case TABLE_STAGE_GATHERING -> Optional.of(promise());
            case TABLE_STAGE_BETWEEN_ROUNDS -> Optional.of(ready(Ready.newBuilder()));
            default -> Optional.empty(); // the server says what comes next
        };
    }

    private ClientFrame.Builder promise() {
        Ready.Builder ready = Ready.newBuilder().setCommitment(commitment);
        if (!entropy.isEmpty()) {
            ready.setEntropyHash(sha256(entropy));
            promised = shown.isEmpty();
        }
        return ready(ready);
    }

    /** Shows the entropy that was promised, or leaves a table where somebody can have chosen the cards. */
    private ClientFrame.Builder open(Opening opening) {
        List<ByteString> hashes =
                opening.getSeatsList().stream().map(SeatOpening::getEntropyHash).toList();
        boolean same = shown.map(hashes::equals).orElse(true) && hashes.contains(sha256(entropy));
        shown = Optional.of(hashes);
        promised = false;
        return same
                        && opening.getGameId().equals(game)
                        && opening.getCommitment().equals(commitment)
                ? ready(Ready.newBuilder().setEntropy(entropy).setCommitment(commitment))
                : leave("this opening is not what was promised");
    }

    /** Gives the seat up, for good: it answers nothing more, and every welcome like this. */
    private ClientFrame.Builder leave(String why) {
        Bot.log("leaving: %s", why);
        left = Optional.of(why);
        return ClientFrame.newBuilder().setResign(Resign.getDefaultInstance());
    }

    /** Counts events, and is ready where new ones end a round after which the game goes on. */
    private Optional<ClientFrame.Builder> follow(Events events) throws Interruption {
        int first = events.getFirstNumber();
        if (first > latest + 1) {
            throw missing(first - 1);
        }
        int ended = 0;
        for (Event event :
                events.getEventsList().stream().skip(latest + 1 - first).toList()) {
            switch (event.getKindCase()) {
                case ROUND_ENDED -> ended = event.getRoundEnded().getRound();
                case DEALT, GAME_ENDED -> ended = 0;
                default -> {} // counts a number, whatever it is
            }
        }
        latest = Math.max(latest, first + events.getEventsCount() - 1);
        return ended == 0
                ? Optional.empty()
                : Optional.of(ready(Ready.newBuilder().setRound(ended)));
    }

    /** The same decision, sent again, is to get the same answer: its id is part of the seed. */
    private ClientFrame.Builder act(Decision decision) {
        int seeded = Objects.hash(seed, decision.getView().getViewer(), decision.getDecisionId());
        asked = Optional.of(decision);
        return act(decision, Strategy.choose(decision, new SplittableRandom(seeded)));
    }

    /** Acts again where an act was not legal, and gives the seat up where that was not either. */
    private Optional<ClientFrame.Builder> judged(Receipt receipt) {
        if (receipt.getReason() != ErrorReason.ERROR_REASON_UNSPECIFIED) {
            String verdict = Names.of(receipt.getVerdict(), receipt.getVerdictValue());
            String reason = Names.of(receipt.getReason(), receipt.getReasonValue());
            Bot.log("decision %d: %s, %s", receipt.getDecisionId(), verdict, reason);
        }
        if (receipt.getVerdict() != Verdict.VERDICT_ILLEGAL && receipt.getVerdict() != Verdict.VERDICT_MALFORMED) {
            return Optional.empty();
        }
        Optional<Decision> again = asked.filter(decision -> decision.getDecisionId() == receipt.getDecisionId());
        asked = Optional.empty();
        return Optional.of(again.map(decision -> act(decision, Strategy.anything(decision)))
                .orElseGet(() -> leave("no answer to this decision is accepted")));
    }

    /** Answers a heartbeat, unless what the one before announced has not come. */
    private ClientFrame.Builder live(Heartbeat heartbeat) throws Interruption {
        if (announced > latest && left.isEmpty()) {
            throw missing(announced);
        }
        announced = heartbeat.getLatestNumber();
        Pong.Builder pong = Pong.newBuilder().setNonce(heartbeat.getNonce()).setLatestNumber(latest);
        return ClientFrame.newBuilder().setPong(pong);
    }

    private Interruption missing(int last) {
        return new Interruption("events from %d to %d are missing".formatted(latest + 1, last));
    }

    private static ClientFrame.Builder ready(Ready.Builder ready) {
        return ClientFrame.newBuilder().setReady(ready);
    }

    private static ClientFrame.Builder act(Decision decision, Act.Builder act) {
        return ClientFrame.newBuilder().setAct(act.setDecisionId(decision.getDecisionId()));
    }

    /** Whether a frame shows that cards are dealt. */
    private static boolean showsCards(ServerFrame frame) {
        return frame.hasDecision()
                || frame.getWelcome().hasView()
                || frame.getEvents().getEventsList().stream().anyMatch(Event::hasDealt);
    }

    private static ByteString sha256(ByteString bytes) {
        try {
            return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError(error); // every Java has it
        }
    }
}
