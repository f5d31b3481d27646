/** Query that an empty address opens. A link without `scene` keeps its older meaning, flock-wide. */
export const OPENING_LINK = "v=8&scene=open-sky";
