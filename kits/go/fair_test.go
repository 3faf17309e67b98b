package main

import (
	"bytes"
	"crypto/sha256"
	"testing"

	pb "skyjobot/skyjo/v1"
)

func TestOpensTheEntropyItCommittedTo(t *testing.T) {
	err := serve(t, oneSeat(), func(k *talk) {
		n := k.hear().Number
		k.say(welcome(n))
		promise := k.hear().GetReady()
		hash := promise.GetEntropyHash()
		k.say(opening(n, 1, nil, hash))
		opened := k.hear().GetReady()
		entropy := opened.GetEntropy()
		if !bytes.Equal(promise.GetCommitment(), []byte{1}) || !bytes.Equal(opened.GetCommitment(), []byte{1}) {
			t.Errorf("answers %v and %v, not the commitment", promise, opened)
		}
		if sum := sha256.Sum256(entropy); len(entropy) != 32 || string(sum[:]) != string(hash) {
			t.Errorf("opened %x after the hash %x", entropy, hash)
		}
		others := []byte("not the hash that was promised")
		k.say(opening(n, 2, nil, hash), opening(n, 1, nil, others), opening(n, 1, others, hash))
		for range 3 {
			if frame := k.hear(); frame.GetResign() == nil {
				t.Errorf("somebody can have chosen the cards, and it says %v", frame)
			}
		}
		k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_FINISHED))
	})
	if err != nil {
		t.Error(err)
	}
}

// dealt tells of cards, in each way in which a bot can see that there are some.
func dealt(number uint32) []*pb.ServerFrame {
	playing := welcomeTo(number, pb.TableStage_TABLE_STAGE_PLAYING)
	playing.GetWelcome().View = &pb.View{Round: 1}
	return []*pb.ServerFrame{
		playing,
		events(number, 1, &pb.Event{Kind: &pb.Event_Dealt{Dealt: &pb.Dealt{Round: 1}}}),
		{Number: number, Frame: &pb.ServerFrame_Decision{Decision: &pb.Decision{}}},
	}
}

func TestLeavesWhenCardsAreDealtWithoutItsEntropy(t *testing.T) {
	for i := range dealt(0) {
		err := serve(t, oneSeat(), func(k *talk) {
			n := k.hear().Number
			k.say(welcome(n))
			k.hear()
			k.say(dealt(n)[i], heartbeat(n, 1))
			if frame := k.hear(); frame.GetResign() == nil {
				t.Errorf("sign %d: nobody asked for its entropy, and it says %v", i, frame)
			}
			k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_RESIGNED))
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// stays shows cards to a bot that has no reason to leave.
func stays(t *testing.T, k *talk, n uint32) {
	k.say(append(dealt(n)[:2], heartbeat(n, 1))...)
	if frame := k.hear(); frame.GetPong() == nil {
		t.Errorf("all was right, and it says %v", frame)
	}
}

func TestStaysWhenItsEntropyWasAskedForAndWhenItPromisedNone(t *testing.T) {
	asked := func(k *talk) {
		n := k.hear().Number
		stays(t, k, n) // it is new here
		k.say(welcome(n))
		k.say(opening(n, 1, k.hear().GetReady().GetEntropyHash()))
		k.hear()
	}
	back := func(k *talk) {
		n := k.hear().Number
		stays(t, k, n)
		anew := welcome(n)
		anew.GetWelcome().Commitment = []byte{2}
		k.say(anew)
		k.hear()
		other := dealt(n)[0]
		other.GetWelcome().Commitment = []byte{3}
		k.say(other, heartbeat(n, 1))
		if frame := k.hear(); frame.GetPong() == nil {
			t.Errorf("it promised nothing for these cards, and says %v", frame)
		}
		k.say(goodbye(n, pb.GoodbyeReason_GOODBYE_REASON_FINISHED))
	}
	if err := serve(t, oneSeat(), asked, back); err != nil {
		t.Error(err)
	}
}
