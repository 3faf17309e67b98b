package main

import (
	"crypto/sha256"
	"testing"

	pb "skyjobot/skyjo/v1"
)

func TestActsAgainOnceWhenAnActIsRefused(t *testing.T) {
	err := serve(t, oneSeat(), func(k *talk) {
		n := k.hear().Number
		slots := make([]*pb.Slot, 12)
		for i := range slots {
			slots[i] = &pb.Slot{}
		}
		view := &pb.View{Seats: []*pb.SeatState{{Grid: &pb.Grid{Slots: slots}}}}
		decision := &pb.Decision{DecisionId: 5, Legal: &pb.LegalActions{Take: []uint32{0, 3}}, View: view}
		refusal := &pb.Receipt{
			DecisionId: 5, Verdict: pb.Verdict_VERDICT_ILLEGAL, Reason: pb.ErrorReason_ERROR_REASON_SLOT_OUT_OF_RANGE,
		}
		refused := &pb.ServerFrame{Number: n, Frame: &pb.ServerFrame_Receipt{Receipt: refusal}}
		k.say(&pb.ServerFrame{Number: n, Frame: &pb.ServerFrame_Decision{Decision: decision}})
		k.hear()
		k.say(refused)
		if act := k.hear().GetAct(); act.GetDecisionId() != 5 || act.GetTake().Slot == nil || *act.GetTake().Slot != 0 {
			t.Errorf("acts again with %v", act)
		}
		k.say(refused)
		if frame := k.hear(); frame.GetResign() == nil {
			t.Errorf("after a second refusal it says %v", frame)
		}
		k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_RESIGNED))
	})
	if err != nil {
		t.Error(err)
	}
}

func TestComesBackWhereItLeftOff(t *testing.T) {
	var hash []byte
	dropped := func(k *talk) {
		n := k.hear().Number
		k.say(welcome(n))
		hash = k.hear().GetReady().GetEntropyHash()
		k.say(events(n, 1, &pb.Event{}, unknown(&pb.Event{})), heartbeat(n, 7))
		if pong := k.hear().GetPong(); pong.GetNonce() != 7 || pong.GetLatestNumber() != 2 {
			t.Errorf("pong %v", pong)
		}
	}
	resumed := func(k *talk) {
		frame := k.hear()
		if resume := frame.GetAttach().GetResume(); resume.GetGameId() != "game" || resume.GetAfter() != 2 {
			t.Errorf("resumes with %v", resume)
		}
		k.say(welcomeTo(frame.Number, pb.TableStage_TABLE_STAGE_OPENING), opening(frame.Number, 1, hash))
		if sum := sha256.Sum256(k.hear().GetReady().GetEntropy()); string(sum[:]) != string(hash) {
			t.Error("forgot what it promised")
		}
		k.say(goodbye(frame.Number, pb.GoodbyeReason_GOODBYE_REASON_SILENT))
	}
	finished := func(k *talk) { k.say(goodbye(k.hear().Number, pb.GoodbyeReason_GOODBYE_REASON_FINISHED)) }
	if err := serve(t, oneSeat(), dropped, resumed, finished); err != nil {
		t.Error(err)
	}
}

func TestHoldsToItsResignationOnAnotherStream(t *testing.T) {
	broken := func(k *talk) {
		n := k.hear().Number
		k.say(welcome(n))
		k.say(opening(n, 2, k.hear().GetReady().GetEntropyHash()))
		if frame := k.hear(); frame.GetResign() == nil {
			t.Errorf("the opening is another one, and it says %v", frame)
		}
	}
	back := func(k *talk) {
		n := k.hear().Number
		k.say(playing(1), decision())
		if frame := k.hear(); frame.GetResign() == nil {
			t.Errorf("it has left, and says %v", frame)
		}
		k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_RESIGNED))
	}
	if err := serve(t, oneSeat(), broken, back); err != nil {
		t.Error(err)
	}
}

func TestIsReadyOncePerRoundWhateverElseItHears(t *testing.T) {
	err := serve(t, oneSeat(), func(k *talk) {
		n := k.hear().Number
		k.say(welcome(n), unknown(&pb.ServerFrame{Number: n}), &pb.ServerFrame{Number: 77})
		k.hear()
		k.say(events(n, 1, unknown(&pb.Event{}), roundEnded(1)), events(n, 2, roundEnded(1)), events(n, 3, roundEnded(2)))
		k.say(events(n, 4, roundEnded(3), &pb.Event{Kind: &pb.Event_GameEnded{GameEnded: &pb.GameEnded{}}}), heartbeat(n, 5))
		for round := range uint32(2) {
			if ready := k.hear().GetReady(); ready.GetRound() != round+1 {
				t.Errorf("ready for %v after round %d", ready, round+1)
			}
		}
		if frame := k.hear(); frame.GetPong() == nil {
			t.Errorf("after the game it says %v", frame)
		}
		k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_KICKED))
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTakesItsSeatsBackAfterEnlistingAgain(t *testing.T) {
	assigned := func(token string) *pb.ServerFrame {
		seat := uint32(0)
		return &pb.ServerFrame{Number: 1, Frame: &pb.ServerFrame_Assigned{Assigned: &pb.Assigned{
			SeatToken: []byte(token), TableId: "table", Seat: &seat,
		}}}
	}
	attached := func(k *talk, token string) *pb.ClientFrame {
		if enlist := k.hear().GetEnlist(); enlist.GetSeats() != 3 || string(enlist.GetKey()) != "key" {
			t.Errorf("enlists with %v", enlist)
		}
		k.say(assigned(token))
		frame := k.hear()
		if string(frame.GetAttach().GetSeatToken()) != token {
			t.Errorf("attaches with %v", frame)
		}
		return frame
	}
	first := func(k *talk) {
		k.say(welcome(attached(k, "old").Number))
		k.hear()
	}
	second := func(k *talk) {
		frame := attached(k, "new")
		if frame.GetAttach().GetResume().GetGameId() != "game" {
			t.Error("forgot where it was")
		}
		k.say(goodbye(frame.Number, pb.GoodbyeReason_GOODBYE_REASON_FINISHED))
		k.say(goodbye(1, pb.GoodbyeReason_GOODBYE_REASON_SUSPENDED))
	}
	b := &bot{key: []byte("key"), count: 3, seats: map[string]*seat{}}
	if err := serve(t, b, first, second); err != nil {
		t.Error(err)
	}
}

func TestAttachesTheSeatsThatItHasWhenItIsSentAway(t *testing.T) {
	sentAway := func(k *talk) {
		k.hear()
		k.say(&pb.ServerFrame{Number: 1, Frame: &pb.ServerFrame_Assigned{Assigned: &pb.Assigned{SeatToken: []byte("token")}}})
		k.hear()
		k.say(goodbye(1, pb.GoodbyeReason_GOODBYE_REASON_SUSPENDED))
	}
	back := func(k *talk) {
		frame := k.hear()
		if string(frame.GetAttach().GetSeatToken()) != "token" {
			t.Errorf("comes back with %v", frame)
		}
		k.say(goodbye(frame.Number, pb.GoodbyeReason_GOODBYE_REASON_FINISHED))
	}
	b := &bot{key: []byte("key"), count: 1, seats: map[string]*seat{}}
	if err := serve(t, b, sentAway, back); err != nil {
		t.Error(err)
	}
}

func TestComesBackAfterAnUnknownGoodbyeIfAsked(t *testing.T) {
	pause := uint32(1)
	back := func(k *talk) {
		later := goodbye(k.hear().Number, 99)
		later.GetGoodbye().RetryAfterMs = &pause
		k.say(later)
	}
	last := func(k *talk) { k.say(goodbye(k.hear().Number, 99)) }
	if err := serve(t, oneSeat(), back, last); err != nil {
		t.Error(err)
	}
}

func TestDoesNotComeBackToAServerThatKeepsNothing(t *testing.T) {
	err := serve(t, oneSeat(), func(k *talk) {
		k.say(goodbye(k.hear().Number, pb.GoodbyeReason_GOODBYE_REASON_DRAINING))
	})
	if err != nil {
		t.Error(err)
	}
}

func TestEndsWhenItsSeatIsRefused(t *testing.T) {
	err := serve(t, oneSeat(), func(k *talk) {
		refusal := &pb.Refusal{Frame: "attach", Reason: pb.ErrorReason_ERROR_REASON_TOKEN_UNKNOWN}
		k.say(&pb.ServerFrame{Number: k.hear().Number, Frame: &pb.ServerFrame_Refused{Refused: refusal}})
	})
	if err == nil {
		t.Error("a refused bot reports success")
	}
}
