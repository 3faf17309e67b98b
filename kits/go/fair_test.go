package main

import (
	"bytes"
	"crypto/sha256"
	"testing"

	pb "skyjobot/skyjo/v1"
)

// promised is a seat that has promised entropy, and its hash.
func promised(t *testing.T) (*seat, []byte) {
	s := &seat{}
	promise := s.hears(t, welcome(1), true).GetReady()
	if !bytes.Equal(promise.GetCommitment(), []byte{1}) || len(promise.GetEntropyHash()) != 32 {
		t.Errorf("promises %v", promise)
	}
	return s, promise.GetEntropyHash()
}

func TestOpensTheEntropyItCommittedTo(t *testing.T) {
	s, hash := promised(t)
	for range 2 {
		opened := s.hears(t, opening(1, 1, nil, hash), true).GetReady()
		if sum := sha256.Sum256(opened.GetEntropy()); len(opened.GetEntropy()) != 32 || !bytes.Equal(sum[:], hash) {
			t.Errorf("opened %x after the hash %x", opened.GetEntropy(), hash)
		}
		if !bytes.Equal(opened.GetCommitment(), []byte{1}) {
			t.Errorf("answers %v, not the commitment", opened)
		}
	}
}

func TestLeavesWhereSomebodyCanHaveChosenTheCards(t *testing.T) {
	theirs, others := []byte("a hash of somebody else"), []byte("another one")
	forgeries := map[string]func(s *seat, own []byte) *pb.ServerFrame{
		"another commitment": func(s *seat, own []byte) *pb.ServerFrame { return opening(1, 2, theirs, own) },
		"without its hash":   func(s *seat, own []byte) *pb.ServerFrame { return opening(1, 1, theirs, others) },
		"another game": func(s *seat, own []byte) *pb.ServerFrame {
			frame := opening(1, 1, theirs, own)
			frame.GetOpening().GameId = "another"
			return frame
		},
		"other hashes than before": func(s *seat, own []byte) *pb.ServerFrame {
			s.hears(t, opening(1, 1, theirs, own), true)
			return opening(1, 1, others, own)
		},
	}
	for what, forged := range forgeries {
		t.Run(what, func(t *testing.T) {
			s, own := promised(t)
			s.leaves(t, forged(s, own))
		})
	}
}

func TestPromisesAnewForAnotherGame(t *testing.T) {
	s, hash := promised(t)
	if again := s.hears(t, welcome(1), true).GetReady().GetEntropyHash(); !bytes.Equal(again, hash) {
		t.Error("another promise for the same game and commitment")
	}
	another := welcome(1)
	another.GetWelcome().GameId = "another"
	if anew := s.hears(t, another, true).GetReady().GetEntropyHash(); bytes.Equal(anew, hash) {
		t.Error("the same promise for another game")
	}
}

func playing(commitment byte) *pb.ServerFrame {
	frame := welcomeTo(1, pb.TableStage_TABLE_STAGE_PLAYING)
	frame.GetWelcome().Commitment = []byte{commitment}
	frame.GetWelcome().View = &pb.View{Round: 1}
	return frame
}

func dealt() *pb.ServerFrame {
	return events(1, 1, &pb.Event{Kind: &pb.Event_Dealt{Dealt: &pb.Dealt{Round: 1}}})
}

func decision() *pb.ServerFrame {
	return &pb.ServerFrame{Number: 1, Frame: &pb.ServerFrame_Decision{Decision: &pb.Decision{}}}
}

func TestLeavesWhenCardsAreDealtWithoutItsEntropy(t *testing.T) {
	for _, sign := range []*pb.ServerFrame{playing(1), dealt(), decision()} {
		s, _ := promised(t)
		s.leaves(t, sign)
	}
}

func TestStaysWhenItsEntropyWasAskedForAndWhenItPromisedNone(t *testing.T) {
	newcomer := &seat{}
	asked, hash := promised(t)
	asked.hears(t, opening(1, 1, hash), true)
	for _, s := range []*seat{newcomer, asked} {
		s.hears(t, playing(1), false)
		s.hears(t, dealt(), false)
	}
	anew, _ := promised(t)
	anew.hears(t, playing(2), false)
	anew.hears(t, dealt(), false)
}

func TestStaysAwayFromAGameThatItHasLeft(t *testing.T) {
	s, hash := promised(t)
	s.leaves(t, opening(1, 2, hash))
	for _, returned := range []*pb.ServerFrame{welcome(1), playing(1), playing(2)} {
		s.leaves(t, returned) // the resign before may be lost with a stream
		for _, frame := range []*pb.ServerFrame{opening(1, 1, hash), dealt(), decision(), events(1, 1, roundEnded(1))} {
			s.hears(t, frame, false)
		}
	}
	for range 2 {
		if answer := s.hears(t, announcing(3), true); answer.GetPong() == nil {
			t.Errorf("it says %v", answer)
		}
	}
}
