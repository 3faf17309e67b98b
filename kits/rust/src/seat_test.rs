//! A seat and cards that somebody can have chosen.

use crate::pb::{client_frame::Frame as Answer, event::Kind, server_frame::Frame, *};
use crate::seat::Seat;

fn welcome(stage: TableStage, commitment: u8) -> Frame {
    let view = View { round: 1, ..Default::default() };
    Frame::Welcome(Welcome {
        next_number: 1,
        commitment: vec![commitment],
        deal_source: DealSource::Players.into(),
        presence: Some(Presence { stage: stage.into(), ..Default::default() }),
        view: (stage == TableStage::Playing).then_some(view),
        ..Default::default()
    })
}

fn dealt() -> Frame {
    let kind = Some(Kind::Dealt(Dealt { round: 1, ..Default::default() }));
    Frame::Events(Events { first_number: 1, events: vec![Event { kind }] })
}

/// A seat that has promised entropy, and its hash.
fn promised() -> (Seat, Option<Vec<u8>>) {
    let mut seat = Seat::new(b"secret".into(), 7);
    match seat.hear(welcome(TableStage::Gathering, 1)) {
        Ok(Some(Answer::Ready(ready))) => (seat, ready.entropy_hash),
        other => panic!("{other:?} is no ready"),
    }
}

#[test]
fn leaves_when_cards_are_dealt_without_its_entropy() {
    for sign in [dealt(), welcome(TableStage::Playing, 1), Frame::Decision(Decision::default())] {
        assert_eq!(promised().0.hear(sign), Ok(Some(Answer::Resign(Resign {}))));
    }
}

#[test]
fn stays_when_its_entropy_was_asked_for() {
    let (mut seat, entropy_hash) = promised();
    let seats = vec![SeatOpening { entropy_hash, ..Default::default() }];
    let opening = Opening { commitment: vec![1], seats, ..Default::default() };
    assert!(matches!(seat.hear(Frame::Opening(opening)), Ok(Some(Answer::Ready(_)))));
    for sign in [dealt(), welcome(TableStage::Playing, 1)] {
        assert_eq!(seat.hear(sign), Ok(None));
    }
}

#[test]
fn stays_when_it_promised_none_for_these_cards() {
    let newcomer = Seat::new(b"secret".into(), 7);
    for mut seat in [newcomer, promised().0] {
        for sign in [welcome(TableStage::Playing, 2), dealt()] {
            assert_eq!(seat.hear(sign), Ok(None));
        }
    }
}
