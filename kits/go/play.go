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
	enlistment    = 1 // its number on every stream, as it is introduced first; without a key that of the first seat
	shortestPause = 100 * time.Millisecond
	longestPause  = 10 * time.Second
)

var (
	version    = &pb.ProtocolVersion{Major: 1}
	errRefused = errors.New("the server refuses this bot")
	errSilent  = errors.New("the server is silent")
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
		log.Printf("stream lost: %v; trying again in %d ms", err, wait.Milliseconds())
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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.begin()
	watchdog := time.AfterFunc(b.silence, func() { cancel(errSilent) })
	defer watchdog.Stop()
	play, err := pb.NewPlayServiceClient(connection).Play(ctx)
	if err != nil {
		return reason(ctx, err)
	}
	for len(b.numbers) > 0 {
		for frames := range slices.Chunk(b.out, framesAtMost) {
			if err := play.Send(&pb.PlayRequest{Frames: frames}); err != nil && err != io.EOF { // Recv knows why
				return reason(ctx, err)
			}
		}
		b.out = b.out[:0]
		response, err := play.Recv()
		if err != nil {
			return reason(ctx, err)
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

// reason is why a stream failed.
func reason(ctx context.Context, err error) error {
	switch {
	case context.Cause(ctx) == errSilent:
		return errSilent
	case err == io.EOF:
		return errors.New("the server ended it")
	}
	return err
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
		return nil
	case *pb.ServerFrame_Assigned:
		b.take(f.Assigned)
		return nil
	case *pb.ServerFrame_Refused:
		return b.refused(n, f.Refused)
	case *pb.ServerFrame_Goodbye:
		return b.goodbye(n, f.Goodbye)
	}
	if welcome := frame.GetWelcome(); welcome != nil {
		b.alive(welcome.HeartbeatMs)
	}
	answer, err := s.hear(frame)
	if answer != nil {
		b.say(n, answer)
	}
	return err
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

func (b *bot) refused(number uint32, r *pb.Refusal) error {
	log.Printf("%s refused: %v", r.Frame, r.Reason)
	switch {
	case r.Frame != "attach" && r.Frame != "enlist":
	case r.RetryAfterMs != nil:
		b.comeAfter = time.Duration(*r.RetryAfterMs) * time.Millisecond
		return fmt.Errorf("asked to come back: %v", r.Reason)
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

// drop forgets a number and its seat, or the enlistment: its seats are attached from then on.
func (b *bot) drop(number uint32) {
	gone := b.numbers[number]
	delete(b.numbers, number)
	if number == enlistment {
		b.key = nil
	}
	maps.DeleteFunc(b.seats, func(_ string, s *seat) bool { return s == gone })
}
