//! A server that plays a script, for the tests, and frames for it.

use std::{collections::VecDeque, time::Duration};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::server::{Server, TcpIncoming};
use tonic::{Request, Response, Status, Streaming};

use crate::pb::play_service_server::{PlayService, PlayServiceServer};
use crate::pb::{client_frame::Frame as Answer, event::Kind, server_frame::Frame, *};
use crate::play::Bot;

/// Shows the script each stream that the bot opens.
struct Table(UnboundedSender<Talk>);

pub struct Talk {
    requests: Streaming<PlayRequest>,
    pub responses: UnboundedSender<Result<PlayResponse, Status>>,
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
    pub async fn hear(&mut self) -> (u32, Answer) {
        while self.heard.is_empty() {
            let request = self.requests.message().await.expect("a living stream");
            self.heard.extend(request.expect("the bot to go on").frames);
        }
        let frame = self.heard.pop_front().unwrap();
        (frame.number, frame.frame.unwrap())
    }

    pub async fn hear_attach(&mut self) -> (u32, Attach) {
        match self.hear().await {
            (number, Answer::Attach(attach)) => (number, attach),
            other => panic!("{other:?} is no attach"),
        }
    }

    pub async fn hear_ready(&mut self) -> Ready {
        match self.hear().await {
            (_, Answer::Ready(ready)) => ready,
            other => panic!("{other:?} is no ready"),
        }
    }

    pub async fn hear_pong(&mut self) -> Pong {
        match self.hear().await {
            (_, Answer::Pong(pong)) => pong,
            other => panic!("{other:?} is no pong"),
        }
    }

    pub fn say<const N: usize>(&self, number: u32, frames: [Frame; N]) {
        let frames = frames.map(|frame| ServerFrame { number, frame: Some(frame) });
        self.responses.send(Ok(PlayResponse { frames: frames.into() })).expect("a bot that listens");
    }
}

/// Runs the bot against the script, both to their end.
pub async fn serve(mut bot: Bot, script: impl AsyncFnOnce(&mut UnboundedReceiver<Talk>)) -> Result<(), String> {
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

pub fn welcome(stage: TableStage) -> Frame {
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

pub fn opening(commitment: u8, hashes: &[&[u8]]) -> Frame {
    let seat = |hash: &&[u8]| SeatOpening { entropy_hash: Some(hash.to_vec()), ..Default::default() };
    let seats = hashes.iter().map(seat).collect();
    Frame::Opening(Opening { game_id: "game".into(), commitment: vec![commitment], seats })
}

pub fn events<const N: usize>(first_number: u32, kinds: [Option<Kind>; N]) -> Frame {
    let events = kinds.map(|kind| Event { kind }).into();
    Frame::Events(Events { first_number, events })
}

pub fn goodbye(reason: impl Into<i32>, retry_after_ms: Option<u32>) -> Frame {
    Frame::Goodbye(Goodbye { reason: reason.into(), retry_after_ms, address: String::new() })
}
