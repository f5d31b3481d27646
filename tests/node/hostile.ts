/** Links as a stranger might send them. All must open a working page; `complaint` = something in it is to be reported. */
export interface HostileQuery {
  name: string;
  query: string;
  complaint: boolean;
}

/** A link may ask for more units than this; a whole tick of theirs can then take longer than a test has. */
export const crowd = 1000;

/** Printable noise, the same on every run (a linear congruential generator). */
function noise(length: number, alphabet: string): string {
  let state = 2463534242;
  let text = "";
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += alphabet[(state >>> 8) % alphabet.length];
  }
  return text;
}

export const hostileQueries: HostileQuery[] = [
  {
    name: "unknown keys",
    query: "v=8&scene=flock-wide&cohesin=2&__proto__=1&constructor=1",
    complaint: true,
  },
  { name: "an unknown scene", query: "v=8&scene=does-not-exist", complaint: true },
  { name: "broken escapes", query: "v=8&scene=%E0%A4%A&seed=%&cohesion=%zz&%C3%28=1", complaint: true },
  { name: "NaN", query: "v=8&scene=flock-wide&cohesion=NaN&alignment=nan&separation=-NaN", complaint: true },
  {
    name: "infinities",
    query: "v=8&scene=flock-wide&cohesion=Infinity&alignment=-inf&separation=1e999",
    complaint: true,
  },
  {
    name: "huge counts",
    query: "v=8&scene=flock-wide&boids.count=999999999999&count=4294967296",
    complaint: true,
  },
  { name: "a huge seed", query: "v=8&scene=flock-wide&seed=99999999999999999999", complaint: true },
  { name: "a wrong version", query: "v=999&scene=flock-wide&cohesion=2", complaint: true },
  {
    name: "another scene's keys",
    query: "v=8&scene=flock-wide&interceptors.thrust=900&leaders=1",
    complaint: true,
  },
  { name: "empty values", query: "v=&scene=&seed=&cohesion=&&&=&=1", complaint: true },
  { name: "repeated keys", query: "v=8&scene=flock-wide&cohesion=1&cohesion=2&cohesion=x", complaint: true },
  {
    name: "HTML in values",
    query: `v=8&scene=${encodeURIComponent("<img src=x onerror=alert(1)>")}&cohesion=${encodeURIComponent("<script>alert(1)</script>")}`,
    complaint: true,
  },
  {
    name: "HTML in keys",
    query: `v=8&${encodeURIComponent("<b id=injected>bold</b>")}=${encodeURIComponent('"><svg onload=alert(1)>')}`,
    complaint: true,
  },
  {
    name: "control characters",
    query: "v=8&scene=flock-wide%00&seed=1%0A2&cohesion=%1B[31m1",
    complaint: true,
  },
  { name: "100 kB of noise", query: noise(100_000, "abcXYZ019%&=+.<>'\"-_~;"), complaint: true },
  {
    name: "100 kB of one value",
    query: `v=8&scene=flock-wide&cohesion=${"9".repeat(100_000)}`,
    complaint: true,
  },
  { name: "20,000 pairs", query: `v=8&scene=flock-wide${"&a=1".repeat(20_000)}`, complaint: true },
  { name: "nothing at all", query: "", complaint: false },
];
