//! One seat: what it answers, and what it has to remember for that.

use rand::{SeedableRng, rngs::StdRng};
use sha2::{Digest, Sha256};

use crate::pb::{
    self, Act, Decision, ErrorReason, Events, Heartbeat, Opening, Pong, Ready, Receipt, Resign, TableStage, Verdict,
    Welcome, client_frame::Frame as Answer, event::Kind, server_frame::Frame,
};
use crate::strategy::{anything, choose};

/// A place at a table, with what a reconnect needs.
#[derive(Default)]
pub struct Seat {
    pub token: Vec<u8>,
    /// Table and seat, where the server assigned it.
    pub place: (String, u32),
    seed: u64,
    /// The game of the latest welcome.
    pub game: String,
    /// Number of the last event processed.
    pub latest: u32,
    /// The server's part in the cards, and this seat's.
    commitment: Vec<u8>,
    entropy: Option<[u8; 32]>,
    /// All that the opening showed.
    hashes: Vec<Option<Vec<u8>>>,
    /// Entropy for which no opening has asked yet.
    promised: bool,
    /// Number of the last event that there was at the latest heartbeat.
    announced: u32,
    /// The latest decision, until its answer is refused.
    asked: Option<Decision>,
    /// Why the seat was given up, though its goodbye may be lost with a stream.
    left: Option<&'static str>,
}

impl Seat {
    pub fn new(token: Vec<u8>, seed: u64) -> Self {
        Self { token, seed, ..Self::default() }
    }

    /// Takes one frame; an error asks for a new stream. Kinds that it does not know are skipped.
    pub fn hear(&mut self, frame: Frame) -> Result<Option<Answer>, String> {
        match (&frame, self.left) {
            (Frame::Heartbeat(heartbeat), _) => return self.live(heartbeat).map(Some),
            (Frame::Welcome(_), Some(why)) => return Ok(Some(self.leave(why))),
            (_, Some(_)) => return Ok(None),
            (_, None) => {}
        }
        let dealt = shows_cards(&frame);
        let answer = match frame {
            Frame::Welcome(welcome) => self.enter(welcome).map(Answer::Ready),
            Frame::Opening(opening) => self.open(opening),
            Frame::Events(events) => self.follow(&events)?.map(Answer::Ready),
            Frame::Decision(decision) if !self.promised => {
                let act = self.act(&decision);
                self.asked = Some(decision);
                Some(Answer::Act(act))
            }
            Frame::Receipt(receipt) => self.judged(&receipt),
            _ => None,
        };
        if dealt && self.promised {
            return Ok(Some(self.leave("cards are dealt although nobody asked for the entropy")));
        }
        Ok(answer)
    }

    /// Begins or resumes a game. New entropy is for a new commitment or game only: what was promised has to be opened.
    fn enter(&mut self, welcome: Welcome) -> Option<Ready> {
        self.latest = welcome.next_number.saturating_sub(1);
        self.announced = 0;
        if (&welcome.game_id, &welcome.commitment) != (&self.game, &self.commitment) {
            let shared = welcome.deal_source() == pb::DealSource::Players;
            (self.entropy, self.hashes, self.promised) = (shared.then(rand::random), Vec::new(), false);
        }
        let stage = welcome.presence.unwrap_or_default().stage();
        (self.game, self.commitment) = (welcome.game_id, welcome.commitment);
        match stage {
            TableStage::Gathering => Some(self.promise()),
            TableStage::BetweenRounds => Some(Ready::default()),
            _ => None,
        }
    }

    /// Ready for the game, with a part in the shuffling so that nobody can choose the cards.
    fn promise(&mut self) -> Ready {
        self.promised = self.entropy.is_some() && self.hashes.is_empty();
        let hash = self.entropy.map(|entropy| Sha256::digest(entropy).to_vec());
        Ready { entropy_hash: hash, ..self.answer() }
    }

    /// Shows the entropy that was promised, or leaves a table where somebody can have chosen the cards.
    fn open(&mut self, opening: Opening) -> Option<Answer> {
        let entropy = self.entropy?;
        let own = Some(Sha256::digest(entropy).to_vec());
        let hashes: Vec<_> = opening.seats.into_iter().map(|seat| seat.entropy_hash).collect();
        let as_before = self.hashes.is_empty() || self.hashes == hashes;
        let shown = as_before && hashes.contains(&own);
        (self.hashes, self.promised) = (hashes, false);
        if !shown || opening.game_id != self.game || opening.commitment != self.commitment {
            return Some(self.leave("this opening is not what was promised"));
        }
        Some(Answer::Ready(Ready { entropy: Some(entropy.into()), ..self.answer() }))
    }

    /// Gives the seat up, for good: it answers nothing more, and every welcome like this.
    fn leave(&mut self, why: &'static str) -> Answer {
        eprintln!("leaving: {why}");
        self.left = Some(why);
        Answer::Resign(Resign {})
    }

    fn answer(&self) -> Ready {
        Ready { commitment: Some(self.commitment.clone()), ..Ready::default() }
    }

    /// Counts events, and is ready after a round that ended in new ones and after which the game goes on.
    fn follow(&mut self, events: &Events) -> Result<Option<Ready>, String> {
        let first = events.first_number;
        if first > self.latest + 1 {
            return Err(self.missing(first - 1));
        }
        let mut ended = None;
        for (number, event) in (first..).zip(&events.events) {
            match &event.kind {
                Some(Kind::RoundEnded(end)) if number > self.latest => ended = Some(end.round),
                Some(Kind::Dealt(_) | Kind::GameEnded(_)) => ended = None,
                _ => {}
            }
        }
        self.latest = self.latest.max((first + events.events.len() as u32).saturating_sub(1));
        Ok(ended.map(|round| Ready { round: Some(round), ..Ready::default() }))
    }

    fn act(&self, decision: &Decision) -> Act {
        // The same decision, sent again, is to get the same answer: its id is part of the seed.
        let viewer = decision.view.as_ref().map_or(0, pb::View::viewer);
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..12].copy_from_slice(&viewer.to_le_bytes());
        seed[12..16].copy_from_slice(&decision.decision_id.to_le_bytes());
        let action = choose(decision, &mut StdRng::from_seed(seed));
        Act { decision_id: decision.decision_id, action: Some(action), note: None }
    }

    /// Acts again where an act was not legal, and gives the seat up where that was not either.
    fn judged(&mut self, receipt: &Receipt) -> Option<Answer> {
        if receipt.reason != 0 {
            let verdict = name(receipt.verdict, Verdict::as_str_name);
            let reason = name(receipt.reason, ErrorReason::as_str_name);
            eprintln!("decision {}: {verdict}, {reason}", receipt.decision_id);
        }
        if !matches!(receipt.verdict(), Verdict::Illegal | Verdict::Malformed) {
            return None;
        }
        let id = receipt.decision_id;
        let again = self.asked.take().filter(|asked| asked.decision_id == id);
        Some(match again.map(|asked| anything(&asked)) {
            Some(action) => Answer::Act(Act { decision_id: id, action: Some(action), note: None }),
            None => self.leave("no answer to this decision is accepted"),
        })
    }

    /// Answers a heartbeat, unless what the one before announced has not come.
    fn live(&mut self, heartbeat: &Heartbeat) -> Result<Answer, String> {
        if self.announced > self.latest && self.left.is_none() {
            return Err(self.missing(self.announced));
        }
        self.announced = heartbeat.latest_number;
        Ok(Answer::Pong(Pong { nonce: heartbeat.nonce, latest_number: self.latest }))
    }

    fn missing(&self, last: u32) -> String {
        format!("events from {} to {last} are missing", self.latest + 1)
    }
}

/// Whether a frame shows that cards are dealt.
fn shows_cards(frame: &Frame) -> bool {
    match frame {
        Frame::Welcome(welcome) => welcome.view.is_some(),
        Frame::Events(events) => events.events.iter().any(|event| matches!(event.kind, Some(Kind::Dealt(_)))),
        Frame::Decision(_) => true,
        _ => false,
    }
}

/// The name of a value of an enum; of one that this program does not know, its number.
pub fn name<E: TryFrom<i32>>(value: i32, known: fn(&E) -> &'static str) -> String {
    E::try_from(value).map_or_else(|_| value.to_string(), |value| known(&value).into())
}
