//! Opening the window, and what to do where there is none.

use std::path::Path;

use super::args::{AppArgs, Format};
use super::files::{Ready, from_pack, note, open as open_file, stem};
use super::output::print;
use super::problems::Bad;
use super::{host, list, run};

/// Why there is no window.
enum NoWindow {
    /// It cannot open here; a text does instead.
    Here(String),
    /// What was asked for cannot be done.
    #[cfg_attr(not(feature = "app"), allow(dead_code, reason = "only a window can refuse"))]
    Bad(Bad),
}

/// `freezeframe` and `freezeframe app`: the window, or the same as text where there is none.
pub fn open(args: &AppArgs) -> Result<(), Bad> {
    let why = match show(args) {
        Ok(()) => return Ok(()),
        Err(NoWindow::Bad(bad)) => return Err(bad),
        Err(NoWindow::Here(why)) => why,
    };
    if args.screenshot.is_some() {
        return Err(Bad::words(format!("no screenshot: {why}")));
    }
    let (name, ready) = scenario(args)?;
    let text =
        run::render(&ready.trace(None, &host::engine(&args.engine)?)?, Format::Text, args.step)?;
    note(&format!("{why}; here is `{name}` as text"));
    print(&text)
}

/// What is told instead of shown: the file, or the first scenario of the gallery.
fn scenario(args: &AppArgs) -> Result<(String, Ready), Bad> {
    if let Some(file) = &args.file {
        return Ok((file.display().to_string(), open_file(file)?));
    }
    let Some((first, _)) = list::sorted().into_iter().next() else {
        return Err(Bad::words("the pack is empty"));
    };
    Ok((stem(first).to_owned(), from_pack(Path::new(first))?))
}

/// Shows the window until it is closed. A scenario with problems is shown as well: the editor is
/// the place to repair it.
#[cfg(feature = "app")]
fn show(args: &AppArgs) -> Result<(), NoWindow> {
    use super::args::Theme;
    use super::files::read;
    use crate::app::engine::Cells;
    use crate::app::native::{AppError, AppOptions, Opened, has_display, run_native};
    use crate::app::pack_gallery;

    if !has_display() {
        return Err(NoWindow::Here(String::from("there is no display")));
    }
    let cells = host::engine(&args.engine).map_err(NoWindow::Bad)?;
    let open = match &args.file {
        Some(file) => {
            let ready = read(file).map_err(NoWindow::Bad)?;
            if let (Some(step), Ok(trace)) = (args.step, ready.trace(None, &cells)) {
                run::render(&trace, Format::Text, Some(step)).map_err(NoWindow::Bad)?;
            }
            if let (Some(id), Ok(trace)) = (&args.cell, ready.trace(None, &cells))
                && trace.record.cell(id).is_none()
            {
                return Err(NoWindow::Bad(Bad::words(format!(
                    "there is no cell `{id}` in this run"
                ))));
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // The tool lists that stand beside a real file; a scenario of the pack has none.
            let files = Opened::read(file).map(|opened| opened.files).unwrap_or_default();
            Some(Opened { name, text: ready.source, files })
        }
        None => None,
    };
    let options = AppOptions {
        gallery: pack_gallery(),
        cells: Cells::on(cells),
        open,
        step: args.step,
        at_ms: args.at,
        rule: args.rule,
        cell: args.cell.clone(),
        entry: args.entry,
        select: args.select.clone(),
        tab: args.tab.clone(),
        show: args.show.clone(),
        lang: args.lang.map(Into::into),
        dark: args.theme.map(|theme| theme == Theme::Dark),
        size: args.size,
        screenshot: args.screenshot.clone(),
    };
    run_native(options).map_err(|error| match error {
        AppError::NoDisplay | AppError::Window(_) => NoWindow::Here(error.to_string()),
        _ => NoWindow::Bad(Bad::words(error.to_string())),
    })
}

/// Without the feature `app` there is no window to show.
#[cfg(not(feature = "app"))]
fn show(_args: &AppArgs) -> Result<(), NoWindow> {
    Err(NoWindow::Here(String::from("this build has no window")))
}
