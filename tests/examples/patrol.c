/* A squad patrols in a wedge between named places of a level, whose walls come from a map of tiles. */
#include "flockwright.h"
#include <stdio.h>
#include <string.h>

#define DO(call) if ((call) != FW_STATUS_OK) return fprintf(stderr, "%s\n", fw_message()), 1

static const char *const LEVEL =
    "scene=empty&width=480&height=320&groups=units.nSergeant.rleader.bpoint.parrive*g1.nSquad.rregular.bpoint.pwedge-separation.ounits"
    "&count=1&goal=site&heeds_pointer=off&g1.count=9";
static const char *const ROUND[] = {"Gate", "Old well", "North tower"};
static const FwPoint PLACES[] = {{60, 60}, {420, 60}, {240, 270}};

int main(void) {
  FwFlock *level = NULL;
  uint8_t tiles[24 * 16];
  const FwSegment *walls = NULL;
  const FwEvent *events = NULL;
  size_t count = 0, visits = 0;
  DO(fw_open(LEVEL, true, &level));
  /* A room in the middle of 24 by 16 tiles of 20 u. */
  for (int at = 0; at < 24 * 16; at++) tiles[at] = at % 24 >= 9 && at % 24 < 15 && at >= 144 && at < 240;
  DO(fw_walls_from_tiles(level, 24, tiles, sizeof tiles, 20, &walls, &count));
  DO(fw_walls(level, walls, count));
  for (int at = 0; at < 3; at++) DO(fw_site(level, ROUND[at], PLACES[at]));
  for (int tick = 0; tick < 7200; tick++) {
    DO(fw_step(level, 1));
    DO(fw_events(level, &events, &count));
    for (size_t at = 0; at < count; at++) {
      if (events[at].kind != FW_EVENT_KIND_ARRIVED || events[at].unit != 0) continue;
      DO(fw_set_text(level, "Sergeant.goal_site", ROUND[++visits % 3]));
    }
  }
  printf("The squad came to %zu places.\n", visits);
  fw_free(level);
  return visits < 4;
}
