//! Chooses the moves. It looks one card ahead: how much better than nothing is the best place for the card at hand,
//! and how much better is an unseen card likely to be?

use rand::{rngs::StdRng, seq::IndexedRandom};

use crate::pb::{Decision, Discard, Draw, Flip, Keep, LegalActions, Slot, Take, View, act::Action};

/// Answers a decision with one of its legal actions.
pub fn choose(decision: &Decision, random: &mut StdRng) -> Action {
    let legal = decision.legal.clone().unwrap_or_default();
    let view = decision.view.clone().unwrap_or_default();
    let hand = Hand::new(&view);
    if legal.flip_count > 0 {
        return flip(&legal);
    }
    if legal.draw || !legal.take.is_empty() {
        return match hand.best(view.discard_top(), &legal.take) {
            Some((slot, gain)) if !legal.draw || gain >= hand.hope(&legal.take) => {
                Action::Take(Take { slot: Some(slot) })
            }
            _ => Action::Draw(Draw {}),
        };
    }
    let best = hand.best(view.drawn(), &legal.keep);
    match legal.discard.choose(random) {
        Some(&slot) if best.is_none_or(|(_, gain)| gain <= 0.0) => Action::Discard(Discard { slot: Some(slot) }),
        _ => Action::Keep(Keep { slot: best.map(|(slot, _)| slot) }),
    }
}

/// The first legal action: what is played when the one that was chosen is refused.
pub fn anything(decision: &Decision) -> Action {
    let legal = decision.legal.clone().unwrap_or_default();
    if legal.flip_count > 0 {
        flip(&legal)
    } else if legal.draw {
        Action::Draw(Draw {})
    } else if let slot @ Some(_) = legal.take.first().copied() {
        Action::Take(Take { slot })
    } else if let slot @ Some(_) = legal.keep.first().copied() {
        Action::Keep(Keep { slot })
    } else {
        Action::Discard(Discard { slot: legal.discard.first().copied() })
    }
}

/// The first slots: they lie in different columns.
fn flip(legal: &LegalActions) -> Action {
    Action::Flip(Flip { slots: legal.flip.iter().take(legal.flip_count as usize).copied().collect() })
}

/// A seat's own cards and what it can count on.
struct Hand<'a> {
    slots: &'a [Slot],
    /// How many cards of -2, -1, ... 12 the seat has not seen.
    unseen: &'a [u32],
    /// Mean of the unseen cards.
    mean: f64,
}

impl<'a> Hand<'a> {
    fn new(view: &'a View) -> Self {
        let own = view.seats.get(view.viewer() as usize);
        let slots = own.and_then(|seat| seat.grid.as_ref()).map_or(&[][..], |grid| &grid.slots);
        let mut hand = Self { slots, unseen: &view.unseen, mean: 0.0 };
        hand.mean = hand.average(f64::from);
        hand
    }

    /// The mean of a measure over the unseen cards.
    fn average(&self, measure: impl Fn(i32) -> f64) -> f64 {
        let count = self.unseen.iter().sum::<u32>().max(1);
        let sum: f64 = (-2..).zip(self.unseen).map(|(card, &n)| f64::from(n) * measure(card)).sum();
        sum / f64::from(count)
    }

    /// The gain that a drawn card promises; a bad one is discarded and costs nothing.
    fn hope(&self, slots: &[u32]) -> f64 {
        self.average(|card| self.best(card, slots).map_or(0.0, |(_, gain)| gain.max(0.0)))
    }

    /// The slot where a card saves the most points, and how many.
    fn best(&self, card: i32, slots: &[u32]) -> Option<(u32, f64)> {
        let gains = slots.iter().map(|&slot| (slot, self.gain(card, slot as usize)));
        gains.max_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// The points that a card saves on a slot.
    fn gain(&self, card: i32, slot: usize) -> f64 {
        let saved = match self.slots[slot].value {
            Some(old) => f64::from(old - card) - self.promise(old, slot),
            None => self.mean - f64::from(card),
        };
        saved + self.promise(card, slot)
    }

    /// What a card on a slot is worth because of its equals in the column: three vanish, two may yet.
    fn promise(&self, card: i32, slot: usize) -> f64 {
        let column = [0, 4, 8].map(|row| row + slot % 4);
        let equal = |&other: &usize| other != slot && self.slots[other].value == Some(card);
        [0.0, 0.5, 3.0][column.into_iter().filter(equal).count()] * f64::from(card)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::pb::{Grid, SeatState};

    /// Shows the bot a grid with these open cards and otherwise hidden ones.
    fn decide(open: &[(usize, i32)], top: Option<i32>, drawn: Option<i32>, legal: LegalActions) -> Action {
        let mut slots = vec![Slot::default(); 12];
        for &(slot, card) in open {
            slots[slot].value = Some(card);
        }
        let seat = SeatState { grid: Some(Grid { slots }), ..Default::default() };
        let mut unseen = vec![10; 15];
        (unseen[0], unseen[2]) = (5, 15);
        let view = View { seats: vec![seat], discard_top: top, drawn, viewer: Some(0), unseen, ..Default::default() };
        let decision = Decision { legal: Some(legal), view: Some(view), ..Default::default() };
        choose(&decision, &mut StdRng::seed_from_u64(1))
    }

    fn turn() -> LegalActions {
        LegalActions { take: (0..12).collect(), draw: true, ..Default::default() }
    }

    fn place() -> LegalActions {
        LegalActions { keep: (0..12).collect(), discard: vec![4, 5], ..Default::default() }
    }

    #[test]
    fn takes_a_low_discard_and_leaves_a_high_one() {
        assert_eq!(decide(&[(7, 12)], Some(-2), None, turn()), Action::Take(Take { slot: Some(7) }));
        assert_eq!(decide(&[(7, 12)], Some(11), None, turn()), Action::Draw(Draw {}));
    }

    #[test]
    fn completes_a_column() {
        let taken = decide(&[(1, 12), (9, 12)], Some(12), None, turn());
        assert_eq!(taken, Action::Take(Take { slot: Some(5) }));
    }

    #[test]
    fn keeps_a_low_card_and_discards_a_high_one() {
        assert_eq!(decide(&[(3, 10)], None, Some(-2), place()), Action::Keep(Keep { slot: Some(3) }));
        let discarded = decide(&[(3, 10)], None, Some(11), place());
        assert!(matches!(discarded, Action::Discard(Discard { slot: Some(4 | 5) })), "{discarded:?}");
    }

    #[test]
    fn turns_up_as_many_cards_as_asked() {
        let legal = LegalActions { flip_count: 2, flip: (0..12).collect(), ..Default::default() };
        assert_eq!(decide(&[], None, None, legal), Action::Flip(Flip { slots: vec![0, 1] }));
    }
}
