//! [`Process`]: one child process with its three pipes, and how it ended.
//!
//! Knows: frames, threads, real time. May not know: cells, journals. The child is not trusted: every
//! answer has a deadline, writing never blocks the caller, and its end is always collected.

use std::fmt;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::frame::{self, FrameError};
use super::message::{FromHost, ToHost, VERSION};

/// Bytes of the child's last words that are kept.
pub const TAIL_BYTES: usize = 1024;
/// How long a child may take to say that it is ready.
pub const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long a child whose pipe has ended may take to end as well.
const DYING: Duration = Duration::from_millis(500);
/// Answers that are read ahead of the caller.
const READ_AHEAD: usize = 16;

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

type Answer = Result<(FromHost, usize), FrameError>;

/// A running child. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    to: Sender<Vec<u8>>,
    from: Receiver<Answer>,
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
        let mut process = Process::spawn(program)
            .map_err(|error| StartError::Spawn(program.path.clone(), error))?;
        let engine = program.engine.to_owned();
        let hello = ToHost::Hello { version: VERSION, engine };
        let deadline = Instant::now() + program.handshake;
        let fault = match process.send(&hello).and_then(|()| process.receive(deadline)) {
            Ok((FromHost::Ready { version, engine }, _))
                if version == VERSION && engine == program.engine =>
            {
                return Ok(process);
            }
            Ok((FromHost::Rejected { reason }, _)) => {
                return Err(StartError::Rejected(program.path.clone(), reason));
            }
            Ok((FromHost::Ready { version, engine }, _)) => {
                Fault::Garbled(format!("as version {version} with engine `{engine}`"))
            }
            Ok(_) => Fault::Garbled(String::from("something before it was ready")),
            Err(fault) => fault,
        };
        Err(StartError::Handshake(program.path.clone(), fault, process.end()))
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
        let (Some(mut stdin), Some(mut stdout), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let (to, frames) = channel::<Vec<u8>>();
        thread::spawn(move || {
            use io::Write;
            for bytes in frames {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (answers, from) = sync_channel(READ_AHEAD);
        thread::spawn(move || {
            loop {
                let answer: Answer = frame::read(&mut stdout);
                let over = answer.is_err();
                if answers.send(answer).is_err() || over {
                    return;
                }
            }
        });
        let words = Arc::new(Mutex::new(Vec::new()));
        let (at_end, silent) = channel();
        let kept = words.clone();
        thread::spawn(move || {
            keep_tail(&mut stderr, &kept);
            let _ = at_end.send(());
        });
        Ok(Process { child, to, from, words, silent })
    }

    /// Has it ended by itself?
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Its number in the system.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a message; does not wait until the child has taken it.
    ///
    /// # Errors
    ///
    /// When the child is gone or the message is too long for a frame.
    pub fn send(&self, message: &ToHost) -> Result<(), Fault> {
        let bytes = frame::encode(message).map_err(|error| Fault::Garbled(error.to_string()))?;
        self.to.send(bytes).map_err(|_| Fault::Gone)
    }

    /// The next answer and how many bytes it had.
    ///
    /// # Errors
    ///
    /// When none comes in time, the child is gone, or it says something that is no answer.
    pub fn receive(&mut self, deadline: Instant) -> Result<(FromHost, usize), Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(left) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(FrameError::End | FrameError::Io(_))) => Err(Fault::Gone),
            // Its last frame was cut off because it ended; if it goes on, it is confused.
            Ok(Err(FrameError::Cut)) => Err(Fault::Gone),
            Ok(Err(error)) => Err(Fault::Garbled(error.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Slow),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Gone),
        }
    }

    /// Kills it unless it is ending already, and collects what is left of it.
    pub fn end(mut self) -> Death {
        let until = Instant::now() + DYING;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        self.finish(status)
    }

    /// Kills it at once.
    pub fn kill(mut self) -> Death {
        self.finish(None)
    }

    fn finish(&mut self, status: Option<ExitStatus>) -> Death {
        if status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // Something the child started may still hold the pipe: no waiting without end.
        let _ = self.silent.recv_timeout(DYING);
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        Death { status, words: String::from_utf8_lossy(&words).into_owned() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads to the end and keeps the last bytes.
fn keep_tail(from: &mut impl Read, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut piece) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&piece[..read]);
        let extra = kept.len().saturating_sub(TAIL_BYTES);
        kept.drain(..extra);
    }
}
