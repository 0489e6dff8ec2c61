//! Says in three lines what to do when the feature `v8` is on and V8's archive cannot be had.
//!
//! The `v8` crate fetches the archive in its build script, and when that fails it tries again for half
//! a minute and then shows two stack traces. This script runs before it, because the other one uses the
//! crate that this one belongs to; and where this one fails the other one is never started.

use std::env;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Where the `v8` crate gets its archive when nothing else is said.
const HOST: &str = "github.com:443";
/// How long to knock there.
const PATIENCE: Duration = Duration::from_secs(3);
/// Settings of the `v8` crate under which it needs no archive from the usual place. Behind a proxy
/// knocking at the door says nothing.
const ELSEWHERE: [&str; 7] = [
    "DOCS_RS",
    "RUSTY_V8_MIRROR",
    "RUSTY_V8_SKIP_DOWNLOAD",
    "V8_FROM_SOURCE",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for name in ELSEWHERE.into_iter().chain(["RUSTY_V8_ARCHIVE"]) {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let Err(why) = archive() else { return };
    println!("cargo::error=the feature `v8` of freezeframe needs the archive of V8: {why}");
    println!(
        "cargo::error=with open internet the feature is enough: the archive is downloaded from \
         {HOST} (HTTPS_PROXY and RUSTY_V8_MIRROR are followed)"
    );
    println!(
        "cargo::error=in a closed network say where the archive of crate v8 152.2.0 is, \
         RUSTY_V8_ARCHIVE=/absolute/path/librusty_v8.a.gz, or build without the feature: cells then \
         run on boa"
    );
}

/// Can the `v8` crate get its archive?
fn archive() -> Result<(), String> {
    if let Some(archive) = env::var_os("RUSTY_V8_ARCHIVE") {
        return named(Path::new(&archive));
    }
    let elsewhere = ELSEWHERE.into_iter().any(|name| env::var_os(name).is_some());
    if elsewhere || is_fetched() || answers() {
        return Ok(());
    }
    Err(format!("RUSTY_V8_ARCHIVE is not set and {HOST} does not answer"))
}

fn named(archive: &Path) -> Result<(), String> {
    let shown = archive.display();
    if shown.to_string().starts_with("http") {
        return Ok(());
    }
    if archive.is_relative() {
        return Err(format!("RUSTY_V8_ARCHIVE={shown} is not an absolute path"));
    }
    if !archive.exists() {
        return Err(format!("RUSTY_V8_ARCHIVE={shown} does not exist"));
    }
    Ok(())
}

/// Was the archive fetched before? The `v8` crate keeps it beside the build folders of the profile,
/// also of a profile for another target, and in cargo's home.
fn is_fetched() -> bool {
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    let profile = out.ancestors().nth(3).unwrap_or(&out);
    let target = env::var_os("TARGET").unwrap_or_default();
    let name = profile.file_name().unwrap_or_default();
    let other = profile.parent().unwrap_or(profile).join(target).join(name);
    let has_library = |profile: &Path| profile.join("gn_out/obj/librusty_v8.a").exists();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cache = home.map(|home| home.join(".rusty_v8"));
    has_library(profile)
        || has_library(&other)
        || cache.is_some_and(|cache| cache.read_dir().is_ok_and(|mut files| files.next().is_some()))
}

/// Does the usual place answer in time? Looking its name up may take longer than connecting, so
/// both happen on a thread that nobody waits for.
fn answers() -> bool {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let addresses = HOST.to_socket_addrs().into_iter().flatten();
        let open =
            addresses.into_iter().any(|at| TcpStream::connect_timeout(&at, PATIENCE).is_ok());
        let _ = sender.send(open);
    });
    receiver.recv_timeout(PATIENCE).unwrap_or(false)
}
