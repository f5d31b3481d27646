/** Link that the page opens if its address has no query; a query without `scene` is older and opens flock-wide. */
export const OPENING_LINK = "v=8&scene=open-sky";
