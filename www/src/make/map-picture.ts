/** A map as a picture that explains itself: its squares, both axes, and which color is which value. */
import { element } from "../ui/dom";

const SQUARE = 48;
/** Around all of it, and between its parts, px. */
const ROOM = 16;
const LINE = 16;

export interface Drawn {
  /** From the lowest row on, from the left. */
  colors: readonly string[];
  columns: number;
  across: Axis;
  upward: Axis | undefined;
  /** What the colors show, and those of its ends. */
  legend: Axis & { from: string; to: string };
  ink: string;
  ground: string;
}

interface Axis {
  name: string;
  low: string;
  high: string;
}

export function mapPicture({
  colors,
  columns,
  across,
  upward,
  legend,
  ink,
  ground,
}: Drawn): HTMLCanvasElement {
  const rows = colors.length / columns;
  const left = ROOM + (upward ? LINE + ROOM / 2 : 0);
  const top = 2 * ROOM + LINE;
  const [width, height] = [columns * SQUARE, rows * SQUARE];
  const canvas = element("canvas", { width: left + width + ROOM, height: top + height + 2 * ROOM + LINE });
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [at, color] of colors.entries()) {
    context.fillStyle = color;
    const row = rows - 1 - Math.floor(at / columns);
    context.fillRect(left + (at % columns) * SQUARE, top + row * SQUARE, SQUARE - 1, SQUARE - 1);
  }
  context.font = "13px system-ui, sans-serif";
  context.textBaseline = "middle";
  const write = (text: string, x: number, y: number, align: CanvasTextAlign) => {
    context.fillStyle = ink;
    context.textAlign = align;
    context.fillText(text, x, y);
  };
  const along = ({ name, low, high }: Axis, length: number, y: number) => {
    write(low, 0, y, "left");
    write(name, length / 2, y, "center");
    write(high, length, y, "right");
  };
  context.save();
  context.translate(left, top + height + ROOM);
  along(across, width, 0);
  context.restore();
  if (upward) {
    context.save();
    context.translate(ROOM + LINE / 2, top + height);
    context.rotate(-Math.PI / 2);
    along(upward, height, 0);
    context.restore();
  }
  // The legend stands above: the name, and a bar between the ends.
  const y = ROOM + LINE / 2;
  const name = `${legend.name} ${legend.low}`;
  write(name, left, y, "left");
  const bar = left + context.measureText(name).width + 8;
  const shades = context.createLinearGradient(bar, 0, bar + 2 * SQUARE, 0);
  shades.addColorStop(0, legend.from);
  shades.addColorStop(1, legend.to);
  context.fillStyle = shades;
  context.fillRect(bar, y - 4, 2 * SQUARE, 8);
  write(legend.high, bar + 2 * SQUARE + 8, y, "left");
  return canvas;
}
