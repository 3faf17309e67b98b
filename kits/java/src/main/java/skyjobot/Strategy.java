package skyjobot;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import skyjo.v1.*;

/** Chooses the moves. */
final class Strategy {
    private Strategy() {}

    /**
     * Answers a decision with one of its legal actions. It looks one card ahead: how much better than nothing is the best
     * place for the card at hand, and how much better is an unseen card likely to be?
     */
    static Act.Builder choose(Decision decision, RandomGenerator random) {
        LegalActions legal = decision.getLegal();
        View view = decision.getView();
        Hand hand = Hand.of(view);
        Act.Builder act = Act.newBuilder();
        int flips = legal.getFlipCount1(); // with the number of its field: there are flip_count and a list flip
        if (flips > 0) {
            List<Integer> slots = legal.getFlip2List().subList(0, flips); // the first lie in different columns
            return act.setFlip(Flip.newBuilder().addAllSlots(slots));
        }
        if (legal.getDraw() || legal.getTakeCount() > 0) {
            Place best = hand.best(view.getDiscardTop(), legal.getTakeList());
            return legal.getDraw() && best.gain < hand.hope(legal.getTakeList())
                    ? act.setDraw(Draw.getDefaultInstance())
                    : act.setTake(Take.newBuilder().setSlot(best.slot));
        }
        Place best = hand.best(view.getDrawn(), legal.getKeepList());
        if (legal.getDiscardCount() == 0 || best.gain > 0) {
            return act.setKeep(Keep.newBuilder().setSlot(best.slot));
        }
        int slot = legal.getDiscard(random.nextInt(legal.getDiscardCount()));
        return act.setDiscard(Discard.newBuilder().setSlot(slot));
    }

    /** The first legal action: what is played when the one that was chosen is refused. */
    static Act.Builder anything(Decision decision) {
        LegalActions legal = decision.getLegal();
        Act.Builder act = Act.newBuilder();
        if (legal.getFlipCount1() > 0) {
            return act.setFlip(
                    Flip.newBuilder().addAllSlots(legal.getFlip2List().subList(0, legal.getFlipCount1())));
        }
        if (legal.getDraw()) {
            return act.setDraw(Draw.getDefaultInstance());
        }
        if (legal.getTakeCount() > 0) {
            return act.setTake(Take.newBuilder().setSlot(legal.getTake(0)));
        }
        return legal.getKeepCount() > 0
                ? act.setKeep(Keep.newBuilder().setSlot(legal.getKeep(0)))
                : act.setDiscard(Discard.newBuilder().setSlot(legal.getDiscard(0)));
    }

    /** A slot for a card, and the points that this saves. */
    private record Place(int slot, double gain) {}

    /** A seat's own cards and what it can count on: how many cards of -2, -1, ... 12 it has not seen, and their mean. */
    private record Hand(List<Slot> slots, List<Integer> unseen, double mean) {
        static Hand of(View view) {
            List<Slot> slots = view.getSeats(view.getViewer()).getGrid().getSlotsList();
            return new Hand(slots, view.getUnseenList(), average(view.getUnseenList(), card -> card));
        }

        /** The mean of a measure over the unseen cards. */
        static double average(List<Integer> unseen, IntToDoubleFunction measure) {
            int count = unseen.stream().mapToInt(Integer::intValue).sum();
            return IntStream.range(0, unseen.size())
                            .mapToDouble(i -> unseen.get(i) * measure.applyAsDouble(i - 2))
                            .sum()
                    / Math.max(count, 1);
        }

        /** The gain that a drawn card promises; a bad one is discarded and costs nothing. */
        double hope(List<Integer> slots) {
            return average(unseen, card -> Math.max(best(card, slots).gain, 0));
        }

        /** The slot where a card saves the most points. */
        Place best(int card, List<Integer> slots) {
            Place best = new Place(0, Double.NEGATIVE_INFINITY);
            for (int slot : slots) {
                double gain = gain(card, slot);
                if (gain > best.gain) {
                    best = new Place(slot, gain);
                }
            }
            return best;
        }

        /** The points that a card saves on a slot. */
        double gain(int card, int slot) {
            Slot old = slots.get(slot);
            double saved = old.hasValue() ? old.getValue() - card - promise(old.getValue(), slot) : mean - card;
            return saved + promise(card, slot);
        }

        /** What a card on a slot is worth because of its equals in the column: three vanish, two may yet. */
        double promise(int card, int slot) {
            long equals = IntStream.of(slot % 4, slot % 4 + 4, slot % 4 + 8)
                    .filter(other -> other != slot && slots.get(other).hasValue())
                    .filter(other -> slots.get(other).getValue() == card)
                    .count();
            return card * (equals == 0 ? 0 : equals == 1 ? 0.5 : 3);
        }
    }
}
