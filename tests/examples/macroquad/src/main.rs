//! A flock in a window of macroquad: `cargo run --release` in this folder. It hunts the mouse while a
//! button is held.

use flockwright::engine::params::DT;
use flockwright::prelude::{Vec2, *};
use macroquad::prelude::{
    BLACK, MouseButton, SKYBLUE, clear_background, draw_triangle, get_frame_time,
    is_mouse_button_down, mouse_position, next_frame, screen_height, screen_width, vec2,
};

fn world() -> World {
    let flock = Group::rigid("flock", "Flock", Role::Regular, 300)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
        .with(Chase { chasers: Hunters::Everyone, ..Chase::default() });
    let params = WorldParams {
        width: 800.0,
        height: 600.0,
        target: TargetMode::Nobody,
        ..WorldParams::default()
    };
    World::new(params, vec![flock], 7)
}

#[macroquad::main("A flock")]
async fn main() {
    let mut world = world();
    let mut due = 0.0;
    loop {
        let size = Vec2::new(world.params.width, world.params.height);
        let scale = (screen_width() / size.x).min(screen_height() / size.y);
        if is_mouse_button_down(MouseButton::Left) {
            world.hold_pointer(Vec2::from(mouse_position()) / scale);
        } else {
            world.release_pointer();
        }
        // A frame that took long is not made up for.
        due = f32::min(due + get_frame_time(), 0.1);
        while due >= DT {
            world.tick();
            due -= DT;
        }
        clear_background(BLACK);
        let units = world.agents();
        for id in 0..units.len() {
            let (at, ahead) = (units.position(id), 0.5 * units.length[id] * units.forward(id));
            let [bow, port, starboard] =
                [at + ahead, at - ahead + 0.5 * ahead.perp(), at - ahead - 0.5 * ahead.perp()]
                    .map(|corner| vec2(corner.x * scale, corner.y * scale));
            draw_triangle(bow, port, starboard, SKYBLUE);
        }
        next_frame().await;
    }
}
