//! The world's side of cells: the room that they live in, and the time that passes for it.

use std::sync::Arc;

use super::record::{Effect, When};
use super::room::Room;
use super::room::rules::{HOST_LOST, IDS_STALE, NO_HOST_TO_LOSE, VALUES_LOST};
use super::world::{World, effect};
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
            .unwrap_or_else(|| Box::new(Room::new(self.engine.clone(), &self.cell_options)))
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

    /// The engine host is gone; what that does, part by part.
    pub(super) fn lose_host(&mut self) -> Vec<Effect> {
        let (cells, values) = match &self.room {
            Some(room) => (room.running(), room.stored()),
            None => (0, 0),
        };
        if !self.with_room(Room::lose_host) {
            return vec![effect("the engine host", When::Never, NO_HOST_TO_LOSE.decide())];
        }
        let cells = HOST_LOST.with([("cells", cells.into())]);
        let values = VALUES_LOST.with([("values", values.into())]);
        vec![
            effect("cells and open calls", When::Now, cells),
            effect("stored values", When::Now, values),
            effect("ids of cells", When::Now, IDS_STALE.decide()),
        ]
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
