package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	pb "skyjobot/skyjo/v1"
)

const (
	program       = "skyjo-go/1"
	framesAtMost  = 1024
	shortestPause = 100 * time.Millisecond
	longestPause  = 10 * time.Second
)

var (
	version    = &pb.ProtocolVersion{Major: 1}
	errRefused = errors.New("the server refuses this bot")
)

// bot plays all its seats over one stream.
type bot struct {
	address, name string
	key           []byte // set when the server assigns the seats
	count         uint32
	seed          uint64
	seats         map[string]*seat // outlives a stream

	// Of the current stream. A number names a seat (or the enlistment) on it.
	numbers   map[uint32]*seat
	used      uint32
	out       []*pb.ClientFrame
	silence   time.Duration // after this long without a word the server is gone
	welcomed  bool
	comeAfter time.Duration
}

// play serves one stream after another until nothing is left to play.
func (b *bot) play(ctx context.Context) error {
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		err := b.stream(ctx)
		if err == nil || errors.Is(err, errRefused) || ctx.Err() != nil {
			return err
		}
		if b.welcomed {
			pause = shortestPause
		}
		wait := max(pause/2+rand.N(pause), b.comeAfter) // random: many bots must not come back at one instant
		log.Printf("%v; trying again in %v", err, wait)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// stream answers each response with at most one request.
func (b *bot) stream(ctx context.Context) error {
	connection, err := dial(b.address)
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	play, err := pb.NewPlayServiceClient(connection).Play(ctx)
	if err != nil {
		return err
	}
	b.begin()
	watchdog := time.AfterFunc(b.silence, cancel)
	for len(b.numbers) > 0 {
		for frames := range slices.Chunk(b.out, framesAtMost) {
			if err := play.Send(&pb.PlayRequest{Frames: frames}); err != nil && err != io.EOF { // Recv knows why
				return err
			}
		}
		b.out = b.out[:0]
		response, err := play.Recv()
		if err != nil {
			return fmt.Errorf("stream lost: %w", err)
		}
		for _, frame := range response.Frames {
			if err := b.hear(frame); err != nil {
				return err
			}
		}
		watchdog.Reset(b.silence)
	}
	return play.CloseSend()
}

// begin enlists, or attaches the seats: an enlisted bot is given those it has again.
func (b *bot) begin() {
	b.numbers, b.used, b.out = map[uint32]*seat{}, 0, nil
	b.silence, b.welcomed, b.comeAfter = 30*time.Second, false, 0
	if b.key == nil {
		for _, s := range b.seats {
			b.attach(s)
		}
		return
	}
	enlist := &pb.Enlist{Version: version, Key: b.key, Name: b.name, ClientName: program, Seats: b.count}
	b.say(b.number(&seat{}), &pb.ClientFrame{Frame: &pb.ClientFrame_Enlist{Enlist: enlist}})
}

func (b *bot) attach(s *seat) {
	attach := &pb.Attach{Version: version, SeatToken: s.token, ClientName: program}
	if s.game != "" {
		attach.Resume = &pb.Resume{GameId: s.game, After: s.latest}
	}
	b.say(b.number(s), &pb.ClientFrame{Frame: &pb.ClientFrame_Attach{Attach: attach}})
}

func (b *bot) number(s *seat) uint32 {
	b.used++
	b.numbers[b.used] = s
	return b.used
}

func (b *bot) say(number uint32, frame *pb.ClientFrame) {
	frame.Number = number
	b.out = append(b.out, frame)
}

func (b *bot) ready(number uint32, ready *pb.Ready) {
	b.say(number, &pb.ClientFrame{Frame: &pb.ClientFrame_Ready{Ready: ready}})
}

func (b *bot) act(number uint32, act *pb.Act) {
	b.say(number, &pb.ClientFrame{Frame: &pb.ClientFrame_Act{Act: act}})
}

func (b *bot) resign(number uint32) {
	b.say(number, &pb.ClientFrame{Frame: &pb.ClientFrame_Resign{Resign: &pb.Resign{}}})
}

func (b *bot) leave(number uint32, why string) {
	log.Printf("leaving: %s", why)
	b.resign(number)
}

// hear takes one frame; an error ends the stream. Kinds that it does not know are skipped.
func (b *bot) hear(frame *pb.ServerFrame) error {
	n, s := frame.Number, b.numbers[frame.Number]
	if s == nil {
		return nil
	}
	switch f := frame.Frame.(type) {
	case *pb.ServerFrame_Enlisted:
		log.Printf("waiting for work as %s", b.name)
		b.alive(f.Enlisted.HeartbeatMs)
	case *pb.ServerFrame_Assigned:
		b.take(f.Assigned)
	case *pb.ServerFrame_Welcome:
		b.alive(f.Welcome.HeartbeatMs)
		s.enter(f.Welcome)
		switch f.Welcome.Presence.GetStage() {
		case pb.TableStage_TABLE_STAGE_GATHERING:
			b.ready(n, s.promise())
		case pb.TableStage_TABLE_STAGE_BETWEEN_ROUNDS:
			b.ready(n, &pb.Ready{})
		}
	case *pb.ServerFrame_Opening:
		b.open(n, s, f.Opening)
	case *pb.ServerFrame_Events:
		if f.Events.FirstNumber > s.latest+1 {
			return fmt.Errorf("events from %d to %d are missing", s.latest+1, f.Events.FirstNumber-1)
		}
		if end := roundToLeave(f.Events, s.latest); end != nil {
			b.ready(n, &pb.Ready{Round: &end.Round})
		}
		s.latest = max(s.latest, f.Events.FirstNumber+uint32(len(f.Events.Events))-1)
	case *pb.ServerFrame_Decision:
		if s.promised {
			break
		}
		// The same decision, sent again, is to get the same answer: its id is part of the seed.
		random := rand.New(rand.NewPCG(s.seed+uint64(f.Decision.View.GetViewer()), uint64(f.Decision.DecisionId)))
		s.asked = f.Decision
		b.act(n, choose(f.Decision, random))
	case *pb.ServerFrame_Receipt:
		if f.Receipt.Reason != 0 {
			b.rejected(n, s, f.Receipt)
		}
	case *pb.ServerFrame_Heartbeat:
		pong := &pb.Pong{Nonce: f.Heartbeat.Nonce, LatestNumber: s.latest}
		b.say(n, &pb.ClientFrame{Frame: &pb.ClientFrame_Pong{Pong: pong}})
	case *pb.ServerFrame_Refused:
		return b.refused(n, f.Refused)
	case *pb.ServerFrame_Goodbye:
		return b.goodbye(n, f.Goodbye)
	}
	if s.isBypassed(frame) {
		s.promised = false
		b.leave(n, "cards are dealt although nobody asked for the entropy")
	}
	return nil
}

func (b *bot) alive(heartbeatMs uint32) {
	b.welcomed, b.silence = true, 3*time.Duration(heartbeatMs)*time.Millisecond
}

// take attaches an assigned seat. One that the bot had before keeps its state and has a new token.
func (b *bot) take(a *pb.Assigned) {
	place := fmt.Sprint(a.TableId, a.GetSeat())
	if b.seats[place] == nil {
		b.seats[place] = &seat{seed: b.seed ^ a.GetBotSeed()}
	}
	b.seats[place].token = a.SeatToken
	b.attach(b.seats[place])
}

// open shows the entropy that was promised, or leaves a table where somebody can have chosen the cards.
func (b *bot) open(number uint32, s *seat, opening *pb.Opening) {
	switch {
	case s.entropy == nil:
	case s.agrees(opening):
		b.ready(number, &pb.Ready{Entropy: s.entropy, Commitment: s.commitment})
	default:
		b.leave(number, "this opening is not what was promised")
	}
}

// rejected acts again where an act was not legal, and gives the seat up where that was not either.
func (b *bot) rejected(number uint32, s *seat, r *pb.Receipt) {
	log.Printf("decision %d: %v, %v", r.DecisionId, r.Verdict, r.Reason)
	if r.Verdict != pb.Verdict_VERDICT_ILLEGAL && r.Verdict != pb.Verdict_VERDICT_MALFORMED {
		return
	}
	if again := s.asked; again != nil && again.DecisionId == r.DecisionId {
		b.act(number, anything(again))
	} else {
		b.resign(number)
	}
	s.asked = nil
}

func (b *bot) refused(number uint32, r *pb.Refusal) error {
	log.Printf("%s refused: %v", r.Frame, r.Reason)
	switch {
	case r.Frame != "attach" && r.Frame != "enlist":
	case r.RetryAfterMs != nil:
		b.comeAfter = time.Duration(*r.RetryAfterMs) * time.Millisecond
		return errors.New("asked to come back")
	default:
		b.drop(number)
		if len(b.numbers) == 0 {
			return errRefused
		}
	}
	return nil
}

// goodbye drops a seat for good or, when it is to come back, ends the stream: the other seats lose only a moment.
func (b *bot) goodbye(number uint32, g *pb.Goodbye) error {
	back := g.RetryAfterMs != nil // else a server that stops has kept nothing
	switch g.Reason {
	case pb.GoodbyeReason_GOODBYE_REASON_SLOW_READER, pb.GoodbyeReason_GOODBYE_REASON_SILENT,
		pb.GoodbyeReason_GOODBYE_REASON_STORAGE_FAILED:
		back = true
	}
	if g.Reason <= pb.GoodbyeReason_GOODBYE_REASON_SUPERSEDED || !back {
		log.Printf("goodbye: %v", g.Reason)
		b.drop(number)
		return nil
	}
	if g.Address != "" {
		b.address = g.Address
	}
	b.comeAfter = time.Duration(g.GetRetryAfterMs()) * time.Millisecond
	return fmt.Errorf("asked to come back: %v", g.Reason)
}

func (b *bot) drop(number uint32) {
	gone := b.numbers[number]
	delete(b.numbers, number)
	maps.DeleteFunc(b.seats, func(_ string, s *seat) bool { return s == gone })
}
