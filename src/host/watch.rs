//! [`Watch`]: the dog that kills a child when a turn takes too long, so that nobody has to wait with
//! one eye on the clock.

use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::patience::Patience;
use super::process::lock;

/// A thread that sleeps until the deadline of a turn. It is woken only when a turn ends sooner than
/// it expects to wake, so that short turns cost no switch of threads.
pub struct Watch(Arc<Kennel>);

#[derive(Default)]
struct Kennel {
    dog: Mutex<Dog>,
    bell: Condvar,
}

#[derive(Default)]
struct Dog {
    /// The turn that is watched.
    turn: Option<Patience>,
    /// When it wakes by itself; none is never.
    wakes: Option<Instant>,
    /// It has killed the child.
    bitten: bool,
    /// Nobody needs it any more.
    free: bool,
}

impl Watch {
    /// Watches over a child, without a turn at first.
    pub fn over(child: Arc<Mutex<Child>>) -> Watch {
        let kennel = Arc::new(Kennel::default());
        let its = kennel.clone();
        thread::spawn(move || its.watch(&child));
        Watch(kennel)
    }

    /// A turn begins.
    pub fn begin(&self, turn: Patience) {
        let mut dog = lock(&self.0.dog);
        if dog.wakes.is_none_or(|wakes| turn.deadline() < wakes) {
            self.0.bell.notify_one();
        }
        dog.turn = Some(turn);
    }

    /// The turn is over.
    pub fn end(&self) {
        lock(&self.0.dog).turn = None;
    }

    /// Was the child killed for a turn that took too long?
    pub fn has_bitten(&self) -> bool {
        lock(&self.0.dog).bitten
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        lock(&self.0.dog).free = true;
        self.0.bell.notify_one();
    }
}

impl Kennel {
    fn watch(&self, child: &Mutex<Child>) {
        let mut dog = lock(&self.dog);
        while !dog.free {
            let now = Instant::now();
            let Some(turn) = &mut dog.turn else {
                dog.wakes = None;
                dog = self.bell.wait(dog).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let deadline = turn.deadline();
            if now < deadline {
                dog.wakes = Some(deadline);
                let woken = self.bell.wait_timeout(dog, deadline - now);
                dog = woken.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            if turn.extend() {
                continue;
            }
            dog.turn = None;
            dog.bitten = true;
            let _ = lock(child).kill();
        }
    }
}
