/** Icons of the layout editor's buttons, drawn in a square of 16 by 16 units. */
import { svg } from "../../ui/dom";

const paths = {
  undo: ["M6 3.5 3 6.5l3 3", "M3.4 6.5H9a3.4 3.4 0 0 1 0 6.8H6.5"],
  redo: ["M10 3.5l3 3-3 3", "M12.6 6.5H7a3.4 3.4 0 0 0 0 6.8h2.5"],
  select: [
    "M8 2.5v11M2.5 8h11",
    "M6.3 4.2 8 2.5l1.7 1.7M6.3 11.8 8 13.5l1.7-1.7M4.2 6.3 2.5 8l1.7 1.7M11.8 6.3 13.5 8l-1.7 1.7",
  ],
  obstacle: ["M8 3.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Z"],
  wall: ["M3 12.500 13 3.500"],
  path: ["M3.5 12.2 6.2 5.6l4 3.4 2.5-5.2", "M3.5 12.2h.01M6.2 5.6h.01M10.2 9h.01M12.7 3.8h.01"],
  start: ["M4.5 13.5v-11l7.5 2.8-7.5 2.8"],
  site: ["M8 14.2c-2.700-3.600-4-5.600-4-7.300a4 4 0 0 1 8 0c0 1.700-1.300 3.700-4 7.300Z", "M8 6.800h.01"],
  tiles: ["M3 3h4.5v4.5H3ZM8.5 8.5H13V13H8.5Z", "M8.5 3H13v4.5H8.5ZM3 8.5h4.5V13H3Z"],
  birds: [
    "M7 5 2.5 3.2 3.5 5l-1 1.800Z",
    "M13.500 8.500 9 6.700l1 1.800-1 1.800Z",
    "M7.500 12 3 10.200 4 12l-1 1.800Z",
  ],
  hunter: ["M13.500 8 3 12.500 5.500 8 3 3.500Z"],
  rub: ["M3.500 9.500 9 4l4 4-5.500 5.500H5.500Z", "M6.300 6.700l4 4"],
  delete: ["M3.5 4.8h9M6.3 4.8V3.2h3.4v1.6M4.8 4.8l.6 8h5.2l.6-8"],
  own: ["M6.2 3.5 3.5 6.2l2.7 2.7M3.7 6.2h5.3a3.3 3.3 0 0 1 0 6.6H6.5"],
} as const;

export type EditIcon = keyof typeof paths;

export function editIcon(name: EditIcon): SVGSVGElement {
  const lines = paths[name].map((d) => svg("path", { d }));
  return svg("svg.icon", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...lines);
}
