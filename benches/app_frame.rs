//! What a frame of the window costs on one CPU, without GPU: layout and tessellation.
//!
//! Bar: under 4 ms with 200 tools on screen, and no dependence on the length of the trace.
//! `cargo bench --bench app_frame`

use divan::{Bencher, black_box};
use eframe::egui;
use freezeframe::app::{App, Command};

fn main() {
    divan::main();
}

/// A scenario with so many tools in one server and so many samples.
fn scenario(tools: usize, samples: usize) -> String {
    let tools: String = (0..tools)
        .map(|i| format!("(name: \"tool_{i:03}\", description: Some(\"Does thing number {i}.\")),"))
        .collect();
    let samples = "Sample(()),".repeat(samples);
    format!(
        "Scenario(start: (servers: [(name: \"many\", tools: [{tools}])]), script: [Turn(()), {samples}])"
    )
}

fn app(tools: usize, samples: usize) -> App {
    let mut app = App::new(Vec::new()).expect("the embedded themes can be read");
    app.apply(Command::OpenText {
        name: "bench.ron".into(),
        text: scenario(tools, samples),
        files: Default::default(),
    });
    assert_eq!(app.doc.steps() as usize, samples, "{:?}", app.doc.problems);
    app
}

/// Lays a frame out and turns it into triangles.
fn frame(ctx: &egui::Context, app: &mut App, time: f64) -> usize {
    let input = egui::RawInput {
        screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))),
        time: Some(time),
        ..egui::RawInput::default()
    };
    let mut output = ctx.run_ui(input, |ui| app.ui(ui));
    output.textures_delta.clear();
    ctx.tessellate(output.shapes, output.pixels_per_point).len()
}

fn run(bencher: Bencher<'_, '_>, mut app: App) {
    let ctx = egui::Context::default();
    let mut time = 0.0;
    for _ in 0..5 {
        time += 0.016;
        frame(&ctx, &mut app, time);
    }
    bencher.bench_local(|| {
        time += 0.016;
        black_box(frame(&ctx, &mut app, time))
    });
}

#[divan::bench(args = [20, 200, 1_000])]
fn tools(bencher: Bencher<'_, '_>, tools: usize) {
    run(bencher, app(tools, 4));
}

// A scenario file holds at most 10 000 beats and events.
#[divan::bench(args = [10, 9_990])]
fn samples(bencher: Bencher<'_, '_>, samples: usize) {
    let mut app = app(20, samples);
    app.apply(Command::GoToStep(samples as u32 / 2));
    run(bencher, app);
}

/// A step to another sample makes the lists anew.
#[divan::bench(args = [20, 200])]
fn step(bencher: Bencher<'_, '_>, tools: usize) {
    let mut app = app(tools, 4);
    let ctx = egui::Context::default();
    let mut time = 0.0;
    let mut step = 1;
    bencher.bench_local(|| {
        time += 0.016;
        step = step % 4 + 1;
        app.apply(Command::GoToStep(step));
        black_box(frame(&ctx, &mut app, time))
    });
}
