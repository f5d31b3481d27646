/** The run's parameters as JSON, for tools and games. */
import { TICKS_PER_SECOND } from "../../core/declared";
import { f32Text } from "../../core/link/value";
import type { GameExport, Geometry } from "./model";

const PARAMETERS_FORMAT = "flockwright-parameters";
const PARAMETERS_VERSION = 1;

/** Numbers as the shortest decimals that give the same 32-bit floats. */
const short = (value: number | boolean | string) =>
  typeof value === "number" ? Number(f32Text(value)) : value;

/** Places as the shortest decimals. */
function rounded({ obstacles, walls, groups }: Geometry): Geometry {
  const row = (numbers: readonly number[]) => numbers.map((number) => Number(f32Text(number)));
  return {
    obstacles: { ...obstacles, places: obstacles.places.map(row) },
    walls: { ...walls, places: walls.places.map(row) },
    groups: groups.map(({ key, path, start }) => ({
      key,
      path: { ...path, places: path.places.map(row) },
      start: { ...start, place: row(start.place) },
    })),
  };
}

/** `page`: the address at which the run opens again. */
export function parametersJson(run: GameExport, page: string): string {
  const groups = run.groups.map((group) => ({
    key: group.key,
    label: group.label,
    body: group.body,
    behaviors: group.behaviors.map(({ key, label, weight, formula }) => ({
      key,
      label,
      weight: short(weight),
      formula,
    })),
    motion: group.motion,
    parameters: Object.fromEntries(
      group.values.map((value) => {
        const { key, label, unit, doc, source, symbol, formula } = value;
        const limits = "min" in value ? { min: short(value.min), max: short(value.max) } : {};
        const options = value.kind === "text" && value.options.length > 0 ? { options: value.options } : {};
        return [
          key,
          { value: short(value.value), unit, label, ...limits, ...options, doc, source, symbol, formula },
        ];
      }),
    ),
  }));
  const file = {
    format: PARAMETERS_FORMAT,
    version: PARAMETERS_VERSION,
    scene: run.scene.key,
    seed: run.seed,
    link: run.link,
    page,
    secondsPerTick: 1 / TICKS_PER_SECOND,
    groups,
    symbols: Object.fromEntries(run.symbols),
    geometry: rounded(run.geometry),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
