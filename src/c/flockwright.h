/* Flockwright as a C library: the core of the playground; a run is equal bit by bit everywhere.
 * Generated from src/c by cbindgen. If a function does not return FW_STATUS_OK, fw_message() says why. */

#ifndef FLOCKWRIGHT_H
#define FLOCKWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Outcome of a call of a function of this library.
typedef enum {
  // The call succeeded.
  FW_STATUS_OK = 0,
  // A required pointer is null.
  FW_STATUS_NULL = 1,
  // A text is not UTF-8.
  FW_STATUS_TEXT = 2,
  // A part of the link is invalid.
  FW_STATUS_LINK = 3,
  // No parameter, group or site has this name, or no group has this index.
  FW_STATUS_UNKNOWN = 4,
  // An argument has an invalid value. Parameters outside their range are clamped instead.
  FW_STATUS_VALUE = 5,
  // The unit has been removed.
  FW_STATUS_GONE = 6,
  // The world has no room for another unit.
  FW_STATUS_FULL = 7,
  // A number in an argument or in the arrays is not finite.
  FW_STATUS_NOT_FINITE = 8,
  // The core panicked in this world, which is a bug of the library: free the world.
  FW_STATUS_BROKEN = 9,
} FwStatus;

// Kind of an event in a world.
typedef enum {
  // The unit was added to the world.
  FW_EVENT_KIND_BORN = 0,
  // The unit was removed from the world.
  FW_EVENT_KIND_REMOVED = 1,
  // The unit was caught by a group that hunts it.
  FW_EVENT_KIND_CAUGHT = 2,
  // The unit arrived at the destination of its group (its target, else its goal), or at the end
  // of its path.
  FW_EVENT_KIND_ARRIVED = 3,
} FwEventKind;

// World: a run with its units. `fw_open` opens it and `fw_free` frees it.
typedef struct FwFlock FwFlock;

// Arrays of the world, with one number per unit. They stay valid until a unit is added or removed
// (also by a catch within a tick), a parameter or a rule is set, or the world is restarted,
// restored or freed. Then call `fw_units` again.
//
// Positions, velocities, headings and angular velocities can be written before `fw_steer`.
typedef struct {
  // Number of units.
  size_t count;
  // Position of each unit to the right, u.
  float *x;
  // Position of each unit downward, u.
  float *y;
  // Velocity of each unit to the right, u/s.
  float *vx;
  // Velocity of each unit downward, u/s.
  float *vy;
  // Heading of each unit, rad: 0 points right, clockwise on screen.
  float *heading;
  // Angular velocity of each unit, rad/s, positive clockwise.
  float *omega;
  // Length of each unit's body, u.
  const float *length;
  // Handles of the units, which never change.
  const uint32_t *unit;
  // Force on each unit's center, component to the right: its limited steering plus the
  // propeller's thrust. This array, `force_y`, `torque` and `brake` are null before the first
  // `fw_steer` and after units were added or removed.
  const float *force_x;
  // Force on each unit's center, component downward.
  const float *force_y;
  // Torque of the jets at the bow of a rigid body, clockwise; 0 for other bodies.
  const float *torque;
  // Factor by which the tick multiplies the velocity at its end; 1 means no braking.
  const float *brake;
} FwUnits;

// Point or vector in world axes: x to the right, y downward.
typedef struct {
  // Component to the right, u (u/s for a velocity).
  float x;
  // Component downward, u (u/s for a velocity).
  float y;
} FwPoint;

// Position and motion of a unit.
typedef struct {
  // Position of the unit, u.
  FwPoint place;
  // Velocity of the unit, u/s.
  FwPoint velocity;
  // Heading of the unit, rad: 0 points right, clockwise on screen.
  float heading;
  // Angular velocity of the unit, rad/s, positive clockwise.
  float omega;
} FwUnit;

// Round obstacle.
typedef struct {
  // Center of the obstacle, u.
  FwPoint center;
  // Radius of the obstacle, u.
  float radius;
} FwDisc;

// Straight wall with rounded ends.
typedef struct {
  // First end of the wall's center line, u.
  FwPoint from;
  // Second end of the wall's center line, u.
  FwPoint to;
  // Half of the wall's thickness, u.
  float radius;
} FwSegment;

// Event that has happened to a unit.
typedef struct {
  // Kind of the event.
  FwEventKind kind;
  // Handle of the unit.
  uint32_t unit;
  // Index of the group that caught the unit; 0 for other events.
  size_t group;
  // Handle of the unit that caught it; 0 for other events.
  uint32_t hunter;
} FwEvent;

// Arrays with the interpolated state of each unit, valid until the next call of `fw_shown`.
typedef struct {
  // Number of units.
  size_t count;
  // Position of each unit to the right, u.
  const float *x;
  // Position of each unit downward, u.
  const float *y;
  // Heading of each unit as a unit vector: component to the right.
  const float *hx;
  // Heading of each unit as a unit vector: component downward.
  const float *hy;
} FwShown;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// One sentence about the last failed call on this thread, or about the first part of a link or
// rule that a call has ignored; valid until the next such sentence. Empty if there was none.
const char *fw_message(void);

// Version of this library, such as "0.1.0".
const char *fw_version(void);

// Opens a world from a link of the page, or from its part after the question mark. The scene
// "empty" and its parameters can describe any world. Inputs recorded in the link are not replayed.
//
// An invalid part of the link is an error if `strict` is set. Otherwise it is ignored, and
// `fw_message` names it.
FwStatus fw_open(const char *link, bool strict, FwFlock **flock);

// Frees a world. Null is allowed.
void fw_free(FwFlock *flock);

// Restarts the world at tick 0 with a seed.
FwStatus fw_restart(FwFlock *flock, uint32_t seed);

// Runs `ticks` ticks of 1/60 s, at most 1,000,000 per call.
FwStatus fw_step(FwFlock *flock, uint32_t ticks);

// Computes the steering of all units without moving them, for bodies that a physics engine moves:
// reads what was written into the arrays of `fw_units` and fills the arrays of forces. Each call
// advances the time by 1/60 s.
//
// A unit with a number that is not finite is placed at rest in the center of the world, and the
// status is `FW_STATUS_NOT_FINITE`.
FwStatus fw_steer(FwFlock *flock);

// Moves all units by their steering: `fw_steer` and `fw_move` together are one tick of `fw_step`.
FwStatus fw_move(FwFlock *flock);

// Fills `units` with pointers to the arrays of the world.
FwStatus fw_units(FwFlock *flock, FwUnits *units);

// Index of a group, by its key in links, such as "boids" or "hunter".
FwStatus fw_group(FwFlock *flock, const char *key, size_t *group);

// Range of a group's units in the arrays of `fw_units`: `count` units from index `first` on.
FwStatus fw_members(FwFlock *flock, size_t group, size_t *first, size_t *count);

// Adds a unit to a group, by its index, and returns the unit's handle, which never changes.
FwStatus fw_add(FwFlock *flock, size_t group, FwUnit body, uint32_t *unit);

// Removes the unit with this handle.
FwStatus fw_remove(FwFlock *flock, uint32_t unit);

// Current index in the arrays of the unit with this handle.
FwStatus fw_index(FwFlock *flock, uint32_t unit, size_t *index);

// Value of a parameter by its key in links, such as "cohesion", or "g1.cohesion" for the group
// "g1". The value of a choice is the index of an option, that of a switch 0 or 1.
FwStatus fw_get(FwFlock *flock, const char *key, float *value);

// Sets a parameter by its key in links. A value outside the parameter's range is clamped.
FwStatus fw_set(FwFlock *flock, const char *key, float value);

// Sets a parameter, by its key, to a value in the notation of links: "2.5", "narrow", "on".
FwStatus fw_set_text(FwFlock *flock, const char *key, const char *value);

// Adds a rule to a group after its other behaviors, or replaces the group's rule of the same key.
// `rule`: text of a written rule, such as "rule drift\nsteer 0.5", or key of a recipe, such as
// "hide". The rule's weight and parameters can then be set by their keys. If the text is invalid,
// `fw_message` names the error and its line, and nothing changes.
FwStatus fw_rule(FwFlock *flock, size_t group, const char *rule);

// Gives a group a moving point (u, u/s) to hunt, seek or flee instead of its own goals.
FwStatus fw_target(FwFlock *flock, size_t group, FwPoint at, FwPoint velocity);

// Sets a unit as the target of a group. The group loses its target when the unit is removed.
FwStatus fw_target_unit(FwFlock *flock, size_t group, uint32_t unit);

// Gives a group another group as its target: always the unit nearest to its own first unit.
FwStatus fw_target_group(FwFlock *flock, size_t group, size_t other);

// Removes the target of a group, which then has its own goals again.
FwStatus fw_no_target(FwFlock *flock, size_t group);

// Sets the top speed of a single unit, 0 to 400 u/s, until it is removed or the run restarts.
FwStatus fw_unit_speed(FwFlock *flock, uint32_t unit, float max_speed);

// Gives a single unit a moving point (u, u/s) as its target instead of the target of its group.
FwStatus fw_unit_target(FwFlock *flock, uint32_t unit, FwPoint at, FwPoint velocity);

// Sets another unit as the target of a single unit.
FwStatus fw_unit_target_unit(FwFlock *flock, uint32_t unit, uint32_t other);

// Sets the nearest unit of a group as the target of a single unit.
FwStatus fw_unit_target_group(FwFlock *flock, uint32_t unit, size_t group);

// Removes the top speed and the target of a single unit: those of its group count again.
FwStatus fw_unit_reset(FwFlock *flock, uint32_t unit);

// Holds the pointer at a position, u, for the groups that respond to the pointer.
FwStatus fw_hold(FwFlock *flock, FwPoint at);

// Releases the pointer.
FwStatus fw_release(FwFlock *flock);

// Adds a site (a named place) at a point (u, rounded to 0.1 u), or moves the site that has this
// name. Sites are goals of groups; rules read the site "coral" as `site("coral")`.
FwStatus fw_site(FwFlock *flock, const char *name, FwPoint at);

// Removes the site with this name.
FwStatus fw_no_site(FwFlock *flock, const char *name);

// Replaces the round obstacles, and moves units out of them. A negative radius counts as 0.
FwStatus fw_obstacles(FwFlock *flock, const FwDisc *discs, size_t count);

// Replaces the walls, at most 50,000. A negative radius counts as 0.
FwStatus fw_walls(FwFlock *flock, const FwSegment *walls, size_t count);

// Walls that cover the blocked tiles of a map, for `fw_walls`: neighbors in a row or a column are
// one long wall. The result is valid until the next call. `tiles` has `count` bytes in rows of
// `columns` from the upper left, and all but 0 are blocked; `side` is the length of a tile's side,
// u. The upper left corners of the map and of the world coincide.
FwStatus fw_walls_from_tiles(FwFlock *flock,
                             size_t columns,
                             const uint8_t *tiles,
                             size_t count,
                             float side,
                             const FwSegment **walls,
                             size_t *wall_count);

// Replaces the path of a group, nodes in u. Refused if no behavior of the group follows a path.
FwStatus fw_path(FwFlock *flock, size_t group, const FwPoint *nodes, size_t count);

// State of the world as bytes for `fw_restore`; valid until the next call of `fw_snapshot`.
FwStatus fw_snapshot(FwFlock *flock, const uint8_t **bytes, size_t *size);

// Restores the state of a snapshot of this scene bit by bit, on any machine. Bytes that are not a
// snapshot of this scene and version are refused, and nothing changes.
FwStatus fw_restore(FwFlock *flock, const uint8_t *bytes, size_t size);

// Events since the last call, valid until the next one. The first call begins to collect events
// and returns none.
FwStatus fw_events(FwFlock *flock, const FwEvent **events, size_t *count);

// Handles of the units within a distance (u) of a point, nearest first; valid until the next call.
FwStatus fw_near(FwFlock *flock, FwPoint at, float radius, const uint32_t **units, size_t *count);

// States of the units interpolated between the last two ticks, for screens with more frames per
// second than the world has ticks: `share` 0 is the earlier tick, 1 the later one. Works from the
// second call on; the first call returns the current state.
FwStatus fw_shown(FwFlock *flock, float share, FwShown *shown);

// Number of ticks since the start of the run.
FwStatus fw_ticks(FwFlock *flock, uint64_t *ticks);

// Hash of the whole state of the world, equal for equal runs on every machine.
FwStatus fw_hash(FwFlock *flock, uint64_t *hash);

// Velocity (u/s) with which units of a group start if they head in a direction (rad).
FwStatus fw_start_velocity(FwFlock *flock, size_t group, float heading, FwPoint *velocity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FLOCKWRIGHT_H */
