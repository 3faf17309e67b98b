package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"slices"

	pb "skyjobot/skyjo/v1"
)

// seat is one place at a table, with what a reconnect needs.
type seat struct {
	token      []byte
	seed       uint64
	game       string // the game of the latest welcome
	latest     uint32 // number of the last event processed
	commitment []byte // the server's part in the cards, and this seat's
	entropy    []byte
	hashes     [][]byte     // all that the opening showed
	promised   bool         // entropy for which no opening has asked yet
	asked      *pb.Decision // the latest decision, until its answer is refused
}

// enter begins or resumes a game. New entropy is for a new commitment only: what was promised has to be opened.
func (s *seat) enter(w *pb.Welcome) {
	s.game, s.latest = w.GameId, w.NextNumber-1
	if bytes.Equal(w.Commitment, s.commitment) {
		return
	}
	s.commitment, s.entropy, s.hashes, s.promised = w.Commitment, nil, nil, false
	if w.DealSource == pb.DealSource_DEAL_SOURCE_PLAYERS {
		s.entropy = make([]byte, 32)
		rand.Read(s.entropy)
	}
}

// promise is ready for the game, with a part in the shuffling so that nobody can choose the cards.
func (s *seat) promise() *pb.Ready {
	if s.entropy == nil {
		return &pb.Ready{Commitment: s.commitment}
	}
	s.promised = s.hashes == nil
	hash := sha256.Sum256(s.entropy)
	return &pb.Ready{EntropyHash: hash[:], Commitment: s.commitment}
}

// agrees tells whether an opening has the commitment, this seat's hash, and no other hashes than before.
func (s *seat) agrees(opening *pb.Opening) bool {
	before := s.hashes
	s.hashes, s.promised = nil, false
	for _, one := range opening.Seats {
		s.hashes = append(s.hashes, one.EntropyHash)
	}
	own := sha256.Sum256(s.entropy)
	shown := slices.ContainsFunc(s.hashes, func(hash []byte) bool { return bytes.Equal(hash, own[:]) })
	same := before == nil || slices.EqualFunc(before, s.hashes, bytes.Equal)
	return same && shown && bytes.Equal(opening.Commitment, s.commitment)
}

// isBypassed tells whether cards are dealt although no opening has asked for what was promised.
func (s *seat) isBypassed(f *pb.ServerFrame) bool {
	dealt := f.GetDecision() != nil || f.GetWelcome().GetView() != nil
	for _, event := range f.GetEvents().GetEvents() {
		dealt = dealt || event.GetDealt() != nil
	}
	return s.promised && dealt
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
