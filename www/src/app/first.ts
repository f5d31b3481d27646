/** The link of an address that asks for nothing. Links without a scene have meant another one, and keep it. */
export const OPENING_LINK = "v=8&scene=open-sky";
