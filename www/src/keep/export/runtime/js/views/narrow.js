/** A wedge ahead. */
export const narrowView /*: View */ = {
  radius: (group) => group.narrowRadiusFactor,
  sees: (group, forward, starboard) => Math.abs(starboard) < group.frontAngleFactor * forward,
};
