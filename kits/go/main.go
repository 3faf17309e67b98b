// A complete SKYJO bot: this file sits down, strategy.go chooses the moves, play.go speaks with the server.
package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pb "skyjobot/skyjo/v1"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

// run takes up what the environment names (keys and tokens never stand in a command line) and plays.
func run(ctx context.Context) error {
	b := &bot{address: env("SKYJO_SERVER", "127.0.0.1"), name: env("SKYJO_NAME", "gopher"), seats: map[string]*seat{}}
	count, err := strconv.ParseUint(env("SKYJO_SEATS", "1"), 10, 64)
	if err != nil || count == 0 || count > 1024 {
		return errors.New("SKYJO_SEATS must be a number from 1 to 1024")
	}
	b.count = uint32(count)
	b.seed, err = strconv.ParseUint(env("SKYJO_SEED", strconv.FormatUint(rand.Uint64(), 10)), 10, 64)
	if err != nil {
		return errors.New("SKYJO_SEED must be a number from 0 to 18446744073709551615")
	}
	token, err := secret("SKYJO_TOKEN")
	if err != nil {
		return err
	}
	key, err := secret("SKYJO_KEY")
	if err != nil {
		return err
	}
	if len(key) > 0 && (len(key) < 16 || len(key) > 64) {
		return errors.New("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits")
	}
	connection, err := dial(b.address)
	if err != nil { // it would be no better later
		return err
	}
	connection.Close()
	switch code := os.Getenv("SKYJO_CODE"); {
	case code != "":
		if err := b.join(ctx, code); err != nil {
			return err
		}
	case len(token) > 0:
		b.seats["token"] = &seat{token: token, seed: b.seed}
	case len(key) > 0:
		b.key = key
	default:
		return errors.New("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY")
	}
	return b.play(ctx)
}

// join takes as many seats as wanted at the table with this code, all of them or none.
func (b *bot) join(ctx context.Context, code string) error {
	connection, err := dial(b.address)
	if err != nil {
		return err
	}
	defer connection.Close()
	lobby := pb.NewLobbyServiceClient(connection)
	for i := range b.count {
		name := b.name
		if i > 0 { // names are unique at a table
			name += strconv.Itoa(int(i) + 1)
		}
		joiner := &pb.Joiner{Name: name, Kind: pb.PlayerKind_PLAYER_KIND_BOT, ClientName: program, Version: version}
		request := &pb.JoinTableRequest{Table: &pb.JoinTableRequest_Code{Code: code}, Joiner: joiner}
		call, cancel := context.WithTimeout(ctx, 5*time.Second)
		answer, err := lobby.JoinTable(call, request, grpc.WaitForReady(true)) // the server may still be starting
		cancel()
		if status.Code(err) == codes.DeadlineExceeded {
			err = fmt.Errorf("no server answers at %s, or none that is to be believed", connection.Target())
		}
		if err != nil {
			b.leave(ctx, lobby)
			return fmt.Errorf("joining %s as %s: %w", code, name, err)
		}
		b.seats[name] = &seat{token: answer.Seating.SeatToken, seed: b.seed}
	}
	return nil
}

// secret is the bytes that a variable has in hexadecimal digits.
func secret(name string) ([]byte, error) {
	bytes, err := hex.DecodeString(os.Getenv(name))
	if err != nil {
		return nil, fmt.Errorf("%s must be hexadecimal digits, two for each byte", name)
	}
	return bytes, nil
}

// leave gives the seats back that were taken so far.
func (b *bot) leave(ctx context.Context, lobby pb.LobbyServiceClient) {
	for _, s := range b.seats {
		call, cancel := context.WithTimeout(ctx, 5*time.Second)
		lobby.LeaveTable(call, &pb.LeaveTableRequest{SeatToken: s.token})
		cancel()
	}
}

func env(name, otherwise string) string {
	if text := os.Getenv(name); text != "" {
		return text
	}
	return otherwise
}
