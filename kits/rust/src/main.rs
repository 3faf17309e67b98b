//! A complete SKYJO bot: this file sits down, strategy.rs chooses the moves, play.rs speaks with the server.

mod dial;
#[cfg(test)]
mod dial_test;
mod play;
#[cfg(test)]
mod play_test;
#[cfg(test)]
mod scripted;
mod seat;
#[cfg(test)]
mod seat_test;
mod strategy;

/// Generated from the protos, whose comments explain every field.
#[allow(clippy::all, dead_code)]
mod pb {
    tonic::include_proto!("skyjo.v1");
}

use std::{env, process::ExitCode, time::Duration};

use tokio::{select, signal};
use tonic::{Request, transport::Channel};

use pb::lobby_service_client::LobbyServiceClient;
use play::{Bot, PROGRAM, VERSION};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let result = select! {
        result = run() => result,
        () = interrupted() => Ok(()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Takes up what the environment names (keys and tokens never stand in a command line) and plays.
async fn run() -> Result<(), String> {
    let count = number("SKYJO_SEATS", 1, 1024)?.unwrap_or(1) as u32;
    let seed = number("SKYJO_SEED", 0, u64::MAX)?.unwrap_or_else(rand::random);
    let (code, token, key) = (setting("SKYJO_CODE", ""), secret("SKYJO_TOKEN")?, secret("SKYJO_KEY")?);
    if !key.is_empty() && !(16..=64).contains(&key.len()) {
        return Err("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits".into());
    }
    let mut bot = Bot::new(setting("SKYJO_SERVER", "127.0.0.1"), setting("SKYJO_NAME", "crab"), count, seed);
    dial::endpoint(&bot.address)?; // it would be no better later
    if !code.is_empty() {
        join(&mut bot, &code).await?;
    } else if !token.is_empty() {
        bot.sit_down(token);
    } else if !key.is_empty() {
        bot.key = Some(key);
    } else {
        return Err("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY".into());
    }
    bot.play().await
}

/// Takes as many seats as wanted at the table with this code, all of them or none.
async fn join(bot: &mut Bot, code: &str) -> Result<(), String> {
    let endpoint = dial::endpoint(&bot.address)?;
    let channel = dial::patiently(&endpoint).await.map_err(|why| {
        let at = endpoint.uri().authority().map_or("", |authority| authority.as_str());
        let cause = dial::cause(&why);
        format!("joining {code} as {}: no server answers at {at}, or none that is to be believed: {cause}", bot.name)
    })?;
    let mut lobby = LobbyServiceClient::new(channel);
    let mut tokens = Vec::new();
    for i in 1..=bot.count {
        let name = match i {
            1 => bot.name.clone(),
            _ => format!("{}{i}", bot.name), // names are unique at a table
        };
        match take(&mut lobby, code, &name).await {
            Ok(token) => tokens.push(token),
            Err(why) => {
                for seat_token in tokens {
                    let mut request = Request::new(pb::LeaveTableRequest { seat_token });
                    request.set_timeout(Duration::from_secs(5));
                    _ = lobby.leave_table(request).await; // else the server frees it in time
                }
                return Err(format!("joining {code} as {name}: {why}"));
            }
        }
    }
    tokens.into_iter().for_each(|token| bot.sit_down(token));
    Ok(())
}

/// Takes a seat; the result is its token.
async fn take(lobby: &mut LobbyServiceClient<Channel>, code: &str, name: &str) -> Result<Vec<u8>, String> {
    let joiner = pb::Joiner {
        name: name.into(),
        kind: pb::PlayerKind::Bot.into(),
        client_name: PROGRAM.into(),
        version: Some(VERSION),
        ..Default::default()
    };
    let mut request = Request::new(pb::JoinTableRequest {
        table: Some(pb::join_table_request::Table::Code(code.into())),
        joiner: Some(joiner),
        ..Default::default()
    });
    request.set_timeout(Duration::from_secs(5));
    let answer = lobby.join_table(request).await.map_err(|why| dial::cause(&why))?;
    Ok(answer.into_inner().seating.unwrap_or_default().seat_token)
}

/// A number, where the environment says one.
fn number(name: &str, least: u64, most: u64) -> Result<Option<u64>, String> {
    let text = setting(name, "");
    if text.is_empty() {
        return Ok(None);
    }
    let digits = text.bytes().all(|one| one.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
    number.map(Some).ok_or_else(|| format!("{name} must be a number from {least} to {most}"))
}

/// The bytes that a variable has in hexadecimal digits.
fn secret(name: &str) -> Result<Vec<u8>, String> {
    hex::decode(setting(name, "")).map_err(|_| format!("{name} must be hexadecimal digits, two for each byte"))
}

fn setting(name: &str, otherwise: &str) -> String {
    match env::var(name) {
        Ok(text) if !text.is_empty() => text,
        _ => otherwise.into(),
    }
}

async fn interrupted() {
    #[cfg(unix)]
    if let Ok(mut terminated) = signal::unix::signal(signal::unix::SignalKind::terminate()) {
        select! {
            _ = terminated.recv() => return,
            _ = signal::ctrl_c() => return,
        }
    }
    _ = signal::ctrl_c().await;
}
