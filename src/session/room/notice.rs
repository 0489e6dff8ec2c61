//! Notifications: extra output items of the running turn, handed over in the order of the queue.

use std::sync::Arc;

use super::Room;
use super::queue::Message;
use super::rules::{NO_TURN, NOTICE_CANCELLED, NOTIFIED};
use crate::code_mode::answer::CellId;
use crate::session::record::TraceEventKind;
use crate::session::record_cells::{NoticeFate, NoticeRecord};
use crate::session::world::World;

/// A notification that is being handed over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivery {
    cell: usize,
    number: u32,
    /// When the host has accepted it.
    pub until_ms: u64,
}

impl Room {
    /// A script sent a notification.
    pub(super) fn notify(
        &mut self,
        world: &World,
        cell: &CellId,
        number: u32,
        call_id: Arc<str>,
        text: String,
    ) {
        let Some(index) = self.index_of(cell) else { return };
        let Some(book) = self.books.get_mut(index) else { return };
        book.notices.push(NoticeRecord {
            number,
            call_id,
            text: text.into(),
            sent_ms: world.now_ms,
            taken_ms: None,
            ended_ms: None,
            fate: NoticeFate::Pending,
            read_by: None,
            decisions: Vec::new(),
        });
        self.queue.push_back(Message::Notice(index, number));
    }

    fn notice(&mut self, cell: usize, number: u32) -> Option<&mut NoticeRecord> {
        let notices = &mut self.books.get_mut(cell)?.notices;
        notices.get_mut((number as usize).checked_sub(1)?)
    }

    pub(super) fn take_notice(&mut self, world: &mut World, cell: usize, number: u32) {
        let until_ms = world.now_ms.saturating_add(world.notify_latency_ms);
        let Some(record) = self.notice(cell, number) else { return };
        if record.fate != NoticeFate::Pending {
            return;
        }
        record.taken_ms = Some(world.now_ms);
        self.delivery = Some(Delivery { cell, number, until_ms });
        self.end_delivery(world);
    }

    /// The host accepts the notification it was handed, or has nobody to give it to.
    pub(super) fn end_delivery(&mut self, world: &mut World) -> bool {
        let due = |delivery: &Delivery| delivery.until_ms <= world.now_ms;
        let Some(Delivery { cell, number, .. }) = self.delivery.take_if(|d| due(d)) else {
            return false;
        };
        let (fate, why) = match world.in_turn {
            true => (NoticeFate::Delivered, NOTIFIED.decide()),
            false => (NoticeFate::NoTurn, NO_TURN.decide()),
        };
        if fate == NoticeFate::Delivered {
            self.unread.push((cell, number));
        }
        let Some(id) = self.end_notice(world, cell, number, fate, why) else { return true };
        match fate {
            NoticeFate::Delivered => self.service.notified(world.now_ms, &id, number),
            _ => self.service.notify_stopped(world.now_ms, &id, number),
        }
        true
    }

    /// The cell is being ended: so is its notification.
    pub(super) fn cancel_notice(&mut self, world: &mut World, cell: &CellId, number: u32) {
        let Some(index) = self.index_of(cell) else { return };
        self.delivery.take_if(|delivery| (delivery.cell, delivery.number) == (index, number));
        let why = NOTICE_CANCELLED.decide();
        self.end_notice(world, index, number, NoticeFate::Cancelled, why);
        self.service.notify_stopped(world.now_ms, cell, number);
    }

    fn end_notice(
        &mut self,
        world: &mut World,
        cell: usize,
        number: u32,
        fate: NoticeFate,
        why: crate::planner::rule::Decision,
    ) -> Option<CellId> {
        let record = self.notice(cell, number)?;
        record.ended_ms = Some(world.now_ms);
        record.fate = fate;
        record.decisions.push(why);
        let id = self.books.get(cell)?.id.clone();
        world.log(TraceEventKind::Notified { cell: id.0.clone(), number, fate });
        Some(id)
    }

    /// A request goes out: it carries every notification that was delivered before.
    pub(in crate::session) fn request_sent(&mut self, step: u32) {
        for (cell, number) in std::mem::take(&mut self.unread) {
            if let Some(record) = self.notice(cell, number) {
                record.read_by = Some(step);
            }
        }
    }
}
