/** The half plane ahead. */
export const limitedView /*: View */ = {
  radius: (group) => group.limitedRadiusFactor,
  sees: (_group, forward) => forward > 0,
};
