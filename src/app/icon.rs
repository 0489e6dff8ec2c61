//! [`Icon`]: small pictures drawn from lines, so that no font has to have them.

use eframe::egui::{
    Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2,
};

/// A small picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the pictures")]
pub enum Icon {
    Play,
    Pause,
    Next,
    Previous,
    NextFine,
    PreviousFine,
    NextTurn,
    PreviousTurn,
    First,
    Last,
    Snowflake,
    Lens,
    Eye,
    Dashed,
    Struck,
    Dot,
    Ring,
    Cross,
    Bolt,
    Sun,
    Moon,
    Help,
    Grid,
    Pencil,
    Undo,
    Redo,
    Check,
    Right,
    Down,
    Question,
    Link,
}

/// Draws a picture inside a square.
pub fn paint(painter: &Painter, icon: Icon, rect: Rect, color: Color32) {
    let side = rect.width().min(rect.height());
    let square = Rect::from_center_size(rect.center(), vec2(side, side));
    let at = |x: f32, y: f32| -> Pos2 { square.min + vec2(x * side, y * side) };
    let stroke = Stroke::new((side / 10.0).clamp(1.2, 2.4), color);
    let line = |a: Pos2, b: Pos2| {
        painter.line_segment([a, b], stroke);
    };
    let path = |points: Vec<Pos2>| {
        painter.add(Shape::line(points, stroke));
    };
    let fill = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let right = |x: f32, w: f32| fill(vec![at(x, 0.2), at(x + w, 0.5), at(x, 0.8)]);
    let left = |x: f32, w: f32| fill(vec![at(x, 0.2), at(x - w, 0.5), at(x, 0.8)]);
    let bar = |x: f32| {
        painter.rect_filled(
            Rect::from_min_max(at(x, 0.2), at(x + 0.12, 0.8)),
            CornerRadius::same(1),
            color,
        );
    };
    match icon {
        Icon::Play => fill(vec![at(0.24, 0.14), at(0.86, 0.5), at(0.24, 0.86)]),
        Icon::Pause => {
            for x in [0.24, 0.58] {
                painter.rect_filled(
                    Rect::from_min_max(at(x, 0.16), at(x + 0.18, 0.84)),
                    CornerRadius::same(1),
                    color,
                );
            }
        }
        Icon::Next => {
            right(0.26, 0.42);
            bar(0.68);
        }
        Icon::Previous => {
            left(0.74, 0.42);
            bar(0.2);
        }
        Icon::NextFine => path(vec![at(0.36, 0.22), at(0.66, 0.5), at(0.36, 0.78)]),
        Icon::PreviousFine => path(vec![at(0.64, 0.22), at(0.34, 0.5), at(0.64, 0.78)]),
        Icon::NextTurn => {
            right(0.12, 0.38);
            right(0.48, 0.38);
        }
        Icon::PreviousTurn => {
            left(0.88, 0.38);
            left(0.52, 0.38);
        }
        Icon::First => {
            left(0.86, 0.3);
            left(0.56, 0.3);
            bar(0.12);
        }
        Icon::Last => {
            right(0.14, 0.3);
            right(0.44, 0.3);
            bar(0.76);
        }
        Icon::Snowflake => snowflake(painter, square, stroke),
        Icon::Lens => {
            painter.circle_stroke(at(0.42, 0.42), side * 0.26, stroke);
            line(at(0.61, 0.61), at(0.86, 0.86));
        }
        Icon::Eye => {
            painter.circle_filled(at(0.5, 0.5), side * 0.16, color);
            path(vec![at(0.06, 0.5), at(0.28, 0.26), at(0.5, 0.2), at(0.72, 0.26), at(0.94, 0.5)]);
            path(vec![at(0.06, 0.5), at(0.28, 0.74), at(0.5, 0.8), at(0.72, 0.74), at(0.94, 0.5)]);
        }
        Icon::Dashed => {
            let corners =
                [at(0.18, 0.18), at(0.82, 0.18), at(0.82, 0.82), at(0.18, 0.82), at(0.18, 0.18)];
            painter.extend(Shape::dashed_line(&corners, stroke, side * 0.18, side * 0.12));
        }
        Icon::Struck => {
            painter.circle_stroke(at(0.5, 0.5), side * 0.34, stroke);
            line(at(0.26, 0.74), at(0.74, 0.26));
        }
        Icon::Dot => {
            painter.circle_filled(at(0.5, 0.5), side * 0.3, color);
        }
        Icon::Ring => {
            painter.circle_stroke(at(0.5, 0.5), side * 0.28, stroke);
        }
        Icon::Cross => {
            line(at(0.24, 0.24), at(0.76, 0.76));
            line(at(0.76, 0.24), at(0.24, 0.76));
        }
        Icon::Bolt => path(vec![at(0.58, 0.08), at(0.3, 0.54), at(0.62, 0.5), at(0.4, 0.92)]),
        Icon::Sun => {
            painter.circle_filled(at(0.5, 0.5), side * 0.2, color);
            for step in 0..8 {
                let angle = step as f32 * std::f32::consts::FRAC_PI_4;
                let dir = vec2(angle.cos(), angle.sin()) * side;
                line(square.center() + dir * 0.32, square.center() + dir * 0.45);
            }
        }
        Icon::Moon => {
            let points = (0..=16).map(|i| {
                let a = 0.9 + i as f32 * 0.27;
                square.center() + vec2(a.cos(), a.sin()) * side * 0.38
            });
            let mut points: Vec<Pos2> = points.collect();
            points.push(at(0.5, 0.56));
            if let Some(first) = points.first().copied() {
                points.push(first);
            }
            path(points);
        }
        Icon::Help | Icon::Question => {
            path(vec![
                at(0.34, 0.34),
                at(0.38, 0.22),
                at(0.5, 0.17),
                at(0.63, 0.23),
                at(0.66, 0.35),
                at(0.6, 0.46),
                at(0.5, 0.54),
                at(0.5, 0.64),
            ]);
            painter.circle_filled(at(0.5, 0.82), side * 0.06, color);
        }
        Icon::Grid => {
            for (x, y) in [(0.16, 0.16), (0.56, 0.16), (0.16, 0.56), (0.56, 0.56)] {
                let cell = Rect::from_min_max(at(x, y), at(x + 0.28, y + 0.28));
                painter.rect_stroke(cell, CornerRadius::same(1), stroke, StrokeKind::Inside);
            }
        }
        Icon::Pencil => {
            path(vec![
                at(0.2, 0.8),
                at(0.26, 0.58),
                at(0.7, 0.14),
                at(0.86, 0.3),
                at(0.42, 0.74),
                at(0.2, 0.8),
            ]);
        }
        Icon::Undo => {
            path(vec![at(0.8, 0.78), at(0.84, 0.56), at(0.7, 0.4), at(0.2, 0.4)]);
            path(vec![at(0.38, 0.2), at(0.18, 0.4), at(0.38, 0.6)]);
        }
        Icon::Redo => {
            path(vec![at(0.2, 0.78), at(0.16, 0.56), at(0.3, 0.4), at(0.8, 0.4)]);
            path(vec![at(0.62, 0.2), at(0.82, 0.4), at(0.62, 0.6)]);
        }
        Icon::Check => path(vec![at(0.18, 0.54), at(0.42, 0.76), at(0.82, 0.26)]),
        Icon::Right => path(vec![at(0.38, 0.24), at(0.64, 0.5), at(0.38, 0.76)]),
        Icon::Link => {
            path(vec![at(0.44, 0.36), at(0.6, 0.2), at(0.8, 0.4), at(0.64, 0.56)]);
            path(vec![at(0.56, 0.64), at(0.4, 0.8), at(0.2, 0.6), at(0.36, 0.44)]);
            line(at(0.4, 0.6), at(0.6, 0.4));
        }
        Icon::Down => path(vec![at(0.24, 0.38), at(0.5, 0.64), at(0.76, 0.38)]),
    }
}

fn snowflake(painter: &Painter, square: Rect, stroke: Stroke) {
    let side = square.width();
    for step in 0..6 {
        let angle = step as f32 * std::f32::consts::FRAC_PI_3 + std::f32::consts::FRAC_PI_6;
        let dir = vec2(angle.cos(), angle.sin());
        let tip = square.center() + dir * side * 0.46;
        painter.line_segment([square.center(), tip], stroke);
        let knot = square.center() + dir * side * 0.28;
        for turn in [-0.7_f32, 0.7] {
            let arm = vec2((angle + turn).cos(), (angle + turn).sin()) * side * 0.17;
            painter.line_segment([knot, pos2(knot.x + arm.x, knot.y + arm.y)], stroke);
        }
    }
}
