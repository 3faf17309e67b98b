//! What one seat answers.

use sha2::{Digest, Sha256};

use crate::pb::{client_frame::Frame as Answer, event::Kind, server_frame::Frame, *};
use crate::seat::Seat;

fn welcome(stage: TableStage, commitment: u8) -> Frame {
    welcome_to("game", stage, commitment)
}

fn welcome_to(game: &str, stage: TableStage, commitment: u8) -> Frame {
    let view = View { round: 1, ..Default::default() };
    Frame::Welcome(Welcome {
        game_id: game.into(),
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

fn opening(game: &str, commitment: u8, hashes: &[Option<&[u8]>]) -> Frame {
    let seat = |hash: &Option<&[u8]>| SeatOpening { entropy_hash: hash.map(Vec::from), ..Default::default() };
    let seats = hashes.iter().map(seat).collect();
    Frame::Opening(Opening { game_id: game.into(), commitment: vec![commitment], seats })
}

fn heartbeat(latest_number: u32) -> Frame {
    Frame::Heartbeat(Heartbeat { latest_number, nonce: 7 })
}

fn ready(answer: Result<Option<Answer>, String>) -> Ready {
    match answer {
        Ok(Some(Answer::Ready(ready))) => ready,
        other => panic!("{other:?} is no ready"),
    }
}

/// A seat that has promised entropy, and its hash.
fn promised() -> (Seat, Vec<u8>) {
    let mut seat = Seat::new(b"secret".into(), 7);
    let promise = ready(seat.hear(welcome(TableStage::Gathering, 1)));
    assert_eq!(promise.commitment, Some(vec![1]));
    (seat, promise.entropy_hash.unwrap())
}

fn leaves(seat: &mut Seat, frame: Frame) {
    let what = format!("{frame:?}");
    assert_eq!(seat.hear(frame), Ok(Some(Answer::Resign(Resign {}))), "{what}");
}

#[test]
fn opens_the_entropy_it_committed_to_as_often_as_it_is_asked() {
    let (mut seat, own) = promised();
    for _ in 0..2 {
        let opened = ready(seat.hear(opening("game", 1, &[None, Some(&own)])));
        assert_eq!(opened.entropy().len(), 32);
        assert_eq!(Sha256::digest(opened.entropy()).to_vec(), own);
        assert_eq!(opened.commitment, Some(vec![1]));
    }
}

#[test]
fn leaves_where_somebody_can_have_chosen_the_cards() {
    let theirs = Some(&b"somebody else's"[..]);
    for changed in 0..4 {
        let (mut seat, own) = promised();
        let frame = match changed {
            0 => opening("game", 2, &[theirs, Some(&own)]),
            1 => opening("another", 1, &[theirs, Some(&own)]),
            2 => opening("game", 1, &[theirs, None]),
            _ => {
                ready(seat.hear(opening("game", 1, &[theirs, Some(&own)])));
                opening("game", 1, &[Some(b"another"), Some(&own)])
            }
        };
        leaves(&mut seat, frame);
    }
}

#[test]
fn promises_anew_for_another_game() {
    let (mut seat, own) = promised();
    assert_eq!(ready(seat.hear(welcome(TableStage::Gathering, 1))).entropy_hash, Some(own.clone()));
    assert_ne!(ready(seat.hear(welcome_to("another", TableStage::Gathering, 1))).entropy_hash, Some(own));
}

#[test]
fn stays_away_from_a_game_that_it_has_left() {
    let (mut seat, own) = promised();
    leaves(&mut seat, opening("game", 2, &[Some(&own)]));
    for stage in [TableStage::Gathering, TableStage::Playing] {
        for game in ["game", "next"] {
            leaves(&mut seat, welcome_to(game, stage, 1));
            for frame in [opening(game, 1, &[Some(&own)]), dealt(), Frame::Decision(Decision::default())] {
                assert_eq!(seat.hear(frame), Ok(None));
            }
        }
    }
    for _ in 0..2 {
        assert!(matches!(seat.hear(heartbeat(3)), Ok(Some(Answer::Pong(_)))));
    }
}

#[test]
fn gives_the_stream_up_when_announced_events_do_not_come() {
    let (mut seat, _) = promised();
    for frame in [welcome(TableStage::Playing, 2), heartbeat(1), dealt(), heartbeat(1), heartbeat(2)] {
        assert!(seat.hear(frame).is_ok());
    }
    assert!(seat.hear(heartbeat(2)).is_err());
}

#[test]
fn leaves_when_cards_are_dealt_without_its_entropy() {
    for sign in [dealt(), welcome(TableStage::Playing, 1), Frame::Decision(Decision::default())] {
        leaves(&mut promised().0, sign);
    }
}

#[test]
fn stays_when_its_entropy_was_asked_for() {
    let (mut seat, own) = promised();
    ready(seat.hear(opening("game", 1, &[Some(&own)])));
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
