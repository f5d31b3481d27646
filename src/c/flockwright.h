/* Flockwright as a C library: the core of the playground, the same run to the bit.
 * Written from src/c by cbindgen. Every function gives FW_STATUS_OK, or why not; fw_message() has a sentence then. */

#ifndef FLOCKWRIGHT_H
#define FLOCKWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a call went.
typedef enum {
  // It did what it says.
  FW_STATUS_OK = 0,
  // A pointer is null where something has to be.
  FW_STATUS_NULL = 1,
  // A text is not UTF-8.
  FW_STATUS_TEXT = 2,
  // Something in a link makes no sense.
  FW_STATUS_LINK = 3,
  // There is no parameter, group or array of that name.
  FW_STATUS_UNKNOWN = 4,
  // A value is not one that it can have; numbers out of range are no error, they are clamped.
  FW_STATUS_VALUE = 5,
  // The unit is gone.
  FW_STATUS_GONE = 6,
  // There is no room for another unit.
  FW_STATUS_FULL = 7,
  // A number is not finite.
  FW_STATUS_NOT_FINITE = 8,
  // The core has failed in this world, which is a bug of it: free the world.
  FW_STATUS_BROKEN = 9,
} FwStatus;

// What has happened to a unit.
typedef enum {
  // It has come into the world.
  FW_EVENT_KIND_BORN = 0,
  // It has gone from it.
  FW_EVENT_KIND_REMOVED = 1,
  // It was caught by one of a group that hunts it.
  FW_EVENT_KIND_CAUGHT = 2,
  // It has come to the place to which its group goes (its target, else its goal), or to the end of
  // its path.
  FW_EVENT_KIND_ARRIVED = 3,
} FwEventKind;

// A world that runs.
typedef struct FwFlock FwFlock;

// The units where they lie in memory, one number per unit in each array. They lie there until units
// come or go, parameters are set, or the world is freed: ask again after that.
//
// Places, velocities, headings and rates of turn may be written before `fw_steer`.
typedef struct {
  // How many.
  size_t count;
  // Places, u.
  float *x;
  // Places, u; down.
  float *y;
  // Velocities, u/s.
  float *vx;
  // Velocities, u/s; down.
  float *vy;
  // Headings, radians.
  float *heading;
  // Rates of turn, radians per second.
  float *omega;
  // Lengths, u.
  const float *length;
  // The handle of each.
  const uint32_t *unit;
  // After `fw_steer`: forces at the middle, limited, with the propeller's thrust; else null.
  const float *force_x;
  // The same, down.
  const float *force_y;
  // The same: how the jets at the bow of a rigid body turn it; clockwise.
  const float *torque;
  // The same: factors on the velocity after the tick; 1 where nothing brakes.
  const float *brake;
} FwUnits;

// A point of the world: to the right and down, u.
typedef struct {
  // To the right, u.
  float x;
  // Down, u.
  float y;
} FwPoint;

// A unit's body.
typedef struct {
  // u
  FwPoint place;
  // u/s
  FwPoint velocity;
  // Radians; 0 points right and grows clockwise on a screen, where y points down.
  float heading;
  // Rate of turn, radians per second.
  float omega;
} FwUnit;

// A round obstacle.
typedef struct {
  // Its center, u.
  FwPoint center;
  // u
  float radius;
} FwDisc;

// A wall from one point to another.
typedef struct {
  // Its first end, u.
  FwPoint from;
  // Its other end, u.
  FwPoint to;
  // Half its thickness, u.
  float radius;
} FwSegment;

// Something that has happened.
typedef struct {
  // What.
  FwEventKind kind;
  // The handle of the unit.
  uint32_t unit;
  // Of a catch: the group that has caught it.
  size_t group;
} FwEvent;

// Where units are between two ticks, one number per unit in each array; until the next call.
typedef struct {
  // How many.
  size_t count;
  // Places, u.
  const float *x;
  // Places, u; down.
  const float *y;
  // Headings as unit vectors.
  const float *hx;
  // The same, down.
  const float *hy;
} FwShown;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// What was wrong with the last call of this thread that was not `FW_STATUS_OK`, in a sentence. The text is
// there until the next call of this thread that fails.
const char *fw_message(void);

// The version of this library, "0.1.0".
const char *fw_version(void);

// Opens a link: what a person shares of the page, or its part behind the question mark. The scene
// "empty" and its parameters build any world. Inputs that the link has are not done again.
//
// What makes no sense in the link is an error, in `strict` only: else it is left out, and
// `fw_message` tells what.
FwStatus fw_open(const char *link, bool strict, FwFlock **flock);

// Frees a world; null is no error.
void fw_free(FwFlock *flock);

// Back to tick 0 with a seed.
FwStatus fw_restart(FwFlock *flock, uint32_t seed);

// Runs ticks of 1/60 s, at most 1,000,000 in one call.
FwStatus fw_step(FwFlock *flock, uint32_t ticks);

// The force alone, for bodies that a physics engine moves: takes over what was written into the
// arrays of `fw_units`, perceives and steers, and moves no unit. The arrays of forces are filled then.
// Time goes on by 1/60 s with each call.
//
// A unit with a number that is not finite stands still in the middle of the world: `FW_STATUS_NOT_FINITE`.
FwStatus fw_steer(FwFlock *flock);

// Moves all as they were steered: `fw_steer` and `fw_move` are `fw_step` by one tick.
FwStatus fw_move(FwFlock *flock);

// The units where they lie in memory.
FwStatus fw_units(FwFlock *flock, FwUnits *units);

// The index of a group, by its key; the first has "boids" in most scenes.
FwStatus fw_group(FwFlock *flock, const char *key, size_t *group);

// Which units belong to a group: from `first` on, `count` of them.
FwStatus fw_members(FwFlock *flock, size_t group, size_t *first, size_t *count);

// Adds a unit to a group, and gives its handle, which stays its own as others come and go.
FwStatus fw_add(FwFlock *flock, size_t group, FwUnit body, uint32_t *unit);

// Removes a unit, by its handle.
FwStatus fw_remove(FwFlock *flock, uint32_t unit);

// Where a unit is in the arrays now, by its handle.
FwStatus fw_index(FwFlock *flock, uint32_t unit, size_t *index);

// The value of a parameter by its key, as links have it: "cohesion", "group.cohesion". A choice is
// the number of its option, a switch 0 or 1.
FwStatus fw_get(FwFlock *flock, const char *key, float *value);

// Sets it; what is out of its range is clamped.
FwStatus fw_set(FwFlock *flock, const char *key, float value);

// Sets a parameter to what a text says, as links write it: "2.5", "narrow", "on".
FwStatus fw_set_text(FwFlock *flock, const char *key, const char *value);

// Lets a group steer by a rule as well, a text such as "rule drift\nsteer 0.5": in the place of its
// rule of the same key, else behind its other behaviors. Where the text makes no sense, `fw_message`
// says what and in which line, and nothing changes. Its weight and parameters are set by their keys
// from then on.
FwStatus fw_rule(FwFlock *flock,
                 size_t group,
                 const char *rule);

// What all of a group hunt, head for or run from from now on, whatever they have in mind.
FwStatus fw_target(FwFlock *flock, size_t group, FwPoint at, FwPoint velocity);

// The same with a unit, by its handle, wherever it goes; once it is gone, they have no target.
FwStatus fw_target_unit(FwFlock *flock, size_t group, uint32_t unit);

// The same with the unit of another group that is nearest to their first one.
FwStatus fw_target_group(FwFlock *flock, size_t group, size_t other);

// It has no target of its own any longer.
FwStatus fw_no_target(FwFlock *flock, size_t group);

// Holds the pointer at a place: what all heed that heed it.
FwStatus fw_hold(FwFlock *flock, FwPoint at);

// Lets the pointer go.
FwStatus fw_release(FwFlock *flock);

// Replaces the round obstacles, and moves units out of them; a negative radius is 0.
FwStatus fw_obstacles(FwFlock *flock, const FwDisc *discs, size_t count);

// Replaces the walls, at most 50,000; a negative radius is 0.
FwStatus fw_walls(FwFlock *flock, const FwSegment *walls, size_t count);

// Replaces the path that a group follows; where it has no behavior that follows one, nothing changes.
FwStatus fw_path(FwFlock *flock,
                 size_t group,
                 const FwPoint *nodes,
                 size_t count);

// The state at this tick as bytes, to keep, to save or to send: `fw_restore` goes back to it. They lie
// there until the next call.
FwStatus fw_snapshot(FwFlock *flock,
                     const uint8_t **bytes,
                     size_t *size);

// Goes to a state of this scene, to the bit, wherever it ran. Bytes that are no snapshot of this
// version are refused, and nothing has changed.
FwStatus fw_restore(FwFlock *flock, const uint8_t *bytes, size_t size);

// What has happened since the last call, or nothing at the first one, from which on it is collected. The
// array lies there until the next call.
FwStatus fw_events(FwFlock *flock,
                   const FwEvent **events,
                   size_t *count);

// The handles of the units within a distance of a point, the nearest first. The array lies there until the
// next call.
FwStatus fw_near(FwFlock *flock,
                 FwPoint at,
                 float radius,
                 const uint32_t **units,
                 size_t *count);

// Where units are at a share of the way from the last tick but one, 0, to the last, 1: for screens that show
// more frames than there are ticks. From the second call on; until then they are where they are.
FwStatus fw_shown(FwFlock *flock,
                  float share,
                  FwShown *shown);

// Ticks since the start.
FwStatus fw_ticks(FwFlock *flock, uint64_t *ticks);

// 64 bits of the whole state: equal for equal runs, everywhere.
FwStatus fw_hash(FwFlock *flock, uint64_t *hash);

// The speed at which units of a group start, u/s, and a velocity of that speed along a heading.
FwStatus fw_start_velocity(FwFlock *flock, size_t group, float heading, FwPoint *velocity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FLOCKWRIGHT_H */
