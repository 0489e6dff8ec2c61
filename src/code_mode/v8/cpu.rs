//! How much processor time a thread has used: what a cell may spend must not depend on how busy the
//! machine is.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The clock of one thread.
pub(super) struct Clock {
    #[cfg(target_os = "linux")]
    id: Option<libc::clockid_t>,
    started: Instant,
}

impl Clock {
    /// The clock of a thread that is running.
    pub(super) fn of<T>(thread: &JoinHandle<T>) -> Clock {
        Clock {
            #[cfg(target_os = "linux")]
            id: linux::clock_of(thread),
            started: Instant::now(),
        }
    }

    /// Processor time since the thread started; real time where the system does not tell, or when
    /// the thread has ended.
    pub(super) fn spent(&self) -> Duration {
        #[cfg(target_os = "linux")]
        if let Some(spent) = self.id.and_then(linux::read) {
            return spent;
        }
        self.started.elapsed()
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::thread::JoinHandleExt;
    use std::thread::JoinHandle;
    use std::time::Duration;

    pub(super) fn clock_of<T>(thread: &JoinHandle<T>) -> Option<libc::clockid_t> {
        let mut id = 0;
        // SAFETY: the thread was not joined, so its id is valid; `id` lives through the call.
        let failed = unsafe { libc::pthread_getcpuclockid(thread.as_pthread_t(), &raw mut id) };
        (failed == 0).then_some(id)
    }

    pub(super) fn read(id: libc::clockid_t) -> Option<Duration> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: a clock that is gone is an error of the call; `time` lives through it.
        let failed = unsafe { libc::clock_gettime(id, &raw mut time) };
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let nanos = u32::try_from(time.tv_nsec).ok()?;
        (failed == 0).then(|| Duration::new(seconds, nanos))
    }
}
