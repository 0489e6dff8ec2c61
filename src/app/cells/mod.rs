//! The cell screen: one cell, its source, its time and its output, walked entry by entry.
//!
//! Knows: records of cells through the document's trace. May not know: engines; the document runs.
//! Start reading at [`ui`], then [`walk`] (how a cell stands after so many entries).

pub mod chart;
pub mod log;
pub mod mirror;
pub mod obey;
pub mod output;
pub mod source;
pub mod strip;
pub mod walk;
pub mod words;

use eframe::egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui, vec2};

use super::command::Command;
use super::model::{CellHead, Document};
use super::{Scene, theme, topbar};
use crate::session::record::Record;
use crate::session::record_cells::CellRecord;
use walk::Moment;

/// Every call of `exec` in a run: step and call, both from 1.
pub fn execs(record: &Record) -> impl Iterator<Item = (u32, u32)> + '_ {
    record.samples.iter().flat_map(|sample| {
        let exec =
            |tool: &crate::tool::ToolName| tool.is_default_namespace() && &*tool.name == "exec";
        sample
            .calls
            .iter()
            .filter(move |call| exec(&call.tool))
            .map(|call| (sample.step, call.call))
    })
}

/// The cell that a call of `exec` started, if it did.
pub fn cell_of(doc: &Document, head: CellHead) -> Option<&CellRecord> {
    let record = &doc.trace.as_ref()?.record;
    record.cells.iter().find(|cell| (cell.step, cell.call) == (head.step, head.call))
}

/// What the panels of this screen read.
pub struct CellScene<'a> {
    /// The window's scene.
    pub scene: &'a Scene<'a>,
    /// Which cell, and where in it.
    pub head: CellHead,
    /// Its record; none while the source is refused before a cell exists.
    pub cell: Option<&'a CellRecord>,
    /// How it stands there.
    pub moment: Moment,
}

/// The whole screen.
pub fn ui(ui: &mut Ui, scene: &Scene<'_>, head: CellHead, out: &mut Vec<Command>) {
    let cell = cell_of(scene.doc, head);
    let moment = cell.map(|cell| Moment::of(cell, head.stop)).unwrap_or_default();
    let cells = CellScene { scene, head, cell, moment };
    match scene.narrow && !scene.view.presenter {
        true => narrow(ui, &cells, out),
        false => wide(ui, &cells, out),
    }
}

fn panel(cells: &CellScene<'_>, x: i8, y: i8) -> Frame {
    Frame::new().fill(cells.scene.theme.panel.0).inner_margin(Margin::symmetric(x, y))
}

fn wide(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    let (width, height) = (ui.available_width(), ui.available_height());
    Panel::top("top")
        .exact_size(44.0)
        .frame(panel(cells, 12, 4))
        .show(ui, |ui| topbar::ui(ui, cells.scene, out));
    Panel::top("strip")
        .exact_size(40.0)
        .frame(panel(cells, 12, 4))
        .show(ui, |ui| strip::ui(ui, cells, out));
    Panel::bottom("entry")
        .exact_size(60.0)
        .frame(panel(cells, 20, 4))
        .show(ui, |ui| log::present(ui, cells));
    Panel::left("source")
        .resizable(false)
        .exact_size((width * 0.42).clamp(240.0, 640.0))
        .frame(panel(cells, 8, 8))
        .show(ui, |ui| source::ui(ui, cells, out));
    let inner = Frame::new().fill(cells.scene.theme.bg.0).inner_margin(Margin::same(10));
    CentralPanel::no_frame().frame(inner).show(ui, |ui| {
        let chart = chart::height(cells).min((height * 0.36).clamp(120.0, 360.0));
        ui.allocate_ui(vec2(ui.available_width(), chart), |ui| {
            ui.set_min_height(chart);
            chart::ui(ui, cells, out);
        });
        ui.add_space(theme::GAP[1]);
        let rest = ui.available_height();
        ui.columns_const(|[left, right]| {
            left.set_min_height(rest);
            right.set_min_height(rest);
            output::ui(left, cells);
            log::ui(right, cells, out);
        });
    });
}

fn narrow(ui: &mut Ui, cells: &CellScene<'_>, out: &mut Vec<Command>) {
    Panel::top("top").exact_size(48.0).frame(panel(cells, 8, 4)).show(ui, |ui| {
        ui.horizontal_centered(|ui| strip::short(ui, cells, out));
    });
    Panel::bottom("play")
        .exact_size(52.0)
        .frame(panel(cells, 8, 4))
        .show(ui, |ui| super::timeline::bar(ui, cells.scene, out));
    Panel::bottom("entry")
        .exact_size(84.0)
        .frame(panel(cells, 12, 4))
        .show(ui, |ui| log::present(ui, cells));
    let inner = Frame::new().fill(cells.scene.theme.bg.0).inner_margin(Margin::same(8));
    CentralPanel::no_frame().frame(inner).show(ui, |ui| {
        ScrollArea::vertical().id_salt("cell-page").show(ui, |ui| {
            let source = source::height(cells).min(230.0);
            let chart = chart::height(cells).min(190.0);
            for (height, part) in [(source, 0), (chart, 1), (320.0, 2), (260.0, 3)] {
                ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
                    ui.set_min_height(height);
                    match part {
                        0 => source::ui(ui, cells, out),
                        1 => chart::ui(ui, cells, out),
                        2 => output::ui(ui, cells),
                        _ => log::ui(ui, cells, out),
                    }
                });
                ui.add_space(theme::GAP[1]);
            }
        });
    });
}
