/** All around; not a unit at the very same place, which lies in no direction. */
export const fullView /*: View */ = {
  radius: (group) => group.wideRadiusFactor,
  sees: (_group, forward, starboard) => forward !== 0 || starboard !== 0,
};
