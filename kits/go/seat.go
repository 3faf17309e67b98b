package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"log"
	mathrand "math/rand/v2"
	"slices"

	pb "skyjobot/skyjo/v1"
)

// seat is one place at a table, with what a reconnect needs.
type seat struct {
	token      []byte
	seed       uint64
	game       string // the game of the latest welcome
	latest     uint32 // number of the last event processed
	announced  uint32 // number of the last event that there was at the latest heartbeat
	commitment []byte // the server's part in the cards, and this seat's
	entropy    []byte
	hashes     [][]byte     // all that the opening showed
	promised   bool         // entropy for which no opening has asked yet
	asked      *pb.Decision // the latest decision, until its answer is refused
	left       string       // why the seat was given up, though its goodbye may be lost with a stream
}

// hear answers one frame, if there is an answer; an error ends the stream. Kinds that it does not know are skipped.
func (s *seat) hear(frame *pb.ServerFrame) (*pb.ClientFrame, error) {
	switch {
	case frame.GetHeartbeat() != nil:
		return s.live(frame.GetHeartbeat())
	case s.left != "" && frame.GetWelcome() != nil:
		return s.leave(s.left), nil
	case s.left != "":
		return nil, nil
	}
	answer, err := s.answer(frame)
	if s.promised && showsCards(frame) {
		return s.leave("cards are dealt although nobody asked for the entropy"), nil
	}
	return answer, err
}

func (s *seat) answer(frame *pb.ServerFrame) (*pb.ClientFrame, error) {
	switch f := frame.Frame.(type) {
	case *pb.ServerFrame_Welcome:
		return s.enter(f.Welcome), nil
	case *pb.ServerFrame_Opening:
		if s.entropy != nil {
			return s.open(f.Opening), nil
		}
	case *pb.ServerFrame_Events:
		return s.follow(f.Events)
	case *pb.ServerFrame_Decision:
		if s.promised {
			break
		}
		// The same decision, sent again, is to get the same answer: its id is part of the seed.
		random := mathrand.New(mathrand.NewPCG(s.seed+uint64(f.Decision.View.GetViewer()), uint64(f.Decision.DecisionId)))
		s.asked = f.Decision
		return act(choose(f.Decision, random)), nil
	case *pb.ServerFrame_Receipt:
		return s.judged(f.Receipt), nil
	}
	return nil, nil
}

// enter begins or resumes a game, ready with a part in the shuffling so that nobody can choose the cards. New entropy
// is for a new commitment or game only: what was promised has to be opened.
func (s *seat) enter(w *pb.Welcome) *pb.ClientFrame {
	if w.GameId != s.game || !bytes.Equal(w.Commitment, s.commitment) {
		s.entropy, s.hashes, s.promised = nil, nil, false
		if w.DealSource == pb.DealSource_DEAL_SOURCE_PLAYERS {
			s.entropy = make([]byte, 32)
			rand.Read(s.entropy)
		}
	}
	s.game, s.commitment, s.latest, s.announced = w.GameId, w.Commitment, w.NextNumber-1, 0
	switch w.Presence.GetStage() {
	case pb.TableStage_TABLE_STAGE_GATHERING:
		return ready(s.promise())
	case pb.TableStage_TABLE_STAGE_BETWEEN_ROUNDS:
		return ready(&pb.Ready{})
	}
	return nil
}

func (s *seat) promise() *pb.Ready {
	if s.entropy == nil {
		return &pb.Ready{Commitment: s.commitment}
	}
	s.promised = s.hashes == nil
	hash := sha256.Sum256(s.entropy)
	return &pb.Ready{EntropyHash: hash[:], Commitment: s.commitment}
}

// open shows the entropy that was promised, or leaves a table where somebody can have chosen the cards.
func (s *seat) open(opening *pb.Opening) *pb.ClientFrame {
	before := s.hashes
	s.hashes, s.promised = nil, false
	for _, one := range opening.Seats {
		s.hashes = append(s.hashes, one.EntropyHash)
	}
	own := sha256.Sum256(s.entropy)
	shown := slices.ContainsFunc(s.hashes, func(hash []byte) bool { return bytes.Equal(hash, own[:]) })
	same := before == nil || slices.EqualFunc(before, s.hashes, bytes.Equal)
	if !same || !shown || opening.GameId != s.game || !bytes.Equal(opening.Commitment, s.commitment) {
		return s.leave("this opening is not what was promised")
	}
	return ready(&pb.Ready{Entropy: s.entropy, Commitment: s.commitment})
}

// leave gives the seat up, for good: it answers nothing more, and every welcome like this.
func (s *seat) leave(why string) *pb.ClientFrame {
	log.Printf("leaving: %s", why)
	s.left = why
	return &pb.ClientFrame{Frame: &pb.ClientFrame_Resign{Resign: &pb.Resign{}}}
}

// follow counts events, and is ready where new ones end a round after which the game goes on.
func (s *seat) follow(events *pb.Events) (*pb.ClientFrame, error) {
	if events.FirstNumber > s.latest+1 {
		return nil, missing(s.latest, events.FirstNumber-1)
	}
	end := roundToLeave(events, s.latest)
	s.latest = max(s.latest, events.FirstNumber+uint32(len(events.Events))-1)
	if end == nil {
		return nil, nil
	}
	return ready(&pb.Ready{Round: &end.Round}), nil
}

// judged acts again where an act was not legal, and gives the seat up where that was not either.
func (s *seat) judged(r *pb.Receipt) *pb.ClientFrame {
	if r.Reason != 0 {
		log.Printf("decision %d: %v, %v", r.DecisionId, r.Verdict, r.Reason)
	}
	if r.Verdict != pb.Verdict_VERDICT_ILLEGAL && r.Verdict != pb.Verdict_VERDICT_MALFORMED {
		return nil
	}
	again := s.asked
	s.asked = nil
	if again == nil || again.DecisionId != r.DecisionId {
		return s.leave("no answer to this decision is accepted")
	}
	return act(anything(again))
}

// live answers a heartbeat, unless what the one before announced has not come.
func (s *seat) live(h *pb.Heartbeat) (*pb.ClientFrame, error) {
	if s.announced > s.latest && s.left == "" {
		return nil, missing(s.latest, s.announced)
	}
	s.announced = h.LatestNumber
	return &pb.ClientFrame{Frame: &pb.ClientFrame_Pong{Pong: &pb.Pong{Nonce: h.Nonce, LatestNumber: s.latest}}}, nil
}

func ready(ready *pb.Ready) *pb.ClientFrame {
	return &pb.ClientFrame{Frame: &pb.ClientFrame_Ready{Ready: ready}}
}

func act(act *pb.Act) *pb.ClientFrame {
	return &pb.ClientFrame{Frame: &pb.ClientFrame_Act{Act: act}}
}

func missing(latest, last uint32) error {
	return fmt.Errorf("events from %d to %d are missing", latest+1, last)
}

// showsCards tells whether a frame shows that cards are dealt.
func showsCards(f *pb.ServerFrame) bool {
	isDealt := func(event *pb.Event) bool { return event.GetDealt() != nil }
	return f.GetDecision() != nil || f.GetWelcome().GetView() != nil || slices.ContainsFunc(f.GetEvents().GetEvents(), isDealt)
}

// roundToLeave is the end of a round after which the game goes on, if new events have one.
func roundToLeave(events *pb.Events, latest uint32) *pb.RoundEnded {
	var end *pb.RoundEnded
	for i, event := range events.Events {
		if event.GetRoundEnded() != nil && events.FirstNumber+uint32(i) > latest {
			end = event.GetRoundEnded()
		} else if event.GetDealt() != nil || event.GetGameEnded() != nil {
			end = nil
		}
	}
	return end
}
