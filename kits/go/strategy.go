package main

import (
	"math/rand/v2"

	pb "skyjobot/skyjo/v1"
)

// choose answers a decision with one of its legal actions. It looks one card ahead: how much better than nothing is
// the best place for the card at hand, and how much better is an unseen card likely to be?
func choose(decision *pb.Decision, random *rand.Rand) *pb.Act {
	legal, view := decision.Legal, decision.View
	act := &pb.Act{DecisionId: decision.DecisionId}
	hand := newHand(view)
	switch {
	case legal.FlipCount > 0: // the first slots lie in different columns
		act.Action = &pb.Act_Flip{Flip: &pb.Flip{Slots: legal.Flip[:legal.FlipCount]}}
	case legal.Draw || len(legal.Take) > 0:
		slot, gain := hand.best(view.GetDiscardTop(), legal.Take)
		if !legal.Draw || len(legal.Take) > 0 && gain >= hand.hope(legal.Take) {
			act.Action = &pb.Act_Take{Take: &pb.Take{Slot: &slot}}
		} else {
			act.Action = &pb.Act_Draw{Draw: &pb.Draw{}}
		}
	default:
		slot, gain := hand.best(view.GetDrawn(), legal.Keep)
		if len(legal.Discard) > 0 && gain <= 0 {
			slot = legal.Discard[random.IntN(len(legal.Discard))]
			act.Action = &pb.Act_Discard{Discard: &pb.Discard{Slot: &slot}}
		} else {
			act.Action = &pb.Act_Keep{Keep: &pb.Keep{Slot: &slot}}
		}
	}
	return act
}

// anything is the first legal action: what is played when the one that was chosen is refused.
func anything(decision *pb.Decision) *pb.Act {
	legal, act := decision.Legal, &pb.Act{DecisionId: decision.DecisionId}
	switch {
	case legal.FlipCount > 0:
		act.Action = &pb.Act_Flip{Flip: &pb.Flip{Slots: legal.Flip[:legal.FlipCount]}}
	case legal.Draw:
		act.Action = &pb.Act_Draw{Draw: &pb.Draw{}}
	case len(legal.Take) > 0:
		act.Action = &pb.Act_Take{Take: &pb.Take{Slot: &legal.Take[0]}}
	case len(legal.Keep) > 0:
		act.Action = &pb.Act_Keep{Keep: &pb.Keep{Slot: &legal.Keep[0]}}
	default:
		act.Action = &pb.Act_Discard{Discard: &pb.Discard{Slot: &legal.Discard[0]}}
	}
	return act
}

// hand is a seat's own cards and what it can count on.
type hand struct {
	slots  []*pb.Slot
	unseen []uint32 // how many cards of -2, -1, ... 12 the seat has not seen
	mean   float64  // of the unseen
}

func newHand(view *pb.View) hand {
	h := hand{slots: view.Seats[view.GetViewer()].Grid.Slots, unseen: view.Unseen}
	h.mean = h.average(func(card int32) float64 { return float64(card) })
	return h
}

// average is the mean of a measure over the unseen cards.
func (h hand) average(measure func(card int32) float64) float64 {
	sum, count := 0.0, 0.0
	for i, n := range h.unseen {
		sum += float64(n) * measure(int32(i)-2)
		count += float64(n)
	}
	return sum / max(count, 1)
}

// hope is the gain that a drawn card promises; a bad one is discarded and costs nothing.
func (h hand) hope(slots []uint32) float64 {
	return h.average(func(card int32) float64 {
		_, gain := h.best(card, slots)
		return max(gain, 0)
	})
}

// best is the slot where a card saves the most points, and how many.
func (h hand) best(card int32, slots []uint32) (uint32, float64) {
	slot, most := uint32(0), -1000.0
	for _, s := range slots {
		if gain := h.gain(card, s); gain > most {
			slot, most = s, gain
		}
	}
	return slot, most
}

// gain is the points that a card saves on a slot.
func (h hand) gain(card int32, slot uint32) float64 {
	gain := h.mean - float64(card)
	if old := h.slots[slot].Value; old != nil {
		gain = float64(*old-card) - h.promise(*old, slot)
	}
	return gain + h.promise(card, slot)
}

// promise is what a card on a slot is worth because of its equals in the column: three vanish, two may yet.
func (h hand) promise(card int32, slot uint32) float64 {
	equals := 0
	for row := range uint32(3) {
		other := row*4 + slot%4
		if value := h.slots[other].Value; other != slot && value != nil && *value == card {
			equals++
		}
	}
	return []float64{0, 0.5, 3}[equals] * float64(card)
}
