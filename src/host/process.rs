//! [`Process`]: one child process with its three pipes, and how it ended.
//!
//! Knows: frames, real time. May not know: cells, journals. The child is not trusted: whatever is
//! asked of it is asked under a deadline, and its end is always collected. Reading and writing block
//! the caller; when the deadline passes, `watch` kills the child and both come back.

use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::frame::{self, FrameError};
use super::message::{FromHost, ToHost, VERSION};
use super::patience::Patience;
use super::watch::Watch;

/// Bytes of the child's last words that are kept.
pub const TAIL_BYTES: usize = 1024;
/// How long a child may take to say that it is ready.
pub const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long a child whose pipe has ended may take to end as well.
const DYING: Duration = Duration::from_millis(500);

/// How a child is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The engine it is expected to run.
    pub engine: &'static str,
    /// How long it may take to be ready.
    pub handshake: Duration,
}

/// Why a child could not be started.
#[derive(Debug)]
pub enum StartError {
    /// The system refused.
    Spawn(PathBuf, io::Error),
    /// It did not say that it is ready.
    Handshake(PathBuf, Fault, Death),
    /// It said that it cannot work.
    Rejected(PathBuf, String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Handshake(path, fault, death) => {
                write!(f, "{} did not get ready: {fault}; {death}", path.display())
            }
            Self::Rejected(path, reason) => write!(f, "{} refused: {reason}", path.display()),
        }
    }
}

/// What can go wrong between two processes.
#[derive(Debug)]
pub enum Fault {
    /// No answer in time.
    Slow,
    /// The child has closed its pipe.
    Gone,
    /// The child said something that is no answer.
    Garbled(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slow => write!(f, "no answer in time"),
            Self::Gone => write!(f, "it closed its pipe"),
            Self::Garbled(what) => write!(f, "it answered {what}"),
        }
    }
}

/// How a child ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Death {
    /// Its status; none if it had to be killed.
    pub status: Option<ExitStatus>,
    /// The last [`TAIL_BYTES`] of its standard error.
    pub words: String,
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(status) => write!(f, "it ended with {status}")?,
            None => write!(f, "it was killed")?,
        }
        match self.words.trim() {
            "" => Ok(()),
            words => write!(f, ", saying: {words}"),
        }
    }
}

/// A running child. Dropping it kills it.
pub struct Process {
    child: Arc<Mutex<Child>>,
    id: u32,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    watch: Watch,
    words: Arc<Mutex<Vec<u8>>>,
    silent: Receiver<()>,
}

impl Process {
    /// Starts a child with nothing of our environment and waits until it is ready.
    ///
    /// # Errors
    ///
    /// When it cannot be started or does not answer the hello as it should.
    pub fn start(program: &Program) -> Result<Process, StartError> {
        let path = || program.path.clone();
        let mut process =
            Process::spawn(program).map_err(|error| StartError::Spawn(path(), error))?;
        let engine = program.engine.to_owned();
        let hello = ToHost::Hello { version: VERSION, engine };
        process.watch.begin(Patience::strict(program.handshake));
        // A child that has ended without reading the hello may still have said why.
        let _ = process.send(&hello);
        let answer = process.receive();
        process.watch.end();
        let fault = match answer {
            Ok((FromHost::Ready { version, engine }, _))
                if version == VERSION && engine == program.engine =>
            {
                return Ok(process);
            }
            Ok((FromHost::Rejected { reason }, _)) => {
                return Err(StartError::Rejected(path(), reason));
            }
            Ok((FromHost::Ready { version, engine }, _)) => {
                Fault::Garbled(format!("as version {version} with engine `{engine}`"))
            }
            Ok(_) => Fault::Garbled(String::from("something before it was ready")),
            Err(fault) => fault,
        };
        Err(StartError::Handshake(path(), fault, process.end()))
    }

    fn spawn(program: &Program) -> io::Result<Process> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).env_clear().env("TZ", "UTC").current_dir("/");
        // glibc would reserve address space for every thread's allocations.
        command.env("MALLOC_ARENA_MAX", "1");
        // Windows programs do not start without it.
        if let Some(root) = cfg!(windows).then(|| std::env::var_os("SystemRoot")).flatten() {
            command.env("SystemRoot", root);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(to), Some(from), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let words = Arc::new(Mutex::new(Vec::new()));
        let (at_end, silent) = channel();
        let kept = words.clone();
        thread::spawn(move || {
            keep_tail(&mut stderr, &kept);
            let _ = at_end.send(());
        });
        let id = child.id();
        let child = Arc::new(Mutex::new(child));
        let watch = Watch::over(child.clone());
        Ok(Process { child, id, to, from: BufReader::new(from), watch, words, silent })
    }

    /// Has it ended by itself?
    pub fn has_ended(&self) -> bool {
        !matches!(lock(&self.child).try_wait(), Ok(None))
    }

    /// Its number in the system.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Begins a turn: from here on, sending and receiving end with [`Fault::Slow`] when it takes
    /// longer than allowed.
    pub fn begin(&self, allowed: Duration) {
        self.watch.begin(Patience::new(self.id, allowed));
    }

    /// The turn is over.
    pub fn finish(&self) {
        self.watch.end();
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// When the child is gone, does not read, or the message is too long for a frame.
    pub fn send(&mut self, message: &ToHost) -> Result<(), Fault> {
        let bytes = frame::encode(message).map_err(|error| Fault::Garbled(error.to_string()))?;
        let sent = self.to.write_all(&bytes).and_then(|()| self.to.flush());
        sent.map_err(|_| self.gone())
    }

    /// The next answer and how many bytes it had.
    ///
    /// # Errors
    ///
    /// When none comes in time, the child is gone, or it says something that is no answer.
    pub fn receive(&mut self) -> Result<(FromHost, usize), Fault> {
        frame::read(&mut self.from).map_err(|error| match error {
            // A frame is cut off when the child ends inside it.
            FrameError::End | FrameError::Cut | FrameError::Io(_) => self.gone(),
            error => Fault::Garbled(error.to_string()),
        })
    }

    fn gone(&self) -> Fault {
        if self.watch.has_bitten() { Fault::Slow } else { Fault::Gone }
    }

    /// Kills it unless it is ending already, and collects what is left of it.
    pub fn end(self) -> Death {
        let until = Instant::now() + DYING;
        let status = loop {
            if self.watch.has_bitten() {
                break None;
            }
            let ended = lock(&self.child).try_wait();
            match ended {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        if status.is_none() {
            kill(&self.child);
        }
        // Something the child started may still hold the pipe: no waiting without end.
        let _ = self.silent.recv_timeout(DYING);
        let words = String::from_utf8_lossy(&lock(&self.words)).into_owned();
        Death { status, words }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&self.child);
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Kills a child and collects its status, so that nothing of it is left.
fn kill(child: &Mutex<Child>) {
    let mut child = lock(child);
    let _ = child.kill();
    let _ = child.wait();
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads to the end and keeps the last bytes.
fn keep_tail(from: &mut impl Read, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut piece) {
        let mut kept = lock(kept);
        kept.extend_from_slice(&piece[..read]);
        let extra = kept.len().saturating_sub(TAIL_BYTES);
        kept.drain(..extra);
    }
}
