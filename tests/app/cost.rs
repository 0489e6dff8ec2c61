//! What a frame lays out must follow what is seen, not how much there is.

use eframe::egui;
use freezeframe::app::{App, Command};

/// A scenario with so many tools in one server and so many samples.
fn app(tools: usize, samples: usize) -> App {
    let tools: String = (0..tools)
        .map(|i| format!("(name: \"tool_{i:03}\", description: Some(\"Does thing number {i}.\")),"))
        .collect();
    let samples_text = "Sample(()),".repeat(samples);
    let text = format!(
        "Scenario(start: (servers: [(name: \"many\", tools: [{tools}])]), script: [Turn(()), {samples_text}])"
    );
    let mut app = App::new(Vec::new()).expect("the embedded themes can be read");
    app.apply(Command::OpenText { name: "cost.ron".into(), text, files: Default::default() });
    assert_eq!(app.doc.steps() as usize, samples, "{:?}", app.doc.problems);
    app.apply(Command::GoToStep(samples as u32 / 2));
    app
}

/// Number of shapes of a settled frame.
fn shapes(app: &mut App) -> usize {
    let ctx = egui::Context::default();
    let mut count = 0;
    for frame in 0..4 {
        let size = egui::vec2(1280.0, 800.0);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            time: Some(f64::from(frame)),
            ..egui::RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| app.ui(ui));
        // Nobody draws here.
        output.textures_delta.clear();
        count = output.shapes.len();
    }
    count
}

#[test]
fn a_thousand_tools_cost_a_frame_no_more_than_two_hundred() {
    let (few, many) = (shapes(&mut app(200, 4)), shapes(&mut app(1_000, 4)));
    assert!(many <= few + few / 20, "{few} shapes with 200 tools, {many} with 1000");
}

#[test]
fn a_long_trace_costs_a_frame_no_more_than_a_short_one() {
    let (short, long) = (shapes(&mut app(5, 12)), shapes(&mut app(5, 2_000)));
    assert!(long <= short + short / 4, "{short} shapes with 12 samples, {long} with 2000");
    let mut whole = app(5, 2_000);
    for _ in 0..20 {
        whole.apply(Command::ZoomOut);
    }
    let whole = shapes(&mut whole);
    // All samples at once: at most a few shapes for each pixel of the strip.
    assert!(whole < short + 1_280 * 4, "{whole} shapes for the whole trace");
}
