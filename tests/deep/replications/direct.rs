//! The models of the replications once more, written down directly: double precision, all pairs, the
//! papers' own units, nothing of the core.

use std::f64::consts::{PI, TAU};

type Point = [f64; 2];

/// Random numbers: SplitMix64.
struct Chance(u64);

impl Chance {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    fn angle(&mut self) -> f64 {
        TAU * self.unit() - PI
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.unit()).ln()).sqrt() * (TAU * self.unit()).cos()
    }

    fn in_disk(&mut self, radius: f64) -> Point {
        let (r, angle) = (radius * self.unit().sqrt(), self.angle());
        [r * angle.cos(), r * angle.sin()]
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

/// Length of the mean of unit vectors.
fn order(angles: &[f64]) -> f64 {
    let x = mean(angles.iter().map(|a| a.cos()));
    let y = mean(angles.iter().map(|a| a.sin()));
    x.hypot(y)
}

/// Jhawar et al. 2020: mean square of the order of `n` that copy or turn by chance, per step.
pub fn copying(n: usize, copy: f64, turn: f64, seed: u64) -> f64 {
    let mut chance = Chance(seed);
    let mut angles: Vec<f64> = (0..n).map(|_| chance.angle()).collect();
    let (mut sum, mut samples) = (0.0, 0.0);
    for step in 1..=5000 {
        let old = angles.clone();
        for (i, angle) in angles.iter_mut().enumerate() {
            let drawn = chance.unit();
            if drawn < copy {
                // Any of the others.
                let other = chance.below(n - 1);
                *angle = old[if other < i { other } else { other + 1 }];
            } else if drawn < copy + turn {
                *angle = chance.angle();
            }
        }
        if step > 500 && step % 5 == 0 {
            sum += order(&angles).powi(2);
            samples += 1.0;
        }
    }
    sum / samples
}

/// Its expectation. Two units have the same heading, or headings without relation; `q` is the chance of
/// the first, which a step leaves as it is where both keep theirs, and renews where one copies the other.
pub fn copying_expected(n: f64, copy: f64, turn: f64) -> f64 {
    let (keep, others) = (1.0 - copy - turn, n - 1.0);
    // Of q in the next step: what comes from new pairs, and the share of the old ones.
    let alike = (others - 1.0) / others.powi(2);
    let new = 2.0 * keep * copy / others + copy * copy * alike;
    let old =
        keep * keep + 2.0 * keep * copy * (others - 1.0) / others + copy * copy * (1.0 - alike);
    let q = new / (1.0 - old);
    1.0 / n + (1.0 - 1.0 / n) * q
}

/// Vicsek et al. 1995: mean order of `n` in a box of side 10, radius 1, speed .03.
pub fn vicsek(n: usize, noise: f64, seed: u64) -> f64 {
    const SIDE: f64 = 10.0;
    let mut chance = Chance(seed);
    let mut places: Vec<Point> =
        (0..n).map(|_| [SIDE * chance.unit(), SIDE * chance.unit()]).collect();
    let mut angles: Vec<f64> = (0..n).map(|_| chance.angle()).collect();
    let across = |d: f64| d - SIDE * (d / SIDE).round();
    let (mut sum, mut samples) = (0.0, 0.0);
    for step in 1..=6000 {
        let ways: Vec<Point> = angles.iter().map(|a| [a.cos(), a.sin()]).collect();
        for i in 0..n {
            let (mut x, mut y) = (0.0, 0.0);
            for j in 0..n {
                let dx = across(places[j][0] - places[i][0]);
                let dy = across(places[j][1] - places[i][1]);
                if dx * dx + dy * dy <= 1.0 {
                    x += ways[j][0];
                    y += ways[j][1];
                }
            }
            angles[i] = y.atan2(x) + noise * (chance.unit() - 0.5);
        }
        for (place, angle) in places.iter_mut().zip(&angles) {
            place[0] = (place[0] + 0.03 * angle.cos()).rem_euclid(SIDE);
            place[1] = (place[1] + 0.03 * angle.sin()).rem_euclid(SIDE);
        }
        if step > 1500 && step % 5 == 0 {
            sum += order(&angles);
            samples += 1.0;
        }
    }
    sum / samples
}

/// Couzin et al. 2005: how well `n`, of whom the first `informed` want to go right, do so: the mean
/// cosine of the group's direction in steps of .2 s from 250 s to 300 s.
pub fn informed(n: usize, informed: usize, pull: f64, seed: u64) -> f64 {
    const MOST_TURN: f64 = 0.4;
    let mut chance = Chance(seed);
    let mut places: Vec<Point> = (0..n).map(|_| chance.in_disk(5.0)).collect();
    let mut angles: Vec<f64> = (0..n).map(|_| chance.angle()).collect();
    let (mut sum, mut samples) = (0.0, 0.0);
    for step in 1..=1500 {
        let ways: Vec<Point> = angles.iter().map(|a| [a.cos(), a.sin()]).collect();
        for i in 0..n {
            let (mut apart, mut along, mut near) = ([0.0, 0.0], ways[i], false);
            for j in (0..n).filter(|j| *j != i) {
                let d = [places[j][0] - places[i][0], places[j][1] - places[i][1]];
                let far = d[0].hypot(d[1]);
                near |= far <= 1.0;
                for k in 0..2 {
                    let to = d[k] / far;
                    apart[k] -= if far <= 1.0 { to } else { 0.0 };
                    along[k] += if far <= 6.0 { to + ways[j][k] } else { 0.0 };
                }
            }
            let [x, y] = if near { apart } else { along };
            let size = x.hypot(y).max(1e-12);
            let pull = if i < informed { pull } else { 0.0 };
            let wanted = (y / size).atan2(x / size + pull) + 0.01 * chance.normal();
            let off = wanted - angles[i];
            let off = off.sin().atan2(off.cos());
            angles[i] += off.clamp(-MOST_TURN, MOST_TURN);
        }
        for (place, angle) in places.iter_mut().zip(&angles) {
            place[0] += 0.2 * angle.cos();
            place[1] += 0.2 * angle.sin();
        }
        if step > 1250 && step % 25 == 0 {
            let x: f64 = angles.iter().map(|a| a.cos()).sum();
            let y: f64 = angles.iter().map(|a| a.sin()).sum();
            sum += x / x.hypot(y);
            samples += 1.0;
        }
    }
    sum / samples
}

/// D'Orsogna et al. 2006: mean speed, mean distance from the middle, and mean |sine| between place and
/// velocity, from 60 to 80 units of time. At the
/// core's step: at a third of it the ring is 1 % wider.
pub fn mills(n: usize, seed: u64) -> [f64; 3] {
    const DT: f64 = 1.0 / 60.0;
    let mut chance = Chance(seed);
    let mut places: Vec<Point> = (0..n).map(|_| chance.in_disk(2.0)).collect();
    let mut speeds: Vec<Point> = vec![[0.0, 0.0]; n];
    let (mut sums, mut samples) = ([0.0; 3], 0.0);
    for step in 1..=80 * 60 {
        let mut pushes = vec![[0.0, 0.0]; n];
        for i in 0..n {
            for j in 0..i {
                let d = [places[j][0] - places[i][0], places[j][1] - places[i][1]];
                let r = d[0].hypot(d[1]);
                let force = (0.25 * (-r / 2.0).exp() - 2.0 * (-r / 0.5).exp()) / r;
                for k in 0..2 {
                    pushes[i][k] += force * d[k];
                    pushes[j][k] -= force * d[k];
                }
            }
        }
        for i in 0..n {
            let drive = 1.0 - 0.5 * (speeds[i][0].powi(2) + speeds[i][1].powi(2));
            for k in 0..2 {
                speeds[i][k] += DT * (pushes[i][k] + drive * speeds[i][k]);
                places[i][k] += DT * speeds[i][k];
            }
        }
        if step > 60 * 60 && step % 30 == 0 {
            let middle = [0, 1].map(|k| mean(places.iter().map(|place| place[k])));
            for (place, v) in places.iter().zip(&speeds) {
                let (x, y) = (place[0] - middle[0], place[1] - middle[1]);
                let (r, speed) = (x.hypot(y), v[0].hypot(v[1]));
                sums[0] += speed / n as f64;
                sums[1] += r / n as f64;
                sums[2] += ((x * v[1] - y * v[0]) / (r * speed)).abs() / n as f64;
            }
            samples += 1.0;
        }
    }
    sums.map(|sum| sum / samples)
}

/// Pedestrians in a corridor of 20 m by 4 m that closes on itself: how far they are among their own kind in
/// their row, and how fast they go their way as a share of the wanted speed, from 40 s to 60 s.
pub fn lanes(half: usize, seed: u64) -> [f64; 2] {
    // m/s, s, m/s² and m.
    const DESIRED_SPEED: f64 = 1.34;
    const RELAXATION: f64 = 0.5;
    const STRENGTH: f64 = 7.0;
    const RANGE: f64 = 0.3;
    const SIZE: Point = [20.0, 4.0];
    const DT: f64 = 1.0 / 60.0;
    let n = 2 * half;
    let mut chance = Chance(seed);
    let mut places: Vec<Point> =
        (0..n).map(|_| [SIZE[0] * chance.unit(), SIZE[1] * chance.unit()]).collect();
    let mut speeds: Vec<Point> = vec![[0.0, 0.0]; n];
    let way = |i: usize| if i < half { 1.0 } else { -1.0 };
    let between = |a: Point, b: Point| {
        [0, 1].map(|k| b[k] - a[k] - SIZE[k] * ((b[k] - a[k]) / SIZE[k]).round())
    };
    let (mut sums, mut samples) = ([0.0; 2], 0.0);
    for step in 1..=3600 {
        let mut forces = vec![[0.0, 0.0]; n];
        for i in 0..n {
            forces[i] =
                [(way(i) * DESIRED_SPEED - speeds[i][0]) / RELAXATION, -speeds[i][1] / RELAXATION];
            for j in (0..n).filter(|j| *j != i) {
                let d = between(places[i], places[j]);
                let r = d[0].hypot(d[1]);
                if r <= 4.0 {
                    let heed = if d[0] * way(i) > 0.0 { 1.0 } else { 0.5 };
                    let push = heed * STRENGTH * (-r / RANGE).exp() / r;
                    forces[i][0] -= push * d[0];
                    forces[i][1] -= push * d[1];
                }
            }
        }
        for i in 0..n {
            for k in 0..2 {
                speeds[i][k] += DT * forces[i][k];
                places[i][k] = (places[i][k] + DT * speeds[i][k]).rem_euclid(SIZE[k]);
            }
        }
        if step > 2400 && step % 60 == 0 {
            for i in 0..n {
                let (mut own, mut all) = (0.0, 0.0_f64);
                for j in (0..n).filter(|j| *j != i) {
                    let d = between(places[i], places[j]);
                    if d[1].abs() < 0.3 {
                        let along = speeds[i][0] * speeds[j][0] + speeds[i][1] * speeds[j][1];
                        own += if along > 0.0 { 1.0 } else { -1.0 };
                        all += 1.0;
                    }
                }
                sums[0] += (own / all.max(1.0)).powi(2) / n as f64;
                sums[1] += speeds[i][0] * way(i) / DESIRED_SPEED / n as f64;
            }
            samples += 1.0;
        }
    }
    sums.map(|sum| sum / samples)
}

/// Couzin et al. 2002 in the plane, with a zone of orientation of this width: order and milling of 100
/// in steps of .1 s from 100 s to 200 s.
pub fn shoal(width: f64, aligned: bool, seed: u64) -> [f64; 2] {
    const N: usize = 100;
    let most_turn = 4f64.to_radians();
    let mut chance = Chance(seed);
    let mut places: Vec<Point> = (0..N).map(|_| chance.in_disk(8.0)).collect();
    let mut angles: Vec<f64> = (0..N).map(|_| if aligned { 0.0 } else { chance.angle() }).collect();
    let (mut sums, mut samples) = ([0.0; 2], 0.0);
    for step in 1..=2000 {
        let ways: Vec<Point> = angles.iter().map(|a| [a.cos(), a.sin()]).collect();
        for i in 0..N {
            let (mut apart, mut along, mut near) = ([0.0; 2], [0.0; 2], false);
            for j in (0..N).filter(|j| *j != i) {
                let d = [places[j][0] - places[i][0], places[j][1] - places[i][1]];
                let far = d[0].hypot(d[1]);
                let to = d.map(|part| part / far);
                // All but the quarter behind.
                let seen = to[0] * ways[i][0] + to[1] * ways[i][1] >= -0.5_f64.sqrt();
                near |= far <= 1.0;
                for k in 0..2 {
                    apart[k] -= if far <= 1.0 { to[k] } else { 0.0 };
                    along[k] += match far {
                        _ if !seen => 0.0,
                        far if far <= 1.0 + width => ways[j][k],
                        far if far <= 15.0 + width => to[k],
                        _ => 0.0,
                    };
                }
            }
            let [x, y] = if near { apart } else { along };
            let wanted = if x == 0.0 && y == 0.0 { angles[i] } else { y.atan2(x) };
            let off = wanted + 0.05 * chance.normal() - angles[i];
            angles[i] += off.sin().atan2(off.cos()).clamp(-most_turn, most_turn);
        }
        for (place, angle) in places.iter_mut().zip(&angles) {
            place[0] += 0.3 * angle.cos();
            place[1] += 0.3 * angle.sin();
        }
        if step > 1000 && step % 20 == 0 {
            let middle = [0, 1].map(|k| mean(places.iter().map(|place| place[k])));
            let around = places.iter().zip(&angles).map(|(place, angle)| {
                let (x, y) = (place[0] - middle[0], place[1] - middle[1]);
                (x * angle.sin() - y * angle.cos()) / x.hypot(y)
            });
            sums[0] += order(&angles);
            sums[1] += mean(around).abs();
            samples += 1.0;
        }
    }
    sums.map(|sum| sum / samples)
}

/// By how many distances velocities are correlated.
pub const BINS: usize = 20;

/// Where the correlation of the deviations from the mean velocity crosses zero (Cavagna et al. 2010), in
/// a Vicsek flock of density 1, speed .3 and noise 1.5 that fills a box of this side.
pub fn correlation(side: f64, seed: u64) -> f64 {
    let n = (side * side) as usize;
    let mut chance = Chance(seed);
    let mut places: Vec<Point> =
        (0..n).map(|_| [side * chance.unit(), side * chance.unit()]).collect();
    let mut angles: Vec<f64> = (0..n).map(|_| chance.angle()).collect();
    let across = |d: f64| d - side * (d / side).round();
    let width = side / 2.0 / BINS as f64;
    let (mut sums, mut counts) = ([0.0; BINS], [0.0; BINS]);
    for step in 1..=2500 {
        let ways: Vec<Point> = angles.iter().map(|a| [a.cos(), a.sin()]).collect();
        let mean = [0, 1].map(|k| mean(ways.iter().map(|way| way[k])));
        let is_noted = step > 500 && step % 20 == 0;
        let mut along = ways.clone();
        for i in 0..n {
            for j in 0..i {
                let dx = across(places[j][0] - places[i][0]);
                let dy = across(places[j][1] - places[i][1]);
                let square = dx * dx + dy * dy;
                for k in (0..2).filter(|_| square <= 1.0) {
                    along[i][k] += ways[j][k];
                    along[j][k] += ways[i][k];
                }
                let bin = if is_noted { (square.sqrt() / width) as usize } else { BINS };
                if bin < BINS {
                    let product = |k: usize| (ways[i][k] - mean[k]) * (ways[j][k] - mean[k]);
                    sums[bin] += product(0) + product(1);
                    counts[bin] += 1.0;
                }
            }
        }
        for i in 0..n {
            angles[i] = along[i][1].atan2(along[i][0]) + 1.5 * (chance.unit() - 0.5);
            places[i][0] = (places[i][0] + 0.3 * angles[i].cos()).rem_euclid(side);
            places[i][1] = (places[i][1] + 0.3 * angles[i].sin()).rem_euclid(side);
        }
    }
    let values: Vec<f64> = sums.iter().zip(&counts).map(|(sum, count)| sum / count).collect();
    let zero = (1..BINS).find(|bin| values[*bin] <= 0.0).expect("a zero");
    let (before, at) = (values[zero - 1], values[zero]);
    width * (zero as f64 - 0.5 + before / (before - at))
}

/// Strömbom et al. 2014: whether the middle of `n` sheep, each attracted to its `neighbors` nearest, comes
/// within 10 lengths of the fold in 8,000 steps. The fold is the origin.
pub fn shepherd(n: usize, neighbors: usize, seed: u64) -> f64 {
    let mut chance = Chance(seed);
    let mut square = |from: f64| [from + 75.0 * chance.unit(), from + 75.0 * chance.unit()];
    let mut dog = square(0.0);
    let mut sheep: Vec<Point> = (0..n).map(|_| square(75.0)).collect();
    let mut ways: Vec<Point> = (0..n).map(|_| unit_at(chance.angle())).collect();
    for _ in 0..8000 {
        let middle = [0, 1].map(|k| mean(sheep.iter().map(|one| one[k])));
        if middle[0].hypot(middle[1]) < 10.0 {
            return 1.0;
        }
        let far = |one: &Point| (one[0] - middle[0]).hypot(one[1] - middle[1]);
        let farthest = *sheep.iter().max_by(|a, b| far(a).total_cmp(&far(b))).expect("a sheep");
        let (from, behind) = match far(&farthest) > 2.0 * (n as f64).powf(2.0 / 3.0) {
            true => (farthest, toward(middle, farthest).map(|part| 2.0 * part)),
            false => (middle, toward([0.0; 2], middle).map(|part| 2.0 * (n as f64).sqrt() * part)),
        };
        let (aim, noise) =
            (toward(dog, [from[0] + behind[0], from[1] + behind[1]]), chance.angle());
        let way = toward([0.0; 2], [0, 1].map(|k| aim[k] + 0.3 * unit_at(noise)[k]));
        let waits = sheep.iter().any(|one| (one[0] - dog[0]).hypot(one[1] - dog[1]) < 6.0);
        let steps: Vec<Point> = (0..n)
            .map(|i| {
                let (me, noise) = (sheep[i], unit_at(chance.angle()));
                if (me[0] - dog[0]).hypot(me[1] - dog[1]) > 65.0 {
                    let grazes = chance.unit() < 0.05;
                    return if grazes { noise } else { [0.0; 2] };
                }
                let apart = |j: &usize| (sheep[*j][0] - me[0]).hypot(sheep[*j][1] - me[1]);
                let mut others: Vec<usize> = (0..n).filter(|j| *j != i).collect();
                others.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
                let near = &others[..neighbors];
                let local = [0, 1].map(|k| mean(near.iter().map(|j| sheep[*j][k])));
                let mut push = [0.0; 2];
                for j in others.iter().take_while(|j| apart(j) < 2.0) {
                    let away = toward(sheep[*j], me);
                    push = [push[0] + away[0], push[1] + away[1]];
                }
                let (to, push, flee) = (toward(me, local), toward([0.0; 2], push), toward(dog, me));
                let wish = |k: usize| {
                    0.5 * ways[i][k] + 1.05 * to[k] + 2.0 * push[k] + flee[k] + 0.3 * noise[k]
                };
                toward([0.0; 2], [wish(0), wish(1)])
            })
            .collect();
        for (i, step) in steps.into_iter().enumerate() {
            sheep[i] = [sheep[i][0] + step[0], sheep[i][1] + step[1]];
            ways[i] = if step == [0.0; 2] { ways[i] } else { step };
        }
        if !waits {
            dog = [dog[0] + 1.5 * way[0], dog[1] + 1.5 * way[1]];
        }
    }
    0.0
}

fn unit_at(angle: f64) -> Point {
    [angle.cos(), angle.sin()]
}

/// Direction from one point to another; none between equal points.
fn toward(from: Point, to: Point) -> Point {
    let d = [to[0] - from[0], to[1] - from[1]];
    let far = d[0].hypot(d[1]);
    if far > 0.0 { [d[0] / far, d[1] / far] } else { d }
}
