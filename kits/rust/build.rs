//! Generates the messages from the protos: those beside the kit or, in a checkout, those at its root.

use std::{error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = ["protos", "../../protos"]
        .into_iter()
        .find(|folder| Path::new(folder).join("skyjo/v1").is_dir())
        .ok_or("copy the folder protos of the project here")?;
    println!("cargo::rerun-if-changed={folder}");
    let files = protox::compile(["skyjo/v1/lobby.proto", "skyjo/v1/play.proto"], [folder])?;
    tonic_prost_build::configure().server_mod_attribute(".", "#[cfg(test)]").compile_fds(files)?;
    Ok(())
}
