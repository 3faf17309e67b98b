package skyjobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import skyjo.v1.*;

class StrategyTest {
    private static final List<Integer> ALL = IntStream.range(0, 12).boxed().toList();
    private static final LegalActions.Builder TURN =
            LegalActions.newBuilder().addAllTake(ALL).setDraw(true);
    private static final LegalActions.Builder PLACE =
            LegalActions.newBuilder().addAllKeep(ALL).addAllDiscard(List.of(4, 5));

    /** Shows the bot a grid with these open cards and otherwise hidden ones. */
    private static Act.Builder decide(Map<Integer, Integer> open, View.Builder view, LegalActions.Builder legal) {
        Grid.Builder grid = Grid.newBuilder();
        for (int slot : ALL) {
            grid.addSlots(open.containsKey(slot) ? Slot.newBuilder().setValue(open.get(slot)) : Slot.newBuilder());
        }
        view.addSeats(SeatState.newBuilder().setGrid(grid))
                .addAllUnseen(List.of(5, 10, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10));
        Decision decision = Decision.newBuilder().setLegal(legal).setView(view).build();
        return Strategy.choose(decision, new SplittableRandom(1));
    }

    private static View.Builder discard(int card) {
        return View.newBuilder().setDiscardTop(card);
    }

    private static View.Builder drawn(int card) {
        return View.newBuilder().setDrawn(card);
    }

    @Test
    void takesALowDiscardAndDrawsOtherwise() {
        assertEquals(7, decide(Map.of(7, 12), discard(-2), TURN).getTake().getSlot());
        assertTrue(decide(Map.of(7, 12), discard(11), TURN).hasDraw());
    }

    @Test
    void completesAColumn() {
        assertEquals(
                5, decide(Map.of(1, 12, 9, 12), discard(12), TURN).getTake().getSlot());
    }

    @Test
    void keepsALowDrawnCardAndDiscardsAHighOne() {
        assertEquals(3, decide(Map.of(3, 10), drawn(-2), PLACE).getKeep().getSlot());
        Act.Builder high = decide(Map.of(3, 10), drawn(11), PLACE);
        assertTrue(high.hasDiscard() && List.of(4, 5).contains(high.getDiscard().getSlot()), high::toString);
    }

    @Test
    void turnsUpFirstCards() {
        LegalActions.Builder first = LegalActions.newBuilder().setFlipCount1(2).addAllFlip2(ALL);
        assertEquals(
                List.of(0, 1),
                decide(Map.of(), View.newBuilder(), first).getFlip().getSlotsList());
    }
}
