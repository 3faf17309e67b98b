//! The bot against a scripted server.

use sha2::{Digest, Sha256};

use crate::pb::{client_frame::Frame as Answer, event::Kind, server_frame::Frame, *};
use crate::play::Bot;
use crate::scripted::{Talk, events, goodbye, opening, serve, welcome};

fn one_seat() -> Bot {
    let mut bot = Bot::new(String::new(), "crab".into(), 1, 7);
    bot.sit_down(b"secret".into());
    bot
}

fn round_ended(round: u32) -> Option<Kind> {
    Some(Kind::RoundEnded(RoundEnded { round, ..Default::default() }))
}

#[tokio::test]
async fn holds_to_its_resignation_on_another_stream() {
    let result = serve(one_seat(), async |streams| {
        let mut broken = streams.recv().await.unwrap();
        let (n, _) = broken.hear_attach().await;
        broken.say(n, [welcome(TableStage::Gathering)]);
        let own = broken.hear_ready().await.entropy_hash().to_vec();
        broken.say(n, [opening(2, &[&own])]);
        assert_eq!(broken.hear().await, (n, Answer::Resign(Resign {})));
        drop(broken);

        let mut back = streams.recv().await.unwrap();
        let (n, _) = back.hear_attach().await;
        let decision = Frame::Decision(Decision::default());
        back.say(n, [welcome(TableStage::Playing), decision, Frame::Heartbeat(Heartbeat::default())]);
        assert_eq!(back.hear().await, (n, Answer::Resign(Resign {})));
        back.hear_pong().await;
        back.say(n, [goodbye(GoodbyeReason::Resigned, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn acts_again_once_when_an_act_is_refused() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        let grid = Some(Grid { slots: vec![Slot::default(); 12] });
        let view = View { seats: vec![SeatState { grid, ..Default::default() }], ..Default::default() };
        let legal = LegalActions { take: vec![0, 3], ..Default::default() };
        let decision = Decision { decision_id: 5, legal: Some(legal), view: Some(view), ..Default::default() };
        let (verdict, reason) = (Verdict::Illegal.into(), ErrorReason::SlotOutOfRange.into());
        let refused = Frame::Receipt(Receipt { decision_id: 5, verdict, reason, ..Default::default() });
        talk.say(n, [Frame::Decision(decision)]);
        talk.hear().await;
        talk.say(n, [refused.clone()]);
        let first = act::Action::Take(Take { slot: Some(0) });
        assert_eq!(talk.hear().await, (n, Answer::Act(Act { decision_id: 5, action: Some(first), note: None })));
        talk.say(n, [refused]);
        assert_eq!(talk.hear().await, (n, Answer::Resign(Resign {})));
        talk.say(n, [goodbye(GoodbyeReason::Resigned, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn comes_back_where_it_left_off() {
    let result = serve(one_seat(), async |streams| {
        let mut dropped = streams.recv().await.unwrap();
        let (n, _) = dropped.hear_attach().await;
        dropped.say(n, [welcome(TableStage::Gathering)]);
        let hash = dropped.hear_ready().await.entropy_hash().to_vec();
        let heartbeat = Heartbeat { latest_number: 2, nonce: 7 };
        dropped.say(n, [events(1, [None, None]), Frame::Heartbeat(heartbeat)]);
        assert_eq!(dropped.hear_pong().await, Pong { nonce: 7, latest_number: 2 });
        drop(dropped);

        let mut resumed = streams.recv().await.unwrap();
        let (n, attach) = resumed.hear_attach().await;
        assert_eq!(attach.resume, Some(Resume { game_id: "game".into(), after: 2 }));
        resumed.say(n, [welcome(TableStage::Opening), opening(1, &[&hash])]);
        assert_eq!(Sha256::digest(resumed.hear_ready().await.entropy()).to_vec(), hash);
        resumed.say(n, [goodbye(GoodbyeReason::Draining, Some(1))]);

        let mut finished = streams.recv().await.unwrap();
        let (n, _) = finished.hear_attach().await;
        finished.say(n, [goodbye(GoodbyeReason::Finished, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn asks_again_for_events_that_are_missing() {
    let result = serve(one_seat(), async |streams| {
        let mut broken = streams.recv().await.unwrap();
        let (n, _) = broken.hear_attach().await;
        broken.say(n, [welcome(TableStage::Playing), events(1, [None]), events(3, [None])]);

        let mut mended = streams.recv().await.unwrap();
        let (n, attach) = mended.hear_attach().await;
        assert_eq!(attach.resume.unwrap().after, 1);
        mended.say(n, [goodbye(GoodbyeReason::Finished, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn is_ready_once_per_round_whatever_else_it_hears() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        let unknown = ServerFrame { number: n, frame: None };
        talk.responses.send(Ok(PlayResponse { frames: vec![unknown] })).unwrap();
        talk.say(77, [welcome(TableStage::Gathering)]);
        talk.say(n, [welcome(TableStage::Playing)]);
        talk.say(n, [events(1, [None, round_ended(1)]), events(2, [round_ended(1)]), events(3, [round_ended(2)])]);
        let end = Some(Kind::GameEnded(GameEnded::default()));
        talk.say(n, [events(4, [round_ended(3), end]), Frame::Heartbeat(Heartbeat::default())]);
        assert_eq!(talk.hear_ready().await.round, Some(1));
        assert_eq!(talk.hear_ready().await.round, Some(2));
        assert_eq!(talk.hear_pong().await.latest_number, 5);
        talk.say(n, [goodbye(GoodbyeReason::Kicked, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn takes_its_seats_back_after_enlisting_again() {
    async fn assigned(talk: &mut Talk, token: &str) -> (u32, Attach) {
        let (n, Answer::Enlist(enlist)) = talk.hear().await else { panic!("no enlist") };
        assert_eq!((enlist.seats, &enlist.key[..]), (3, &b"key"[..]));
        let seat = Assigned { table_id: "table".into(), seat: Some(0), seat_token: token.into(), ..Default::default() };
        talk.say(n, [Frame::Enlisted(Enlisted { heartbeat_ms: 10_000, ..Default::default() }), Frame::Assigned(seat)]);
        let (n, attach) = talk.hear_attach().await;
        assert_eq!(attach.seat_token, token.as_bytes());
        (n, attach)
    }
    let mut bot = Bot::new(String::new(), "crab".into(), 3, 7);
    bot.key = Some(b"key".into());
    let result = serve(bot, async |streams| {
        let mut first = streams.recv().await.unwrap();
        let (n, _) = assigned(&mut first, "old").await;
        first.say(n, [welcome(TableStage::Gathering)]);
        first.hear_ready().await;
        drop(first);

        let mut second = streams.recv().await.unwrap();
        let (n, attach) = assigned(&mut second, "new").await;
        assert_eq!(attach.resume.unwrap().game_id, "game");
        second.say(n, [goodbye(GoodbyeReason::Finished, None)]);
        second.say(1, [goodbye(GoodbyeReason::Suspended, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn attaches_the_seats_that_it_has_when_it_is_sent_away() {
    let mut bot = Bot::new(String::new(), "crab".into(), 1, 7);
    bot.key = Some(b"key".into());
    let result = serve(bot, async |streams| {
        let mut sent_away = streams.recv().await.unwrap();
        let (n, _) = sent_away.hear().await;
        sent_away.say(n, [Frame::Assigned(Assigned { seat_token: b"token".into(), ..Default::default() })]);
        sent_away.hear_attach().await;
        sent_away.say(n, [goodbye(GoodbyeReason::Suspended, None)]);
        drop(sent_away);

        let mut back = streams.recv().await.unwrap();
        let (n, attach) = back.hear_attach().await;
        assert_eq!(attach.seat_token, b"token");
        back.say(n, [goodbye(GoodbyeReason::Finished, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn comes_back_after_a_failed_storage_and_after_an_unknown_goodbye_if_asked() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        talk.say(n, [goodbye(99, Some(1))]);

        let mut failed = streams.recv().await.unwrap();
        let (n, _) = failed.hear_attach().await;
        failed.say(n, [goodbye(GoodbyeReason::StorageFailed, None)]);

        let mut last = streams.recv().await.unwrap();
        let (n, _) = last.hear_attach().await;
        last.say(n, [goodbye(99, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn ends_when_its_seat_is_refused() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        let reason = ErrorReason::TokenUnknown.into();
        talk.say(n, [Frame::Refused(Refusal { frame: "attach".into(), reason, ..Default::default() })]);
    });
    assert!(result.await.is_err());
}
