package main

import (
	"context"
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
	shown := &pb.Opening{GameId: "game", Commitment: []byte{commitment}}
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

// announcing is a heartbeat that says how many events there are.
func announcing(latest uint32) *pb.ServerFrame {
	return &pb.ServerFrame{Number: 1, Frame: &pb.ServerFrame_Heartbeat{Heartbeat: &pb.Heartbeat{LatestNumber: latest}}}
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
