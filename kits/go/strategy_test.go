package main

import (
	"math/rand/v2"
	"testing"

	pb "skyjobot/skyjo/v1"
)

var all = []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}

// decide shows the bot a grid with these open cards and otherwise hidden ones.
func decide(open map[int]int32, top, drawn *int32, legal *pb.LegalActions) *pb.Act {
	slots := make([]*pb.Slot, 12)
	for i := range slots {
		slots[i] = &pb.Slot{}
		if value, ok := open[i]; ok {
			slots[i].Value = &value
		}
	}
	view := &pb.View{
		Seats:      []*pb.SeatState{{Grid: &pb.Grid{Slots: slots}}},
		DiscardTop: top, Drawn: drawn, Viewer: new(uint32),
		Unseen: []uint32{5, 10, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
	}
	return choose(&pb.Decision{DecisionId: 9, Legal: legal, View: view}, rand.New(rand.NewPCG(1, 1)))
}

func TestPlaysSensibly(t *testing.T) {
	low, high, twelve := int32(-2), int32(11), int32(12)
	turn := &pb.LegalActions{Take: all, Draw: true}
	place := &pb.LegalActions{Keep: all, Discard: []uint32{4, 5}}
	if act := decide(map[int]int32{7: 12}, &low, nil, turn); act.GetTake() == nil || act.GetTake().GetSlot() != 7 {
		t.Errorf("a low discard: %v", act)
	}
	if act := decide(map[int]int32{7: 12}, &high, nil, turn); act.GetDraw() == nil {
		t.Errorf("a high discard: %v", act)
	}
	if act := decide(map[int]int32{1: 12, 9: 12}, &twelve, nil, turn); act.GetTake() == nil || act.GetTake().GetSlot() != 5 {
		t.Errorf("the third of a column: %v", act)
	}
	if act := decide(map[int]int32{3: 10}, nil, &low, place); act.GetKeep() == nil || act.GetKeep().GetSlot() != 3 {
		t.Errorf("a low drawn card: %v", act)
	}
	if act := decide(map[int]int32{3: 10}, nil, &high, place); act.GetDiscard() == nil || act.GetDiscard().GetSlot() < 4 {
		t.Errorf("a high drawn card: %v", act)
	}
	if act := decide(nil, nil, nil, &pb.LegalActions{FlipCount: 2, Flip: all}); len(act.GetFlip().GetSlots()) != 2 {
		t.Errorf("the first cards: %v", act)
	}
}
