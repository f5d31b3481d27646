/** What asks the page for too much: links, files and storages. */

const discs = Array.from({ length: 512 }, (_, k) => `${100 + (k % 32) * 20}-${100 + (k >> 5) * 20}-100`).join(
  "_",
);
const walls = Array.from({ length: 64 }, (_, k) => `0-${10 * k}-600-${10 * k}-2`).join("_");
const tiles = Array.from({ length: 64 }, (_, k) => `0-${k}-64`).join("_");
const many = "count=500000";
const preset = `v=8&scene=rts-group&${many}&ob=${discs}`;
const presets = JSON.stringify({
  format: "flockwright-presets",
  version: 1,
  presets: [1, 2].map((k) => ({ name: `Preset ${k}`, link: `${preset}&seed=${k}` })),
});

const parameters = JSON.stringify({
  format: "flockwright-parameters",
  version: 1,
  scene: "flock-limited",
  groups: [
    {
      key: "boids",
      parameters: Object.fromEntries(Array.from({ length: 40_000 }, (_, k) => [`key${k}`, { value: k }])),
    },
  ],
});
const named = (name, link) => ({ format: "flockwright-presets", version: 1, presets: [{ name, link }] });
const marks = JSON.stringify(named(`a${"\u0301\u0323".repeat(60_000)}`, "v=8&scene=swarm"));
const ands = JSON.stringify({
  ...named("", ""),
  presets: Array.from({ length: 40 }, (_, k) => ({
    name: `Preset ${k}`,
    link: `v=8&scene=swarm${"&".repeat(65_000)}`,
  })),
});
const recording = JSON.stringify({
  format: "flockwright-run",
  version: 1,
  link: "v=8&scene=flock-wide&count=20000",
  events: Array.from({ length: 20_000 }, (_, k) => `G0.ob*3d${k % 900}-90-20`).join(""),
  ticks: 60,
});

/** By name: a link, and what is in the storage or is dropped on the page. */
export const rows = [
  ["512 discs, 500,000 units: flock-wide", `scene=flock-wide&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: rts-group", `scene=rts-group&${many}&ob=${discs}`],
  ["512 discs, 500,000 units: zombie-horde", `scene=zombie-horde&${many}&ob=${discs}`],
  [
    "4,096 blocked tiles, 3 x 500,000",
    `scene=tile-chase&${many}&prey.count=500000&groups=trolls*prey*g1.btile&g1.count=500000&tiles=${tiles}`,
  ],
  ["two such presets in storage", "scene=flock-limited", { stored: presets }],
  [
    "a unit selected, all drawn: zombie-horde, 2 x 120,000",
    "scene=zombie-horde&count=120000&survivors.count=120000&look=1_u7_ovantlkgp",
  ],
  ["clicks in zombie-horde, 2 x 60,000", "scene=zombie-horde&count=60000&survivors.count=60000"],
  ["20,000 units of length 40 in 100 x 100", "scene=flock-wide&count=20000&length=40&width=100&height=100"],
  ["500,000 units of length 40 in 100 x 100", `scene=flock-wide&${many}&length=40&width=100&height=100`],
  [
    "three groups of 500,000, 64 walls",
    `scene=leaders-pincer&${many}&interceptors.count=500000&player.count=500000&view=off&interceptors.view=off&wa=${walls}`,
  ],
  ["parameters file with 40,000 keys", "scene=flock-limited", { file: parameters }],
  ["preset with a name of 120,000 combining marks", "scene=flock-limited", { file: marks }],
  ["40 presets with 65,000 &, in storage", "scene=flock-limited", { stored: ands }],
  ["recording with 20,000 layouts", "scene=flock-limited", { file: recording }],
];
