//! A complete SKYJO bot: this file sits down, strategy.rs chooses the moves, play.rs speaks with the server.

mod dial;
mod play;
#[cfg(test)]
mod play_test;
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
use tonic::Request;

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
    let [code, token, key, seed] =
        ["SKYJO_CODE", "SKYJO_TOKEN", "SKYJO_KEY", "SKYJO_SEED"].map(|name| setting(name, ""));
    let seed = match seed.as_str() {
        "" => rand::random(),
        text => text.parse().map_err(|_| "SKYJO_SEED must be a number from 0")?,
    };
    let count = setting("SKYJO_SEATS", "1").parse().unwrap_or(0);
    if count == 0 {
        return Err("SKYJO_SEATS must be a number from 1".into());
    }
    let secret = hex::decode(if token.is_empty() { &key } else { &token })
        .map_err(|_| "SKYJO_TOKEN and SKYJO_KEY must be hexadecimal")?;
    let mut bot = Bot::new(setting("SKYJO_SERVER", "127.0.0.1"), setting("SKYJO_NAME", "crab"), count, seed);
    if !code.is_empty() {
        join(&mut bot, &code).await?;
    } else if !token.is_empty() {
        bot.sit_down(secret);
    } else if !key.is_empty() {
        bot.key = Some(secret);
    } else {
        return Err("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY".into());
    }
    bot.play().await
}

/// Takes as many seats as wanted at the table with this code.
async fn join(bot: &mut Bot, code: &str) -> Result<(), String> {
    let endpoint = dial::endpoint(&bot.address)?;
    let channel = dial::patiently(&endpoint)
        .await
        .map_err(|why| format!("joining {code} as {}: {}", bot.name, dial::cause(&why)))?;
    let mut lobby = LobbyServiceClient::new(channel);
    for i in 1..=bot.count {
        let name = match i {
            1 => bot.name.clone(),
            _ => format!("{}{i}", bot.name), // names are unique at a table
        };
        let joiner = pb::Joiner {
            name: name.clone(),
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
        let answer = lobby
            .join_table(request)
            .await
            .map_err(|why| format!("joining {code} as {name}: {}", dial::cause(&why)))?;
        let seating = answer.into_inner().seating.unwrap_or_default();
        bot.sit_down(seating.seat_token);
    }
    Ok(())
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
