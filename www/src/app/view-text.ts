/** Converts the view (camera, overlays, explained unit and so on) to the text `look=` of links and back. */

import type { Core } from "../core";
import { type OverlayKey, overlayLetters } from "../panel/look/overlay-kinds";
import { type Look, lookText, readLook } from "../panel/look/text";
import type { OverlayMenu } from "../panel/overlays";
import type { Stage } from "../stage/stage";
import type { Panels } from "../ui/panels";
import type { AskLoader } from "./asking";
import type { SkiesLoader } from "./skies";

interface ViewTextParts {
  core: Core;
  stage: Stage;
  ask: AskLoader;
  /** Access to "Two skies" (the run beside a copy of it); absent in an embed. */
  skies?: SkiesLoader;
  overlays: OverlayMenu;
  /** The panels beside the stage; absent in an embed. */
  panels?: Panels;
  /** Title that a person gave the run; "" without one. */
  title: { own: string };
  /** Pauses the run; absent in an embed, which a person starts. */
  pause?(): void;
}

export class ViewText {
  private shownText = "";
  private usualOverlays: ReadonlySet<OverlayKey> = new Set();

  constructor(private readonly parts: ViewTextParts) {}

  /**
   * Returns the view as text; "" for the usual view. `isPaused`: whether a link with it opens the run paused;
   * `isRiddle`: whether the turn of the explained unit is to be guessed.
   */
  text(isPaused = this.parts.ask.isPaused, isRiddle = this.parts.ask.isRiddle): string {
    const { stage, ask, overlays, panels } = this.parts;
    const look: Look = { ...stage.camera.chosenView() };
    if (overlayLetters(overlays.shownKeys) !== overlayLetters(this.usualOverlays))
      look.overlays = overlays.shownKeys;
    if (ask.askedUnit >= 0) look.askedUnit = ask.askedUnit;
    if (ask.leftOutBehavior !== undefined) look.leftOutForce = ask.leftOutBehavior;
    const compared = this.parts.skies?.compared;
    if (compared) look.compared = compared;
    // The comparison of an answer pauses the run by itself, and resumes it at its end.
    if (isPaused && look.leftOutForce === undefined) look.isPaused = true;
    if (ask.isFollowing) {
      look.isFollowing = true;
      delete look.center;
    }
    if (isRiddle) {
      // A riddle's link has no overlays or comparisons, which would give away the forces that turn the unit.
      look.isRiddle = true;
      delete look.overlays;
      delete look.leftOutForce;
      delete look.compared;
    }
    const { chosenAppearance } = stage;
    if (chosenAppearance) look.appearance = chosenAppearance;
    if (panels?.view) look.openTab = panels.view;
    if (this.parts.title.own) look.title = this.parts.title.own;
    return lookText(look);
  }

  /** Shows the default overlay of a newly opened run (potential field, paths or none) unless others are chosen. */
  showDefaultOverlay(): void {
    const { core, overlays } = this.parts;
    const asUsual = overlayLetters(overlays.shownKeys) === overlayLetters(this.usualOverlays);
    const { potential, trails } = core.scenery();
    this.usualOverlays = new Set(potential ? ["potential"] : trails ? ["paths"] : []);
    if (asUsual) overlays.showOverlays(this.usualOverlays);
  }

  /** Returns whether the view differs from that at the last call. */
  hasChanged(): boolean {
    const text = this.text();
    if (text === this.shownText) return false;
    this.shownText = text;
    return true;
  }

  /**
   * Shows a view given as text and returns notices about what is not possible. Camera, explained unit and overlays that
   * the text does not mention are reset; the open panel stays.
   */
  showLook(text: string): string[] {
    const { core, stage, ask, overlays, panels } = this.parts;
    const { look, notices } = text ? readLook(text) : { look: {} as Look, notices: [] };
    this.parts.title.own = look.title ?? "";
    overlays.showOverlays(look.overlays ?? this.usualOverlays);
    ask.closeAnswer();
    showView(look, stage, panels);
    const isKnownUnit = look.askedUnit !== undefined && look.askedUnit < core.views().count;
    if (look.askedUnit !== undefined && !isKnownUnit) {
      notices.push(`There is no bird ${look.askedUnit} in this run; none is selected.`);
    }
    if (look.isPaused && !isKnownUnit) this.parts.pause?.();
    const problem = this.showSkies(look);
    if (problem) notices.push(problem);
    if (isKnownUnit && look.leftOutInAll === undefined) {
      const { leftOutForce, isPaused, isRiddle } = look;
      ask.askShared(look.askedUnit ?? -1, {
        following: look.isFollowing === true,
        without: leftOutForce,
        paused: isPaused,
        riddle: isRiddle,
      });
    }
    return notices;
  }

  /** Shows the run beside a copy, or alone, as the view says; returns why that is not possible. */
  private showSkies({ compared, leftOutInAll, askedUnit = 0 }: Look): string | undefined {
    const { core, skies } = this.parts;
    skies?.close();
    if (!compared && leftOutInAll === undefined) return undefined;
    if (!skies) return "Two skies are not shown in an embed.";
    // Tick of the link, after which the two runs differ; the run may not have reached it yet.
    const from = core.seekGoal() ?? core.ticks();
    return compared ? skies.compare(compared) : skies.compareWithout(askedUnit, leftOutInAll ?? 0, from);
  }
}

/** Shows camera, colors and open panel of a view. Without a camera in it, a view moved by a person is fitted again. */
export function showView(look: Look, stage: Stage, panels: Panels | undefined): void {
  if (look.openTab) panels?.bringView(look.openTab);
  panels?.measureInsets();
  // The camera can be set only after the stage has drawn the new world, whose size it needs.
  stage.draw();
  if (look.zoom !== undefined || look.center) stage.camera.restoreView(look.zoom ?? 1, look.center);
  else if (!stage.camera.fitted) stage.camera.fit();
  stage.setAppearance(look.appearance);
}
