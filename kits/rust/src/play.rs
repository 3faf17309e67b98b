//! Speaks with the server: plays any number of seats over one stream, and comes back when it is lost.

use std::{collections::BTreeMap, mem, time::Duration};

use rand::random;
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::{sleep, timeout},
};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::Status;

use crate::dial;
use crate::pb::{
    Assigned, Attach, ClientFrame, Enlist, ErrorReason, Goodbye, GoodbyeReason, PlayRequest, Pong, ProtocolVersion,
    Refusal, Resume, ServerFrame, client_frame::Frame as Answer, play_service_client::PlayServiceClient,
    server_frame::Frame,
};
use crate::seat::{Seat, name};

pub const PROGRAM: &str = "skyjo-rust/1";
pub const VERSION: ProtocolVersion = ProtocolVersion { major: 1, minor: 0 };
const FRAMES_AT_MOST: usize = 1024;
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Plays all its seats over one stream.
#[derive(Default)]
pub struct Bot {
    pub address: String,
    pub name: String,
    /// Set when the server assigns the seats.
    pub key: Option<Vec<u8>>,
    pub count: u32,
    seed: u64,
    /// Seats that are not on the stream.
    away: Vec<Seat>,
    stream: Stream,
}

/// What is true of one stream only. A number names a seat (or the enlistment) on it.
#[derive(Default)]
struct Stream {
    seats: BTreeMap<u32, Seat>,
    enlistment: Option<u32>,
    used: u32,
    out: Vec<ClientFrame>,
    /// After this long without a word the server is gone.
    silence: Duration,
    welcomed: bool,
    come_after: Duration,
}

/// Why a stream ended before everything was played.
enum End {
    ForGood(String),
    Lost(String),
}

impl Bot {
    pub fn new(address: String, name: String, count: u32, seed: u64) -> Self {
        Self { address, name, count, seed, ..Self::default() }
    }

    /// A seat to take up with its token.
    pub fn sit_down(&mut self, token: Vec<u8>) {
        self.away.push(Seat::new(token, self.seed));
    }

    /// Serves one stream after another until nothing is left to play.
    pub async fn play(&mut self) -> Result<(), String> {
        let mut pause = SHORTEST_PAUSE;
        loop {
            let why = match self.serve().await {
                Ok(()) => return Ok(()),
                Err(End::ForGood(why)) => return Err(why),
                Err(End::Lost(why)) => why,
            };
            if self.stream.welcomed {
                pause = SHORTEST_PAUSE;
            }
            // Random: many bots must not come back at one instant.
            let wait = pause.mul_f64(0.5 + random::<f64>()).max(self.stream.come_after);
            eprintln!("stream lost: {why}; trying again in {} ms", wait.as_millis());
            sleep(wait).await;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
    }

    /// Serves one stream: answers each response with at most one request.
    async fn serve(&mut self) -> Result<(), End> {
        let endpoint = dial::endpoint(&self.address).map_err(End::ForGood)?;
        self.begin();
        let (requests, outgoing) = unbounded_channel();
        self.send(&requests);
        let mut client = PlayServiceClient::new(endpoint.connect_lazy());
        let opening = client.play(UnboundedReceiverStream::new(outgoing));
        let mut responses = within(self.stream.silence, opening).await?.into_inner();
        while self.stream.enlistment.is_some() || !self.stream.seats.is_empty() {
            let response = within(self.stream.silence, responses.message()).await?;
            for frame in response.ok_or_else(|| End::Lost("the server ended it".into()))?.frames {
                self.hear(frame)?;
            }
            self.send(&requests);
        }
        Ok(())
    }

    fn send(&mut self, requests: &UnboundedSender<PlayRequest>) {
        let mut frames = mem::take(&mut self.stream.out).into_iter().peekable();
        while frames.peek().is_some() {
            let frames = frames.by_ref().take(FRAMES_AT_MOST).collect();
            _ = requests.send(PlayRequest { frames }); // the responses know why it failed
        }
    }

    /// Enlists, or attaches the seats: an enlisted bot is given those it has again.
    fn begin(&mut self) {
        self.away.extend(mem::take(&mut self.stream).seats.into_values());
        self.stream.silence = Duration::from_secs(30);
        let Some(key) = &self.key else {
            for seat in mem::take(&mut self.away) {
                self.attach(seat);
            }
            return;
        };
        let enlist = Enlist {
            version: Some(VERSION),
            key: key.clone(),
            name: self.name.clone(),
            client_name: PROGRAM.into(),
            seats: self.count,
            ..Default::default()
        };
        self.stream.enlistment = Some(self.stream.introduce(Answer::Enlist(enlist)));
    }

    fn attach(&mut self, seat: Seat) {
        let resume = Resume { game_id: seat.game.clone(), after: seat.latest };
        let number = self.stream.introduce(Answer::Attach(Attach {
            version: Some(VERSION),
            seat_token: seat.token.clone(),
            client_name: PROGRAM.into(),
            resume: (!seat.game.is_empty()).then_some(resume),
            ..Default::default()
        }));
        self.stream.seats.insert(number, seat);
    }

    /// Takes one frame; an error ends the stream. Kinds and numbers that it does not know are skipped.
    fn hear(&mut self, frame: ServerFrame) -> Result<(), End> {
        let ServerFrame { number, frame: Some(frame) } = frame else { return Ok(()) };
        let enlisted = self.stream.enlistment == Some(number);
        let seat = self.stream.seats.get_mut(&number);
        if !enlisted && seat.is_none() {
            return Ok(());
        }
        match (frame, seat) {
            (Frame::Refused(refusal), _) => return self.refused(number, &refusal),
            (Frame::Goodbye(goodbye), _) => return self.goodbye(number, goodbye),
            (Frame::Heartbeat(heartbeat), None) => {
                let pong = Pong { nonce: heartbeat.nonce, latest_number: 0 };
                self.stream.say(number, Answer::Pong(pong));
            }
            (Frame::Enlisted(enlisted), None) => {
                eprintln!("waiting for work as {}", self.name);
                self.stream.welcomed(enlisted.heartbeat_ms);
            }
            (Frame::Assigned(assigned), None) => self.take(assigned),
            (frame, Some(seat)) => {
                let heartbeat = match &frame {
                    Frame::Welcome(welcome) => Some(welcome.heartbeat_ms),
                    _ => None,
                };
                let answer = seat.hear(frame).map_err(End::Lost)?;
                heartbeat.into_iter().for_each(|ms| self.stream.welcomed(ms));
                answer.into_iter().for_each(|answer| self.stream.say(number, answer));
            }
            _ => {}
        }
        Ok(())
    }

    /// Attaches an assigned seat. One that the bot had before keeps its state and has a new token.
    fn take(&mut self, assigned: Assigned) {
        let place = (assigned.table_id.clone(), assigned.seat());
        let known = self.stream.seats.extract_if(.., |_, seat| seat.place == place).map(|(_, seat)| seat);
        let known = known.chain(self.away.extract_if(.., |seat| seat.place == place)).last();
        let mut seat = known.unwrap_or_else(|| Seat::new(Vec::new(), self.seed ^ assigned.bot_seed()));
        (seat.place, seat.token) = (place, assigned.seat_token);
        self.attach(seat);
    }

    fn refused(&mut self, number: u32, refusal: &Refusal) -> Result<(), End> {
        let reason = name(refusal.reason, ErrorReason::as_str_name);
        eprintln!("{} refused: {reason}", refusal.frame);
        if !["attach", "enlist"].contains(&refusal.frame.as_str()) {
            return Ok(());
        }
        if let Some(ms) = refusal.retry_after_ms {
            return Err(self.come_back(ms, &reason));
        }
        self.drop(number);
        match self.stream.enlistment.is_none() && self.stream.seats.is_empty() {
            true => Err(End::ForGood("the server refuses this bot".into())),
            false => Ok(()),
        }
    }

    /// Drops a seat for good or, when it is to come back, ends the stream: the other seats lose only a moment.
    fn goodbye(&mut self, number: u32, goodbye: Goodbye) -> Result<(), End> {
        use GoodbyeReason::*;
        let reason = name(goodbye.reason, GoodbyeReason::as_str_name);
        let back = match GoodbyeReason::try_from(goodbye.reason) {
            Ok(SlowReader | Silent | StorageFailed) => true,
            Ok(Draining) | Err(_) => goodbye.retry_after_ms.is_some(),
            Ok(_) => false,
        };
        if !back {
            eprintln!("goodbye: {reason}");
            self.drop(number);
            return Ok(());
        }
        let after = goodbye.retry_after_ms();
        if !goodbye.address.is_empty() {
            self.address = goodbye.address;
        }
        Err(self.come_back(after, &reason))
    }

    fn come_back(&mut self, after_ms: u32, why: &str) -> End {
        self.stream.come_after = Duration::from_millis(after_ms.into());
        End::Lost(format!("asked to come back: {why}"))
    }

    /// Forgets a number and its seat, or the enlistment: its seats are attached from then on.
    fn drop(&mut self, number: u32) {
        if self.stream.seats.remove(&number).is_none() {
            (self.key, self.stream.enlistment) = (None, None);
        }
    }
}

impl Stream {
    /// Says something under a number of its own.
    fn introduce(&mut self, answer: Answer) -> u32 {
        self.used += 1;
        self.say(self.used, answer);
        self.used
    }

    fn say(&mut self, number: u32, answer: Answer) {
        self.out.push(ClientFrame { number, frame: Some(answer) });
    }

    fn welcomed(&mut self, heartbeat_ms: u32) {
        self.welcomed = true;
        self.silence = 3 * Duration::from_millis(heartbeat_ms.into());
    }
}

async fn within<T>(silence: Duration, answer: impl Future<Output = Result<T, Status>>) -> Result<T, End> {
    let answer = timeout(silence, answer).await;
    let answer = answer.map_err(|_| End::Lost("the server is silent".into()))?;
    answer.map_err(|status| End::Lost(dial::cause(&status)))
}
