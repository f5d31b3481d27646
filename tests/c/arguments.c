/* Wrong arguments of every function: the status, a name in the sentence, and nothing has changed. */
#include "flockwright.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FwFlock *flock;
static int failures, calls;

static uint64_t state(void) {
  uint64_t hash = 0;
  fw_hash(flock, &hash);
  return hash;
}

static void judge(const char *call, FwStatus status, FwStatus wanted, const char *said, uint64_t before) {
  calls++;
  if (status == wanted && strstr(fw_message(), said) && state() == before) return;
  failures++;
  printf("%s: %d “%s”, wanted %d “%s”%s\n", call, status, fw_message(), wanted, said,
         state() == before ? "" : ", and the run has changed");
}

#define REFUSED(call, wanted, said) \
  do { \
    uint64_t before = state(); \
    judge(#call, (call), FW_STATUS_##wanted, said, before); \
  } while (0)

#define HUGE_COUNT ((size_t)-1)

int main(void) {
  FwFlock *other = NULL;
  const char *link = "v=8&scene=flock-limited&seed=7&count=20";
  if (fw_open(link, true, &flock) != FW_STATUS_OK) return 1;
  const char *bad = "\xff";
  FwPoint at = {100, 100}, nan_x = {NAN, 0}, inf_y = {0, INFINITY}, still = {0, 0};
  FwUnit body = {{100, 100}, {0, 0}, 0, 0}, wrong;
  FwUnits units;
  FwShown shown;
  FwPoint velocity;
  const FwEvent *events;
  const uint32_t *near_by;
  const uint8_t *bytes;
  uint8_t nonsense[64] = {0};
  size_t size, count, index;
  uint32_t unit;
  uint64_t number;
  float value;

  REFUSED(fw_open(NULL, true, &other), NULL, "link");
  REFUSED(fw_open(bad, true, &other), TEXT, "link");
  REFUSED(fw_open("", true, &other), LINK, "link");
  REFUSED(fw_open(link, true, NULL), NULL, "flock");
  fw_free(NULL);

  /* Ticks. */
  REFUSED(fw_step(NULL, 1), NULL, "flock");
  REFUSED(fw_step(flock, 1000001), VALUE, "ticks");
  REFUSED(fw_step(flock, (uint32_t)-1), VALUE, "ticks");
  REFUSED(fw_steer(NULL), NULL, "flock");
  REFUSED(fw_move(NULL), NULL, "flock");
  REFUSED(fw_restart(NULL, 1), NULL, "flock");
  REFUSED(fw_ticks(flock, NULL), NULL, "ticks");
  REFUSED(fw_ticks(NULL, &number), NULL, "flock");
  REFUSED(fw_hash(flock, NULL), NULL, "hash");
  REFUSED(fw_hash(NULL, &number), NULL, "flock");

  /* Units. */
  REFUSED(fw_units(flock, NULL), NULL, "units");
  REFUSED(fw_units(NULL, &units), NULL, "flock");
  REFUSED(fw_group(flock, NULL, &index), NULL, "key");
  REFUSED(fw_group(flock, bad, &index), TEXT, "key");
  REFUSED(fw_group(flock, "bods", &index), UNKNOWN, "Did you mean “boids”?");
  REFUSED(fw_group(flock, "boids", NULL), NULL, "group");
  REFUSED(fw_members(flock, 9, &index, &count), UNKNOWN, "group 9");
  REFUSED(fw_members(flock, HUGE_COUNT, &index, &count), UNKNOWN, "group");
  REFUSED(fw_members(flock, 0, NULL, &count), NULL, "first");
  REFUSED(fw_members(flock, 0, &index, NULL), NULL, "count");
  REFUSED(fw_start_velocity(flock, 9, 0, &velocity), UNKNOWN, "group 9");
  REFUSED(fw_start_velocity(flock, 0, NAN, &velocity), NOT_FINITE, "heading");
  REFUSED(fw_start_velocity(flock, 0, 0, NULL), NULL, "velocity");
  REFUSED(fw_add(flock, 9, body, &unit), UNKNOWN, "group 9");
  REFUSED(fw_add(flock, 0, body, NULL), NULL, "unit");
  wrong = body, wrong.place.x = NAN;
  REFUSED(fw_add(flock, 0, wrong, &unit), NOT_FINITE, "x is");
  wrong = body, wrong.velocity.y = INFINITY;
  REFUSED(fw_add(flock, 0, wrong, &unit), NOT_FINITE, "vy is");
  wrong = body, wrong.heading = NAN;
  REFUSED(fw_add(flock, 0, wrong, &unit), NOT_FINITE, "heading");
  wrong = body, wrong.omega = NAN;
  REFUSED(fw_add(flock, 0, wrong, &unit), NOT_FINITE, "omega");
  REFUSED(fw_remove(flock, 4000000), GONE, "unit 4000000");
  REFUSED(fw_index(flock, (uint32_t)-1, &index), GONE, "unit 4294967295");
  REFUSED(fw_index(flock, 0, NULL), NULL, "index");

  /* Parameters, rules, targets. */
  REFUSED(fw_get(flock, NULL, &value), NULL, "key");
  REFUSED(fw_get(flock, bad, &value), TEXT, "key");
  REFUSED(fw_get(flock, "cohesoin", &value), UNKNOWN, "Did you mean “cohesion”?");
  REFUSED(fw_get(flock, "cohesion", NULL), NULL, "value");
  REFUSED(fw_set(flock, NULL, 1), NULL, "key");
  REFUSED(fw_set(flock, "cohesio", 1), UNKNOWN, "Did you mean “cohesion”?");
  REFUSED(fw_set(flock, "cohesion", NAN), NOT_FINITE, "value");
  REFUSED(fw_set(flock, "cohesion", -INFINITY), NOT_FINITE, "value");
  REFUSED(fw_set_text(flock, NULL, "1"), NULL, "key");
  REFUSED(fw_set_text(flock, "cohesion", NULL), NULL, "value");
  REFUSED(fw_set_text(flock, "cohesion", bad), TEXT, "value");
  REFUSED(fw_set_text(flock, "cohesion", "much"), VALUE, "cohesion");
  REFUSED(fw_set_text(flock, "viwe", "narrow"), UNKNOWN, "Did you mean “view”?");
  REFUSED(fw_rule(flock, 0, NULL), NULL, "rule");
  REFUSED(fw_rule(flock, 0, bad), TEXT, "rule");
  REFUSED(fw_rule(flock, 0, "steer nobody"), VALUE, "Line 1");
  REFUSED(fw_rule(flock, 0, "hyde"), VALUE, "Did you mean");
  REFUSED(fw_rule(flock, 9, "steer 1"), UNKNOWN, "group 9");
  REFUSED(fw_target(flock, 9, at, still), UNKNOWN, "group 9");
  REFUSED(fw_target(flock, 0, nan_x, still), NOT_FINITE, "x is");
  REFUSED(fw_target(flock, 0, at, inf_y), NOT_FINITE, "vy is");
  REFUSED(fw_target_unit(flock, 0, 4000000), GONE, "unit 4000000");
  REFUSED(fw_target_unit(flock, 9, 0), UNKNOWN, "group 9");
  REFUSED(fw_target_group(flock, 0, 9), UNKNOWN, "group 9");
  REFUSED(fw_target_group(flock, 0, 0), UNKNOWN, "itself");
  REFUSED(fw_no_target(flock, 9), UNKNOWN, "group 9");
  REFUSED(fw_site(flock, "a-b", at), VALUE, "letters, digits and spaces");
  REFUSED(fw_site(flock, "coral", nan_x), NOT_FINITE, "x is");
  REFUSED(fw_no_site(flock, "coral"), VALUE, "no site");
  REFUSED(fw_unit_speed(flock, 0, NAN), NOT_FINITE, "max_speed is");
  REFUSED(fw_unit_speed(flock, 0, 401), VALUE, "0 to 400 u/s");
  REFUSED(fw_unit_speed(flock, 4000000, 1), GONE, "unit 4000000");
  REFUSED(fw_unit_target(flock, 0, nan_x, still), NOT_FINITE, "x is");
  REFUSED(fw_unit_target_unit(flock, 0, 0), VALUE, "itself");
  REFUSED(fw_unit_target_unit(flock, 0, 4000000), GONE, "unit 4000000");
  REFUSED(fw_unit_target_group(flock, 0, 9), UNKNOWN, "group 9");
  REFUSED(fw_unit_reset(flock, 4000000), GONE, "unit 4000000");
  REFUSED(fw_hold(flock, nan_x), NOT_FINITE, "x is");
  REFUSED(fw_hold(flock, inf_y), NOT_FINITE, "y is");
  REFUSED(fw_release(NULL), NULL, "flock");

  /* Scenery. */
  FwDisc disc = {{100, 80}, NAN}, disc_at = {{NAN, 80}, 5};
  FwSegment wall = {{10, 10}, {200, INFINITY}, 2}, thick = {{10, 10}, {200, 10}, NAN};
  REFUSED(fw_obstacles(flock, NULL, 1), NULL, "discs");
  REFUSED(fw_obstacles(flock, &disc, HUGE_COUNT), VALUE, "discs");
  REFUSED(fw_obstacles(flock, &disc, 1), NOT_FINITE, "radius");
  REFUSED(fw_obstacles(flock, &disc_at, 1), NOT_FINITE, "x of an obstacle");
  REFUSED(fw_walls(flock, NULL, 1), NULL, "walls");
  REFUSED(fw_walls(flock, &wall, HUGE_COUNT), VALUE, "walls");
  REFUSED(fw_walls(flock, &wall, 1), NOT_FINITE, "to.y of a wall");
  REFUSED(fw_walls(flock, &thick, 1), NOT_FINITE, "radius");
  const uint8_t tiles[] = {1, 1, 0, 1};
  const FwSegment *joined;
  REFUSED(fw_walls_from_tiles(flock, 0, tiles, 4, 10, &joined, &count), VALUE, "columns");
  REFUSED(fw_walls_from_tiles(flock, 2, NULL, 4, 10, &joined, &count), NULL, "tiles");
  REFUSED(fw_walls_from_tiles(flock, 2, tiles, HUGE_COUNT, 10, &joined, &count), VALUE, "tiles");
  REFUSED(fw_walls_from_tiles(flock, 2, tiles, 4, NAN, &joined, &count), NOT_FINITE, "side");
  REFUSED(fw_walls_from_tiles(flock, 2, tiles, 4, -1, &joined, &count), VALUE, "side");
  REFUSED(fw_walls_from_tiles(flock, 2, tiles, 4, 10, NULL, &count), NULL, "walls");
  REFUSED(fw_walls_from_tiles(flock, 2, tiles, 4, 10, &joined, NULL), NULL, "wall_count");
  REFUSED(fw_path(flock, 0, NULL, 1), NULL, "nodes");
  REFUSED(fw_path(flock, 0, &at, HUGE_COUNT), VALUE, "nodes");
  REFUSED(fw_path(flock, 9, &at, 1), UNKNOWN, "group 9");
  REFUSED(fw_path(flock, 0, &nan_x, 1), NOT_FINITE, "x of a node");
  REFUSED(fw_path(flock, 0, &at, 1), VALUE, "follows no path");

  /* States, what happens, who is near. */
  REFUSED(fw_snapshot(flock, NULL, &size), NULL, "bytes");
  REFUSED(fw_snapshot(flock, &bytes, NULL), NULL, "size");
  REFUSED(fw_restore(flock, NULL, 9), NULL, "bytes");
  REFUSED(fw_restore(flock, nonsense, HUGE_COUNT), VALUE, "bytes");
  REFUSED(fw_restore(flock, nonsense, sizeof nonsense), VALUE, "snapshot");
  REFUSED(fw_restore(flock, nonsense, 0), VALUE, "snapshot");
  REFUSED(fw_events(flock, NULL, &count), NULL, "events");
  REFUSED(fw_events(flock, &events, NULL), NULL, "count");
  REFUSED(fw_near(flock, nan_x, 5, &near_by, &count), NOT_FINITE, "x is");
  REFUSED(fw_near(flock, at, NAN, &near_by, &count), NOT_FINITE, "radius");
  REFUSED(fw_near(flock, at, -1, &near_by, &count), VALUE, "radius");
  REFUSED(fw_near(flock, at, 5, NULL, &count), NULL, "units");
  REFUSED(fw_near(flock, at, 5, &near_by, NULL), NULL, "count");
  REFUSED(fw_shown(flock, NAN, &shown), NOT_FINITE, "share");
  REFUSED(fw_shown(flock, 0.5f, NULL), NULL, "shown");

  /* It goes on as one to which nothing was said. */
  if (fw_open(link, true, &other) != FW_STATUS_OK) return 1;
  fw_step(flock, 60);
  fw_step(other, 60);
  fw_hash(other, &number);
  printf("%d refused, %d failures, same %d, version %s\n", calls - failures, failures, number == state(), fw_version());
  fw_free(flock);
  fw_free(other);
  return 0;
}
