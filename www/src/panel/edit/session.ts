/** Editing session of a layout: tool, selection and edits. The core checks and keeps each edit. */

import type { Core, LayoutInfo, PoseObject } from "../../core";
import type { Stage } from "../../stage/stage";
import type { Page } from "../../ui/page";
import { presentPoses, strokePoses, type UnitRange, unitsUnder } from "./brush";
import type { EditPreview } from "./draw";
import {
  addNode,
  addObstacle,
  addSite,
  addWall,
  freeAll,
  inWorld,
  paintTiles,
  removeItem,
  setStart,
} from "./edits";
import {
  describeItem,
  editedLayout,
  freeSiteName,
  type GroupGoal,
  goalOf,
  hasArea,
  itemExists,
  itemName,
  itemPosition,
  itemsOf,
  type LayoutSketch,
  type Point,
  pathOf,
  readSketch,
  type SketchItem,
  sameItem,
  startOf,
  tileKey,
} from "./sketch";
import { type Tool, toolHint, toolsOf } from "./tools";

/** Functions of the editor that a session calls. */
interface SessionView {
  /** Called when tool, selection or layout have changed. */
  showEdited(): void;
  /** Shows a sentence in the line under the tools; without an argument `EditSession.hintText`. */
  showStatus(text?: string): void;
  /** Moves the focus to the field with the name of the selected site. */
  focusName(): void;
  /** Cancels the press in progress; returns false if there is none. */
  cancelPress(): boolean;
}

/** Distance outside the world within which a press still counts as at its edge, CSS px. */
const EDGE_SNAP = 6;

const isNearer = (value: number, one: number, other: number) =>
  Math.abs(value - one) < Math.abs(value - other);

export class EditSession {
  sketch: LayoutSketch;
  layout: LayoutInfo;
  tool: Tool = "select";
  selected: SketchItem | undefined;
  ghost: EditPreview | undefined;
  /** Point at which the Enter key places an item, u; undefined while no keys are used. */
  cursor: Point | undefined;
  /** Key of the group whose path or start area is edited. */
  chosenGroup = "";
  startAreaShape: "disk" | "rectangle" = "disk";
  /** Whether the next node replaces the group's path by a new one. */
  startsNewPath = false;
  isCoarsePointer = matchMedia("(pointer: coarse)").matches;
  /** Indices of birds that the eraser has passed; they are removed when the press ends. */
  private markedUnits = new Set<number>();
  /** Whether the editor has to be redrawn. */
  needsRedraw = true;
  private view: SessionView | undefined;
  private revision = -1;
  readonly core: Core;
  readonly stage: Stage;

  constructor(
    private readonly page: Page,
    /** Whether the editor offers only the tools that place things, such as rocks and birds, or rub birds out. */
    readonly isSlim: boolean,
    /** Called when the person closes the editor. */
    readonly leave: () => void,
  ) {
    const { core, stage } = page;
    this.core = core;
    this.stage = stage;
    this.layout = core.layout();
    this.sketch = this.readSketch();
  }

  /** Connects the session to its view, and chooses the first tool. */
  connectView(view: SessionView): void {
    this.view = view;
    this.readRunLayout();
    this.chooseTool(this.sketch.tiles ? "tiles" : "select");
  }

  /** Reads the layout of the run again if something other than this session has changed it. */
  followRun(): void {
    if (this.core.revision !== this.revision || this.hasOtherGoals()) this.readRunLayout();
  }

  /** Whether a goal has changed: a group going to and fro has turned, or a press on the run sent a group elsewhere. */
  private hasOtherGoals(): boolean {
    if (this.sketch.goals.length === 0) return false;
    const placesKey = (goals: readonly Point[]) => goals.map(({ x, y }) => `${x} ${y}`).join();
    return placesKey(this.goals()) !== placesKey(this.sketch.goals);
  }

  /** Shows a sentence in the line under the tools. */
  showStatus(text: string): void {
    this.view?.showStatus(text);
  }

  /** Requests that the editor is redrawn at the next frame. */
  redraw(): void {
    this.needsRedraw = true;
  }

  /** Cancels the press in progress and restores the layout before it; returns false if there is none. */
  cancelPress(): boolean {
    return this.view?.cancelPress() ?? false;
  }

  /** Cancels the press, the preview and the marks of birds to rub out, before another tool or run is used. */
  discardPreview(): void {
    this.cancelPress();
    this.markedUnits.clear();
    this.ghost = undefined;
    this.startsNewPath = false;
    this.redraw();
  }

  chooseTool(tool: Tool): void {
    this.tool = tool;
    this.discardPreview();
    if (tool === "path" && !pathOf(this.sketch, this.chosenGroup))
      this.chosenGroup = this.sketch.paths[0]?.group ?? "";
    if (tool === "start" && !this.layout.starts.some(({ group }) => group === this.chosenGroup)) {
      this.chosenGroup = this.layout.starts[0]?.group ?? "";
    }
    if (tool === "start") this.chooseGroup(this.chosenGroup);
    else if (tool !== "select") this.select(undefined);
    this.view?.showEdited();
  }

  /** Chooses the group whose path or start area is edited. */
  chooseGroup(group: string): void {
    this.chosenGroup = group;
    const start = startOf(this.sketch, group);
    if (start?.radius !== undefined) this.startAreaShape = "disk";
    else if (start?.width !== undefined) this.startAreaShape = "rectangle";
    this.select(this.tool === "start" ? { kind: "start", group } : undefined);
  }

  /** Chooses the shape of new start areas, and changes that of the chosen group's present one. */
  setStartAreaShape(shape: "disk" | "rectangle"): void {
    this.startAreaShape = shape;
    const start = startOf(this.sketch, this.chosenGroup);
    if (!start || !hasArea(start)) return;
    const { x, y, radius = 0, width = 2 * radius, height = 2 * radius } = start;
    const area = shape === "disk" ? { radius: Math.min(width, height) / 2 } : { width, height };
    this.placeStartArea({ x, y, ...area });
  }

  select(item: SketchItem | undefined): void {
    this.selected = item && itemExists(this.sketch, item) ? item : undefined;
    if (this.selected && "group" in this.selected) this.chosenGroup = this.selected.group;
    this.view?.showEdited();
    this.redraw();
  }

  setCursor(cursor: Point | undefined): void {
    if (cursor === this.cursor) return;
    this.cursor = cursor;
    this.redraw();
  }

  say(text: string): void {
    this.page.say(text);
  }

  /** Shows a layout that the core does not have yet, and the item being drawn (`ghost`), during a drag. */
  preview(sketch: LayoutSketch, ghost?: EditPreview): void {
    this.sketch = sketch;
    this.ghost = ghost;
    this.view?.showStatus();
    this.redraw();
  }

  /** Sets a layout as an undo step, or continues one with an equal nonempty `mergeKey`. Returns the core's remark. */
  commit(next: LayoutSketch, label: string, mergeKey = "", item = this.selected): string | undefined {
    const maxRocks = this.layout.limits.obstacles;
    if (next.editedParts.has("ob") && next.obstacles.length > maxRocks) {
      this.say(`An edited layout holds at most ${maxRocks} rocks; this would be ${next.obstacles.length}`);
      this.readRunLayout();
      return undefined;
    }
    const goal = next.goals.find((one, at) => one !== this.sketch.goals[at]);
    const applyChange = () => (goal ? this.setGoal(goal) : this.core.setLayout(editedLayout(next)));
    return this.changeLayout(label, mergeKey, item, applyChange);
  }

  /** Moves the goal of a group by its parameters `goal_x` and `goal_y`, which are shares of the world's size. */
  private setGoal({ group, x, y }: GroupGoal): string[] {
    const oldGoal = goalOf(this.sketch, group);
    const params = this.core.params();
    const shareOf = (key: string) => params.find((param) => param.key === this.paramKey(group, key))?.value;
    for (const [key, now, old, size] of [
      ["goal_x", x, oldGoal?.x, this.sketch.width],
      ["goal_y", y, oldGoal?.y, this.sketch.height],
    ] as const) {
      // A group that goes to and fro has two opposite goals; on its way back, the second one is shown and is moved.
      const share = shareOf(key) ?? 0;
      const isBack = this.kindOfGoal(group) === "between" && isNearer((old ?? 0) / size, 1 - share, share);
      this.core.setKey(this.paramKey(group, key), isBack ? 1 - now / size : now / size);
    }
    return [];
  }

  private kindOfGoal(group: string): string | undefined {
    const info = this.core.params().find(({ key }) => key === this.paramKey(group, "goal"));
    return info?.choices[info.value]?.key;
  }

  /** Places (u) to which groups go because their parameter `goal` names a place, or two places to go between. */
  private goals(): { group: string; x: number; y: number }[] {
    const destinations = this.core.destinations();
    return destinations.filter(({ group }) => ["place", "between"].includes(this.kindOfGoal(group) ?? ""));
  }

  /**
   * Makes one change of the run as one step of undo. `make` returns the reasons why the core refused it. Returns the
   * first reason, or a new notice of the core, such as that a rule's site is missing.
   */
  private changeLayout(
    label: string,
    mergeKey: string,
    item: SketchItem | undefined,
    make: () => readonly string[],
  ): string | undefined {
    this.page.name(label, mergeKey);
    const oldNotices = this.core.notices();
    const [problem] = make();
    const remark = problem ?? this.core.notices().find((line) => !oldNotices.includes(line));
    if (remark) this.say(remark);
    this.selected = item;
    this.ghost = undefined;
    this.readRunLayout();
    this.page.tell("changed");
    this.page.settled();
    return remark;
  }

  /** Sets a parameter that the editor shows, such as a count of units or what happens at the end of a path. */
  setParam(key: string, value: number): void {
    if (this.core.setKey(key, value) === undefined) return;
    this.readRunLayout();
    this.page.tell("changed");
    this.page.settled();
  }

  /** Key of a group's parameter; the main group's has no prefix. */
  paramKey(group: string, name: string): string {
    return group === this.layout.starts[0]?.group ? name : `${group}.${name}`;
  }

  /** Restores the scene's own layout. */
  resetLayout(): void {
    this.selected = undefined;
    const empty: LayoutSketch = { ...this.sketch, editedParts: new Set() };
    const remark = this.commit(empty, "Layout reset");
    this.say(remark ?? "Back to the scene\u2019s own layout");
  }

  deleteSelected(): void {
    const item = this.selected;
    if (!item) return;
    const name = itemName(this.sketch, item);
    if (item.kind === "goal") {
      this.say(`${name} stays as long as the group goes to a place`);
      return;
    }
    const items = itemsOf(this.sketch);
    const at = items.findIndex((other) => sameItem(other, item));
    const next = removeItem(this.sketch, item);
    const remark = this.commit(next, `${name} deleted`, "", undefined);
    // Selects the next item of the same kind, so that a second Delete removes that one.
    const nextItem = itemsOf(this.sketch)[at];
    this.select(nextItem?.kind === item.kind && this.tool !== "start" ? nextItem : undefined);
    this.say(remark ? `${name} deleted. ${remark}` : `${name} deleted`);
  }

  /** Sentence for the line under the tools: about the selected item, else about the tool. */
  hintText(): string {
    if (this.selected) return describeItem(this.sketch, this.selected);
    const info = toolsOf(this.sketch).find(({ tool }) => tool === this.tool);
    return info ? this.core.substituteNouns(toolHint(info, this.isCoarsePointer)) : "";
  }

  /** World point (u) at a point of the stage (CSS px), rounded to the present grid and moved into the world. */
  pointAt(x: number, y: number): Point {
    const { camera } = this.stage;
    const at = camera.repeatsWorld ? camera.toWorldWrapped(x, y) : camera.toWorld(x, y);
    return inWorld(this.sketch, this.snapToGrid(at));
  }

  /** Whether a point of the stage (CSS px) is outside the world by more than `EDGE_SNAP`. */
  isOutside(x: number, y: number): boolean {
    const { camera } = this.stage;
    const at = camera.toWorld(x, y);
    const snapDistance = EDGE_SNAP / camera.scale;
    return Math.max(-at.x, -at.y, at.x - this.sketch.width, at.y - this.sketch.height) > snapDistance;
  }

  snapToGrid({ x, y }: Point): Point {
    const step = this.gridStep;
    return { x: Math.round(x / step) * step, y: Math.round(y / step) * step };
  }

  /** Distance of the grid points to which positions are rounded, u: 0.1 in close views, else 1. */
  get gridStep(): number {
    return this.stage.camera.scale > 10 ? 0.1 : 1;
  }

  /** Radius of a rock that is placed by a tap, u: that of the last rock, if there is one. */
  get usualRadius(): number {
    const last = this.sketch.obstacles.at(-1)?.radius;
    const shorterSide = Math.min(this.sketch.width, this.sketch.height);
    return Math.round(last ?? shorterSide / 16);
  }

  /** Places an item of the chosen tool at a world point, for taps and the Enter key. */
  placeItem(place: Point): void {
    const { sketch } = this;
    if (this.tool === "obstacle") {
      this.placeRock(place, this.usualRadius);
    } else if (this.tool === "wall") {
      const halfLength = Math.min(sketch.width, sketch.height) / 8;
      const ends = {
        from: { x: place.x - halfLength, y: place.y },
        to: { x: place.x + halfLength, y: place.y },
      };
      this.placeWall(ends.from, ends.to);
    } else if (this.tool === "site") {
      this.placeSite(place);
    } else if (this.tool === "path") {
      this.placeNode(place, pathOf(sketch, this.chosenGroup)?.nodes.length ?? 0);
    } else if (this.tool === "start") {
      const old = startOf(sketch, this.chosenGroup);
      const radius = old?.width === undefined ? (old?.radius ?? 40) : undefined;
      this.placeStartArea({ ...place, radius, width: old?.width, height: old?.height });
    } else if (this.tool === "tiles") {
      this.paintTiles([this.tileAt(place)], !this.isBlocked(this.tileAt(place)));
    } else if (this.tool === "birds") {
      this.paintBirds([place]);
    } else if (this.tool === "hunter") {
      this.changeLayout("+ Hunter", "", undefined, () => this.core.placeHunter(place.x, place.y));
    } else if (this.tool === "rub") {
      this.markUnitsUnder(place);
      this.removeMarkedUnits();
    }
  }

  /** Units of the main group, which birds are painted into and rubbed out of. */
  private get unitRange(): UnitRange {
    return this.core.groups()[0] ?? { start: 0, count: 0, length: 1 };
  }

  /** Poses and world points of the birds that a stroke paints; their speed is the flock's mean. */
  posesAlong(stroke: readonly Point[]): { poses: PoseObject[]; places: Point[] } {
    const { start, count, length } = this.unitRange;
    const { vx, vy } = this.core.views();
    let sum = 0;
    for (let unit = start; unit < start + count; unit++) sum += Math.hypot(vx[unit] ?? 0, vy[unit] ?? 0);
    return strokePoses(stroke, this.sketch, length, sum / Math.max(1, count));
  }

  paintBirds(stroke: readonly Point[]): void {
    const rows = presentPoses(this.core.views(), this.unitRange);
    const freePoses = Math.max(0, this.layout.limits.poses - rows.length);
    const newPoses = this.posesAlong(stroke).poses.slice(0, freePoses);
    if (newPoses.length === 0) {
      this.say(`A flock that is painted into has at most ${this.layout.limits.poses}`);
      return;
    }
    this.commitBirds([...rows, ...newPoses], rows.length + newPoses.length, `${newPoses.length} painted in`);
  }

  /** Marks the birds near a point, to be rubbed out when the press ends. */
  markUnitsUnder(place: Point): void {
    const { unitRange } = this;
    const views = this.core.views();
    for (const unit of unitsUnder(views, unitRange, place)) this.markedUnits.add(unit);
    const markedPlaces = [...this.markedUnits].map((unit) => ({
      x: views.x[unit] ?? 0,
      y: views.y[unit] ?? 0,
    }));
    this.preview(this.sketch, { kind: "birds", places: [...markedPlaces, place] });
  }

  removeMarkedUnits(): void {
    const { unitRange, markedUnits } = this;
    const rows = presentPoses(this.core.views(), unitRange);
    const isMarked = (_: PoseObject, at: number) => markedUnits.has(unitRange.start + at);
    // The poses of removed birds are kept at the end, so that an undo brings these birds back to their places.
    const unmarkedPoses = rows.filter((one, at) => !isMarked(one, at));
    const reorderedPoses = [...unmarkedPoses, ...rows.filter(isMarked)];
    this.markedUnits = new Set();
    this.redraw();
    if (unmarkedPoses.length === rows.length) return;
    if (rows.length > this.layout.limits.poses) {
      this.say(`A flock that is rubbed out of has at most ${this.layout.limits.poses}`);
      return;
    }
    this.commitBirds(
      reorderedPoses,
      unmarkedPoses.length,
      `${rows.length - unmarkedPoses.length} rubbed out`,
    );
  }

  /** Sets the poses of the main group's units, and their number; poses beyond `count` are kept for an undo. */
  private commitBirds(rows: readonly PoseObject[], count: number, label: string): void {
    const { sketch, core } = this;
    const editedParts = new Set([...sketch.editedParts, "poses"]);
    // If the layout had a start area too, the core would prefer it to the poses.
    editedParts.delete("start");
    const poses = new Map([[sketch.mainGroup, rows]]);
    this.changeLayout(label, "", this.selected, () => {
      core.setLayout(editedLayout({ ...sketch, editedParts, poses }));
      // A smaller count would keep the first birds, but any may have been erased, so all are created from the poses.
      if (count < this.unitRange.count) core.setKey("count", 0);
      core.setKey("count", count);
      return [];
    });
    this.say(label);
  }

  placeRock(place: Point, radius: number): void {
    const [next, item] = addObstacle(this.sketch, { ...place, radius }, this.layout.radii);
    const rock = next.obstacles.at(-1);
    const placeIt = () => (rock ? this.core.placeRock(rock.x, rock.y, rock.radius) : []);
    this.changeLayout("+ Rock", "", item, placeIt);
  }

  placeWall(from: Point, to: Point): void {
    if (this.sketch.walls.length >= this.layout.limits.walls) {
      this.say(`A layout holds at most ${this.layout.limits.walls} walls`);
      return;
    }
    const radius = this.sketch.walls.at(-1)?.radius ?? 3;
    const [, item] = addWall(this.sketch, { from, to, radius });
    const placeIt = () => this.core.placeWall(from.x, from.y, to.x, to.y, radius);
    this.changeLayout("+ Wall", "", item, placeIt);
  }

  placeSite(place: Point): void {
    const maxSites = this.layout.limits.sites;
    if (this.sketch.sites.length >= maxSites) {
      this.say(`A layout holds at most ${maxSites} sites`);
      return;
    }
    const [next, item] = addSite(this.sketch, { name: freeSiteName(this.sketch), ...place });
    this.commit(next, `+ ${itemName(next, item)}`, "", item);
  }

  /** Gives the selected site another name; groups that go to it still do. */
  renameSite(text: string): void {
    const { selected: item, sketch } = this;
    const site = item?.kind === "site" ? sketch.sites[item.index] : undefined;
    const name = text.normalize("NFC").trim();
    if (!site || site.name === name) return;
    this.changeLayout(`${site.name} \u2192 ${name}`, "", item, () => this.core.renameSite(site.name, name));
  }

  /** Moves the focus to the field with the selected site's name; returns false if no site is selected. */
  renameByKey(): boolean {
    if (this.selected?.kind !== "site") return false;
    this.view?.focusName();
    return true;
  }

  placeNode(place: Point, at: number): void {
    const path = pathOf(this.sketch, this.chosenGroup);
    if (!path) return;
    if (!this.startsNewPath && path.nodes.length >= this.layout.limits.nodes) {
      this.say(`A path holds at most ${this.layout.limits.nodes} nodes`);
      return;
    }
    const [next, item] = addNode(this.sketch, this.chosenGroup, at, place, this.startsNewPath);
    this.startsNewPath = false;
    this.commit(next, `${path.label}: node ${at + 1} added`, "", item);
  }

  placeStartArea(area: Parameters<typeof setStart>[2]): void {
    const label = startOf(this.sketch, this.chosenGroup)?.label ?? "";
    const [next, item] = setStart(this.sketch, this.chosenGroup, area);
    this.commit(next, `${label}: start moved`, "", item);
    if (this.core.ticks() > 0) {
      this.say(`${label}: this start takes effect after a restart${this.isCoarsePointer ? "" : " (R)"}`);
    }
  }

  tileAt({ x, y }: Point): Point {
    const { size = 1, columns = 1, rows = 1 } = this.sketch.tiles ?? {};
    const tileIndex = (value: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(value / size)));
    return { x: tileIndex(x, columns), y: tileIndex(y, rows) };
  }

  isBlocked({ x, y }: Point): boolean {
    return this.sketch.tiles?.blocked.has(tileKey(x, y)) ?? false;
  }

  paintTiles(tiles: readonly Point[], isBlocked: boolean): void {
    const next = paintTiles(this.sketch, tiles, isBlocked);
    const tileWord = tiles.length === 1 ? "Tile" : "Tiles";
    this.commit(next, `${tileWord} ${isBlocked ? "blocked" : "freed"}`);
    const [first] = tiles;
    const tilePlace = tiles.length === 1 && first ? ` column ${first.x}, row ${first.y}` : "";
    this.say(`${tileWord}${tilePlace} ${isBlocked ? "blocked" : "freed"}`);
  }

  freeTiles(): void {
    this.commit(freeAll(this.sketch), "All tiles freed");
  }

  itemPosition(item: SketchItem): Point | undefined {
    return itemPosition(this.sketch, item);
  }

  private readSketch(): LayoutSketch {
    return readSketch(this.core.scenery(), this.layout, this.core.editedLayout(), this.goals());
  }

  /** Reads the layout from the core again; drops a selection or a tool that no longer fits. */
  private readRunLayout(): void {
    const oldSketch = this.sketch;
    this.revision = this.core.revision;
    this.layout = this.core.layout();
    this.sketch = this.readSketch();
    if (this.selected && !itemExists(this.sketch, this.selected)) this.selected = undefined;
    const isUsable = toolsOf(this.sketch).some(({ tool }) => tool === this.tool);
    const isOtherRun = oldSketch.mainGroup !== this.sketch.mainGroup || !isUsable;
    if (isOtherRun && this.view) {
      this.selected = undefined;
      this.chooseTool(this.sketch.tiles ? "tiles" : "select");
    }
    this.view?.showEdited();
    this.redraw();
  }
}
