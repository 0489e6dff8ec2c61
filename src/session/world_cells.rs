//! The world's side of cells: the room that they live in, and the time that passes for it.

use std::sync::Arc;

use super::room::Room;
use super::world::World;
use crate::code_mode::answer::ObserverId;
use crate::code_mode::unified_exec::{ProcessScript, UnifiedExec};

/// The scripted processes, if there are any.
pub(super) fn shell(processes: &Arc<[ProcessScript]>) -> Option<UnifiedExec> {
    (!processes.is_empty()).then(|| UnifiedExec::new(processes.clone()))
}

impl World {
    /// Takes the room out, so that it can look at the world; makes it when there is none.
    /// Whoever takes it puts it back.
    pub(super) fn take_room(&mut self) -> Box<Room> {
        self.room
            .take()
            .unwrap_or_else(|| Box::new(Room::new(self.engine.clone(), self.cell_options)))
    }

    /// See [`World::take_room`].
    pub(super) fn put_back(&mut self, room: Box<Room>) {
        self.room = Some(room);
    }

    fn with_room<T: Default>(&mut self, act: impl FnOnce(&mut Room, &mut World) -> T) -> T {
        let Some(mut room) = self.room.take() else { return T::default() };
        let result = act(&mut room, self);
        self.room = Some(room);
        result
    }

    /// Lets one thing happen in the room that is due now. Was there any?
    pub fn settle_room(&mut self) -> bool {
        self.with_room(Room::progress)
    }

    /// A caller goes without its answer.
    pub fn leave_room(&mut self, observer: ObserverId) {
        self.with_room(|room, world| room.give_up(world, observer));
    }

    /// The user's interruption ends all cells.
    pub fn interrupt_cells(&mut self) {
        self.with_room(Room::interrupt);
    }

    /// When anything happens next by itself to cells, nested calls or scripted processes.
    pub fn next_cell_ms(&self) -> Option<u64> {
        let room = self.room.as_ref().and_then(|room| room.next_ms(self.now_ms));
        let shell = self.shell.as_ref().and_then(UnifiedExec::next_ms);
        let shell = shell.filter(|at| *at > self.now_ms);
        room.into_iter().chain(shell).min()
    }
}
