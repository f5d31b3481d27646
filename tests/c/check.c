/* What a game does with the C library. Prints what tests/deep/c.rs compares with the core. */
#include "flockwright.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DO(call) \
  do { \
    FwStatus status = (call); \
    if (status != FW_STATUS_OK) { \
      fprintf(stderr, "line %d: %d, %s\n", __LINE__, status, fw_message()); \
      exit(1); \
    } \
  } while (0)

#define FAILS(call, with) \
  do { \
    FwStatus status = (call); \
    if (status != (with)) { \
      fprintf(stderr, "line %d: %d in the place of %d\n", __LINE__, status, with); \
      exit(1); \
    } \
    printf("%d %s\n", status, fw_message()); \
  } while (0)

static void print_hash(const char *what, FwFlock *flock) {
  uint64_t hash = 0;
  DO(fw_hash(flock, &hash));
  printf("%s %016llx\n", what, (unsigned long long)hash);
}

/* A link alone: where its run is after 120 ticks. */
static int run(const char *link) {
  FwFlock *flock = NULL;
  DO(fw_open(link, true, &flock));
  DO(fw_step(flock, 120));
  print_hash("after", flock);
  fw_free(flock);
  return 0;
}

int main(int count, char **arguments) {
  if (count < 4) return count < 2 ? 2 : run(arguments[1]);
  FwFlock *whole = NULL, *halves = NULL;
  DO(fw_open(arguments[1], true, &whole));
  DO(fw_open(arguments[1], true, &halves));

  /* Two side by side, one in whole ticks, the other in halves. */
  for (int tick = 0; tick < 120; tick++) {
    DO(fw_step(whole, 1));
    DO(fw_steer(halves));
    DO(fw_move(halves));
  }
  print_hash("whole", whole);
  print_hash("halves", halves);

  /* Bodies that the game moves: they are steered on, and time goes on. */
  FwUnits units;
  for (int tick = 0; tick < 60; tick++) {
    DO(fw_steer(halves));
    DO(fw_units(halves, &units));
    for (size_t k = 0; k < units.count; k++) {
      units.x[k] += units.force_x[k] / 500.0f + (float)tick;
      units.y[k] += units.force_y[k] / 500.0f;
      units.heading[k] += units.torque[k] / 20000.0f;
    }
  }
  uint64_t ticks = 0;
  DO(fw_ticks(halves, &ticks));
  printf("ticks %llu\n", (unsigned long long)ticks);

  /* Units come and go; handles stay. */
  size_t first, members, index;
  DO(fw_members(whole, 0, &first, &members));
  DO(fw_units(whole, &units));
  uint32_t last = units.unit[units.count - 1], added;
  float x = units.x[units.count - 1];
  DO(fw_remove(whole, units.unit[0]));
  FwUnit body = {{50, 60}, {0, 0}, 0, 0};
  DO(fw_start_velocity(whole, 0, 0, &body.velocity));
  DO(fw_add(whole, 0, body, &added));
  DO(fw_index(whole, last, &index));
  DO(fw_units(whole, &units));
  printf("same %d, added %d of %zu\n", units.x[index] == x, units.x[members - 1] == 50.0f, units.count);

  /* A state to go back to, what happens, who is near, and where units are between two ticks. */
  const uint8_t *bytes;
  uint8_t *kept;
  size_t size;
  const FwEvent *events;
  const uint32_t *near_by;
  size_t happened, close;
  FwShown shown;
  uint64_t once, again;
  DO(fw_snapshot(whole, &bytes, &size));
  kept = malloc(size);
  memcpy(kept, bytes, size);
  DO(fw_step(whole, 60));
  DO(fw_hash(whole, &once));
  DO(fw_restore(whole, kept, size));
  DO(fw_step(whole, 60));
  DO(fw_hash(whole, &again));
  DO(fw_restore(whole, kept, size));
  kept[size / 2] ^= 1;
  FwStatus damaged = fw_restore(whole, kept, size);
  printf("damaged %d: %s\n", damaged == FW_STATUS_VALUE, fw_message());
  free(kept);
  DO(fw_events(whole, &events, &happened));
  body.place.x = 10;
  DO(fw_add(whole, 0, body, &added));
  DO(fw_events(whole, &events, &happened));
  DO(fw_near(whole, body.place, 1, &near_by, &close));
  printf("again %d, born %d, near %d\n", once == again,
         happened == 1 && events[0].kind == FW_EVENT_KIND_BORN && events[0].unit == added,
         close > 0 && near_by[0] == added);
  DO(fw_shown(whole, 1, &shown));
  DO(fw_units(whole, &units));
  float from = units.x[0];
  DO(fw_step(whole, 1));
  DO(fw_shown(whole, 0, &shown));
  printf("shown %d of %d\n", shown.x[0] == from, shown.count == units.count);
  DO(fw_remove(whole, added));
  FAILS(fw_restore(whole, NULL, 1), FW_STATUS_NULL);

  /* Parameters, targets, scenery, while it runs. */
  float value = 0;
  DO(fw_set(whole, "cohesion", 2.5f));
  DO(fw_get(whole, "cohesion", &value));
  DO(fw_set_text(whole, "view", "narrow"));
  FwPoint at = {300, 200}, still = {0, 0};
  DO(fw_target_unit(whole, 0, last));
  DO(fw_target_group(whole, 0, 1));
  DO(fw_target(whole, 0, at, still));
  FwDisc disc = {{100, 80}, 20};
  DO(fw_obstacles(whole, &disc, 1));
  FwSegment wall = {{10, 10}, {200, 10}, 2};
  DO(fw_walls(whole, &wall, 1));
  const uint8_t tiles[] = {1, 1, 1, 0, 1, 0};
  const FwSegment *walls;
  size_t wall_count;
  DO(fw_walls_from_tiles(whole, 3, tiles, 6, 10, &walls, &wall_count));
  if (wall_count != 2 || walls[0].to.x != 25) puts("wrong walls");
  DO(fw_walls(whole, walls, wall_count));
  DO(fw_step(whole, 60));
  DO(fw_no_target(whole, 0));
  DO(fw_hold(whole, at));
  DO(fw_step(whole, 60));
  DO(fw_release(whole));
  printf("cohesion %g\n", value);

  /* A rule of its own, and one that makes no sense. */
  FwFlock *ruled = NULL;
  DO(fw_open(arguments[1], true, &ruled));
  DO(fw_rule(ruled, 0, "rule drift\nparam share = 0.5 in 0..1\nsteer share"));
  DO(fw_set(ruled, "drift-share", 0.25f));
  DO(fw_step(ruled, 60));
  print_hash("ruled", ruled);
  FAILS(fw_rule(ruled, 0, "rule drift\nsteer shade"), FW_STATUS_VALUE);
  DO(fw_rule(ruled, 0, "hide"));
  DO(fw_set(ruled, "hide-gap", 7));
  FAILS(fw_rule(ruled, 9, "steer 1"), FW_STATUS_UNKNOWN);
  fw_free(ruled);

  /* A path of its own. */
  FwFlock *walkers = NULL;
  DO(fw_open(arguments[2], true, &walkers));
  size_t patrol;
  DO(fw_group(walkers, "patrol", &patrol));
  FwPoint nodes[] = {{50, 50}, {250, 50}, {250, 250}};
  DO(fw_path(walkers, patrol, nodes, 3));
  DO(fw_step(walkers, 300));
  fw_free(walkers);

  /* A reef of the game's own, whose sharks catch fish. */
  FwFlock *reef = NULL;
  DO(fw_open(arguments[3], true, &reef));
  size_t sharks, caught = 0;
  DO(fw_group(reef, "shark", &sharks));
  DO(fw_set(reef, "shark.catch_factor", 2));
  DO(fw_events(reef, &events, &happened));
  for (int tick = 0; tick < 600; tick++) {
    DO(fw_step(reef, 1));
    DO(fw_events(reef, &events, &happened));
    DO(fw_members(reef, sharks, &first, &members));
    for (size_t k = 0; k < happened; k++) {
      if (events[k].kind != FW_EVENT_KIND_CAUGHT) continue;
      DO(fw_index(reef, events[k].hunter, &index));
      int hunts = index >= first && index < first + members && events[k].group == sharks;
      DO(fw_index(reef, events[k].unit, &index));
      if (hunts && index < first) caught++;
      else puts("wrong catch");
    }
  }
  printf("caught %d\n", caught > 1);
  fw_free(reef);

  /* What makes no sense says so, and changes nothing. */
  FwFlock *none = NULL;
  FAILS(fw_open("v=8&scene=flok-limited", true, &none), FW_STATUS_LINK);
  FAILS(fw_open("hello", true, &none), FW_STATUS_LINK);
  FAILS(fw_open(NULL, true, &none), FW_STATUS_NULL);
  FAILS(fw_open("scene=\xff", true, &none), FW_STATUS_TEXT);
  FAILS(fw_step(NULL, 1), FW_STATUS_NULL);
  FAILS(fw_set(whole, "cohesian", 1), FW_STATUS_UNKNOWN);
  FAILS(fw_set(whole, "cohesion", NAN), FW_STATUS_NOT_FINITE);
  FAILS(fw_set_text(whole, "view", "upward"), FW_STATUS_VALUE);
  FAILS(fw_group(whole, "bords", &index), FW_STATUS_UNKNOWN);
  FAILS(fw_remove(whole, 4000000), FW_STATUS_GONE);
  FAILS(fw_path(whole, 0, nodes, 3), FW_STATUS_VALUE);
  FAILS(fw_target_unit(whole, 0, 4000000), FW_STATUS_GONE);
  FAILS(fw_target_group(whole, 0, 9), FW_STATUS_UNKNOWN);
  body.place.x = INFINITY;
  FAILS(fw_add(whole, 0, body, &added), FW_STATUS_NOT_FINITE);
  DO(fw_units(whole, &units));
  units.x[3] = NAN;
  FAILS(fw_steer(whole), FW_STATUS_NOT_FINITE);
  DO(fw_steer(whole));
  DO(fw_units(whole, &units));
  int finite = 1;
  for (size_t k = 0; k < units.count; k++) finite &= isfinite(units.force_x[k]) && isfinite(units.x[k]);
  printf("finite %d\n", finite);

  fw_free(whole);
  fw_free(halves);
  fw_free(NULL);
  puts("done");
  return 0;
}
