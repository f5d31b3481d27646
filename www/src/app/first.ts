/** Query that the page opens without a query. A query without `scene` is older and still opens the scene flock-wide. */
export const OPENING_LINK = "v=8&scene=open-sky";
