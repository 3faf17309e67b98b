//! The bot against a scripted server.

use std::{collections::VecDeque, time::Duration};

use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::server::{Server, TcpIncoming};
use tonic::{Request, Response, Status, Streaming};

use crate::pb::play_service_server::{PlayService, PlayServiceServer};
use crate::pb::{client_frame::Frame as Answer, event::Kind, server_frame::Frame, *};
use crate::play::Bot;

/// Shows the script each stream that the bot opens.
struct Table(UnboundedSender<Talk>);

struct Talk {
    requests: Streaming<PlayRequest>,
    responses: UnboundedSender<Result<PlayResponse, Status>>,
    heard: VecDeque<ClientFrame>,
}

#[tonic::async_trait]
impl PlayService for Table {
    type PlayStream = UnboundedReceiverStream<Result<PlayResponse, Status>>;

    async fn play(&self, opened: Request<Streaming<PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        let (responses, stream) = unbounded_channel();
        let talk = Talk { requests: opened.into_inner(), responses, heard: VecDeque::new() };
        self.0.send(talk).map_err(|_| Status::unavailable("the script is over"))?;
        Ok(Response::new(stream.into()))
    }
}

impl Talk {
    /// The bot's next frame.
    async fn hear(&mut self) -> (u32, Answer) {
        while self.heard.is_empty() {
            let request = self.requests.message().await.expect("a living stream");
            self.heard.extend(request.expect("the bot to go on").frames);
        }
        let frame = self.heard.pop_front().unwrap();
        (frame.number, frame.frame.unwrap())
    }

    async fn hear_attach(&mut self) -> (u32, Attach) {
        match self.hear().await {
            (number, Answer::Attach(attach)) => (number, attach),
            other => panic!("{other:?} is no attach"),
        }
    }

    async fn hear_ready(&mut self) -> Ready {
        match self.hear().await {
            (_, Answer::Ready(ready)) => ready,
            other => panic!("{other:?} is no ready"),
        }
    }

    async fn hear_pong(&mut self) -> Pong {
        match self.hear().await {
            (_, Answer::Pong(pong)) => pong,
            other => panic!("{other:?} is no pong"),
        }
    }

    fn say<const N: usize>(&self, number: u32, frames: [Frame; N]) {
        let frames = frames.map(|frame| ServerFrame { number, frame: Some(frame) });
        self.responses.send(Ok(PlayResponse { frames: frames.into() })).expect("a bot that listens");
    }
}

/// Runs the bot against the script, both to their end.
async fn serve(mut bot: Bot, script: impl AsyncFnOnce(&mut UnboundedReceiver<Talk>)) -> Result<(), String> {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    bot.address = incoming.local_addr().unwrap().to_string();
    let (opened, mut streams) = unbounded_channel();
    let server = Server::builder().serve_with_incoming(PlayServiceServer::new(Table(opened)), incoming);
    tokio::select! {
        (result, ()) = async { tokio::join!(bot.play(), script(&mut streams)) } => result,
        ended = server => panic!("the server ended: {ended:?}"),
        () = tokio::time::sleep(Duration::from_secs(60)) => panic!("the bot did not do its part"),
    }
}

fn one_seat() -> Bot {
    let mut bot = Bot::new(String::new(), "crab".into(), 1, 7);
    bot.sit_down(b"secret".into());
    bot
}

fn welcome(stage: TableStage) -> Frame {
    Frame::Welcome(Welcome {
        game_id: "game".into(),
        next_number: 1,
        heartbeat_ms: 10_000,
        commitment: vec![1],
        deal_source: DealSource::Players.into(),
        presence: Some(Presence { stage: stage.into(), ..Default::default() }),
        ..Default::default()
    })
}

fn opening(commitment: u8, hashes: &[&[u8]]) -> Frame {
    let seat = |hash: &&[u8]| SeatOpening { entropy_hash: Some(hash.to_vec()), ..Default::default() };
    let seats = hashes.iter().map(seat).collect();
    Frame::Opening(Opening { commitment: vec![commitment], seats, ..Default::default() })
}

fn events<const N: usize>(first_number: u32, kinds: [Option<Kind>; N]) -> Frame {
    let events = kinds.map(|kind| Event { kind }).into();
    Frame::Events(Events { first_number, events })
}

fn round_ended(round: u32) -> Option<Kind> {
    Some(Kind::RoundEnded(RoundEnded { round, ..Default::default() }))
}

fn goodbye(reason: impl Into<i32>, retry_after_ms: Option<u32>) -> Frame {
    Frame::Goodbye(Goodbye { reason: reason.into(), retry_after_ms, address: String::new() })
}

#[tokio::test]
async fn opens_the_entropy_it_committed_to() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        talk.say(n, [welcome(TableStage::Gathering)]);
        let promise = talk.hear_ready().await;
        talk.say(n, [opening(1, &[b"others", promise.entropy_hash()])]);
        let opened = talk.hear_ready().await;
        assert_eq!((promise.commitment(), opened.commitment()), (&[1][..], &[1][..]));
        assert_eq!(opened.entropy().len(), 32);
        assert_eq!(Sha256::digest(opened.entropy()).as_slice(), promise.entropy_hash());
        talk.say(n, [goodbye(GoodbyeReason::Finished, None)]);
    });
    assert_eq!(result.await, Ok(()));
}

#[tokio::test]
async fn leaves_where_somebody_can_have_chosen_the_cards() {
    let result = serve(one_seat(), async |streams| {
        let mut talk = streams.recv().await.unwrap();
        let (n, _) = talk.hear_attach().await;
        talk.say(n, [welcome(TableStage::Gathering)]);
        let own = talk.hear_ready().await.entropy_hash().to_vec();
        talk.say(n, [opening(2, &[&own]), opening(1, &[b"others"]), opening(1, &[&own, b"others"])]);
        for _ in 0..3 {
            assert_eq!(talk.hear().await, (n, Answer::Resign(Resign {})));
        }
        talk.say(n, [goodbye(GoodbyeReason::Resigned, None)]);
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
