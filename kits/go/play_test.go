package main

import (
	"context"
	"crypto/sha256"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	pb "skyjobot/skyjo/v1"
)

// table is a scripted server: one function per stream the bot opens.
type table struct {
	pb.UnimplementedPlayServiceServer
	streams chan func(*talk)
	t       *testing.T
}

type talk struct {
	stream  grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]
	pending []*pb.ClientFrame
	t       *testing.T
}

func (s *table) Play(stream grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]) error {
	(<-s.streams)(&talk{stream: stream, t: s.t})
	return nil
}

// hear returns the bot's next frame.
func (k *talk) hear() *pb.ClientFrame {
	for len(k.pending) == 0 {
		request, err := k.stream.Recv()
		if err != nil {
			k.t.Errorf("the bot is gone: %v", err)
			return &pb.ClientFrame{}
		}
		k.pending = request.Frames
	}
	frame := k.pending[0]
	k.pending = k.pending[1:]
	return frame
}

func (k *talk) say(frames ...*pb.ServerFrame) {
	if err := k.stream.Send(&pb.PlayResponse{Frames: frames}); err != nil {
		k.t.Error(err)
	}
}

// serve runs the bot against the script until it has nothing left to play.
func serve(t *testing.T, b *bot, script ...func(*talk)) error {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	streams := make(chan func(*talk), len(script))
	for _, part := range script {
		streams <- part
	}
	server := grpc.NewServer()
	pb.RegisterPlayServiceServer(server, &table{streams: streams, t: t})
	go server.Serve(listener)
	defer server.Stop()
	b.address = listener.Addr().String()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err = b.play(ctx)
	if len(streams) > 0 {
		t.Errorf("the bot did not come back: %d streams are left", len(streams))
	}
	return err
}

func welcome(number uint32) *pb.ServerFrame {
	return welcomeTo(number, pb.TableStage_TABLE_STAGE_GATHERING)
}

func welcomeTo(number uint32, stage pb.TableStage) *pb.ServerFrame {
	return &pb.ServerFrame{Number: number, Frame: &pb.ServerFrame_Welcome{Welcome: &pb.Welcome{
		GameId: "game", NextNumber: 1, HeartbeatMs: 10_000, Commitment: []byte{1},
		DealSource: pb.DealSource_DEAL_SOURCE_PLAYERS, Presence: &pb.Presence{Stage: stage},
	}}}
}

func opening(number uint32, commitment byte, hashes ...[]byte) *pb.ServerFrame {
	shown := &pb.Opening{Commitment: []byte{commitment}}
	for _, hash := range hashes {
		shown.Seats = append(shown.Seats, &pb.SeatOpening{EntropyHash: hash})
	}
	return &pb.ServerFrame{Number: number, Frame: &pb.ServerFrame_Opening{Opening: shown}}
}

func events(number, first uint32, list ...*pb.Event) *pb.ServerFrame {
	return &pb.ServerFrame{Number: number, Frame: &pb.ServerFrame_Events{Events: &pb.Events{FirstNumber: first, Events: list}}}
}

func roundEnded(round uint32) *pb.Event {
	return &pb.Event{Kind: &pb.Event_RoundEnded{RoundEnded: &pb.RoundEnded{Round: round}}}
}

func goodbye(number uint32, reason pb.GoodbyeReason) *pb.ServerFrame {
	return &pb.ServerFrame{Number: number, Frame: &pb.ServerFrame_Goodbye{Goodbye: &pb.Goodbye{Reason: reason}}}
}

func heartbeat(number, nonce uint32) *pb.ServerFrame {
	return &pb.ServerFrame{Number: number, Frame: &pb.ServerFrame_Heartbeat{Heartbeat: &pb.Heartbeat{Nonce: nonce}}}
}

// unknown is a message with a field from the future.
func unknown[M proto.Message](message M) M {
	raw := protowire.AppendTag(nil, 999, protowire.BytesType)
	message.ProtoReflect().SetUnknown(protowire.AppendBytes(raw, []byte("new")))
	return message
}

func oneSeat() *bot {
	return &bot{seats: map[string]*seat{"token": {token: []byte("secret")}}}
}

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
