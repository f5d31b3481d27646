/** All around, but for a blind wedge astern. */
export const wideView /*: View */ = {
  radius: (group) => group.wideRadiusFactor,
  sees: (group, forward, starboard) => -Math.abs(starboard) < group.backAngleFactor * forward,
};
