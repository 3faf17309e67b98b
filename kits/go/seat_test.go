package main

import (
	"testing"

	pb "skyjobot/skyjo/v1"
)

// hears gives the seat a frame and returns its answer, which it must have exactly if one is expected.
func (s *seat) hears(t *testing.T, frame *pb.ServerFrame, answers bool) *pb.ClientFrame {
	t.Helper()
	answer, err := s.hear(frame)
	if err != nil || answers != (answer != nil) {
		t.Fatalf("to %v it says %v, %v", frame, answer, err)
	}
	return answer
}

func (s *seat) leaves(t *testing.T, frame *pb.ServerFrame) {
	t.Helper()
	if answer := s.hears(t, frame, true); answer.GetResign() == nil {
		t.Errorf("to %v it says %v", frame, answer)
	}
}

func TestGivesTheStreamUpWhenAnnouncedEventsDoNotCome(t *testing.T) {
	s := &seat{}
	s.hears(t, playing(1), false)
	s.hears(t, announcing(1), true)
	s.hears(t, events(1, 1, &pb.Event{}), false)
	s.hears(t, announcing(1), true)
	s.hears(t, announcing(2), true) // they may come until the next
	if answer, err := s.hear(announcing(2)); err == nil {
		t.Errorf("an event is missing, and it says %v", answer)
	}
}

func TestGivesTheStreamUpWhenEventsAreMissing(t *testing.T) {
	s := &seat{}
	s.hears(t, playing(1), false)
	if answer, err := s.hear(events(1, 2, &pb.Event{})); err == nil {
		t.Errorf("an event is missing, and it says %v", answer)
	}
}
