/* A reef: sharks take fish out of the world, and each event names the hunter and its prey. */
#include "flockwright.h"
#include <stdio.h>

#define DO(call) \
  if ((call) != FW_STATUS_OK) return fprintf(stderr, "%s\n", fw_message()), 1

int main(void) {
  FwFlock *reef = NULL;
  const FwEvent *events = NULL;
  FwUnits units;
  size_t count = 0, caught = 0;
  DO(fw_open("scene=empty&width=400&height=300&groups=units.nfish.pwander-separation.fg1*g1.nshark.ppursue.hunits"
             "&count=60&g1.count=2&g1.catch_factor=2&g1.caught=remove",
             true, &reef));
  for (int tick = 1; tick <= 1200; tick++) {
    DO(fw_step(reef, 1));
    DO(fw_events(reef, &events, &count));
    for (size_t at = 0; at < count; at++) {
      if (events[at].kind != FW_EVENT_KIND_CAUGHT) continue;
      printf("%.1f s: shark %u caught %u\n", tick / 60.0, events[at].hunter, events[at].unit);
      caught++;
    }
  }
  DO(fw_units(reef, &units));
  printf("%zu caught, %zu left\n", caught, units.count);
  fw_free(reef);
  return caught == 0 || units.count != 62 - caught;
}
