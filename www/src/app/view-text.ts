/** Converts the view to the text of links and back. */

import type { Core } from "../core";
import { type OverlayKey, overlayLetters } from "../panel/look/overlay-kinds";
import { type Look, lookText, readLook } from "../panel/look/text";
import type { Overlays } from "../panel/overlays";
import type { Stage } from "../stage/stage";
import type { Panels } from "../ui/panels";
import type { AskLoader } from "./asking";

export interface ViewTextParts {
  core: Core;
  stage: Stage;
  ask: AskLoader;
  overlays: Overlays;
  /** Absent in an embed. */
  panels?: Panels;
  /** A person's own title of the run, or "". */
  title: { own: string };
  /** Stops time; absent in an embed, which has its own start. */
  pause?(): void;
}

export class ViewText {
  private shownText = "";
  private usualOverlays: ReadonlySet<OverlayKey> = new Set();

  constructor(private readonly parts: ViewTextParts) {}

  /**
   * Returns the view as text; "" for the usual view. `isPaused`: whether a run with it opens paused; `isRiddle`: whether
   * it asks to guess the turn of the asked bird.
   */
  text(isPaused = this.parts.ask.isPaused, isRiddle = this.parts.ask.isRiddle): string {
    const { stage, ask, overlays, panels } = this.parts;
    const look: Look = { ...stage.camera.chosenView() };
    if (overlayLetters(overlays.keys) !== overlayLetters(this.usualOverlays)) look.overlays = overlays.keys;
    if (ask.selected >= 0) look.unit = ask.selected;
    if (ask.without) look.without = ask.without;
    // A comparison stops time by itself, and lets it go on at its end.
    if (isPaused && !ask.without) look.paused = true;
    if (ask.follows) {
      look.follow = true;
      delete look.center;
    }
    if (isRiddle) {
      // Nothing that tells of forces.
      look.riddle = true;
      delete look.overlays;
      delete look.without;
    }
    const { chosenAppearance } = stage;
    if (chosenAppearance) look.appearance = chosenAppearance;
    if (panels?.view) look.tab = panels.view;
    if (this.parts.title.own) look.title = this.parts.title.own;
    return lookText(look);
  }

  /** Shows the potential field or the paths of a run that was just opened, if it has any. */
  opened(): void {
    const { core, overlays } = this.parts;
    const asUsual = overlayLetters(overlays.keys) === overlayLetters(this.usualOverlays);
    const { potential, trails } = core.scenery();
    this.usualOverlays = new Set(potential ? ["potential"] : trails ? ["paths"] : []);
    if (asUsual) overlays.showOverlays(this.usualOverlays);
  }

  /** Returns whether the text differs from that of the last call. */
  changed(): boolean {
    const text = this.text();
    if (text === this.shownText) return false;
    this.shownText = text;
    return true;
  }

  /**
   * Shows the view of a text and returns the parts that were ignored. Camera, unit and overlays that are not mentioned
   * are reset; the panel stays.
   */
  showLook(text: string): string[] {
    const { core, stage, ask, overlays, panels } = this.parts;
    const { look, notices } = text ? readLook(text) : { look: {} as Look, notices: [] };
    this.parts.title.own = look.title ?? "";
    overlays.showOverlays(look.overlays ?? this.usualOverlays);
    ask.clear();
    showView(look, stage, panels);
    const isKnownUnit = look.unit !== undefined && look.unit < core.views().count;
    if (look.unit !== undefined && !isKnownUnit) {
      notices.push(`There is no bird ${look.unit} in this run; none is selected.`);
    }
    if (look.paused && !isKnownUnit) this.parts.pause?.();
    if (isKnownUnit) {
      const { without, paused, riddle } = look;
      ask.askShared(look.unit ?? -1, { following: look.follow === true, without, paused, riddle });
    }
    return notices;
  }
}

/** Applies camera, colors and panel of a view; a camera that follows the flock continues to do so. */
export function showView(look: Look, stage: Stage, panels: Panels | undefined): void {
  if (look.tab) panels?.bring(look.tab);
  panels?.measure();
  // The camera needs the size of the new world before it is moved.
  stage.draw();
  if (look.zoom !== undefined || look.center) stage.camera.restoreView(look.zoom ?? 1, look.center);
  else if (!stage.camera.fitted) stage.camera.fit();
  stage.setAppearance(look.appearance);
}
