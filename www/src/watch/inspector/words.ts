/** What the inspector says, in words. */
import type { Inspection, Reason } from "../../core";
import { type Balance, bearingOf, type Share } from "./math";

export function forceText(size: number): string {
  if (size === 0) return "0";
  return size >= 99.5 ? Math.round(size).toLocaleString("en-US") : size.toPrecision(2);
}

/** A part of the net force: + with it, \u2212 against it. */
export function partText(along: number, largest: number): string {
  if (Math.abs(along) < 5e-4 * largest || along === 0) return "0";
  return (along > 0 ? "+" : "\u2212") + forceText(Math.abs(along));
}

/** Where something points, in words: ahead, behind, left or right. */
export function bearingText(bearing: number): string {
  const degrees = degreesOf(bearing);
  if (Math.abs(degrees) < 10) return "ahead";
  if (Math.abs(degrees) > 170) return "behind";
  return sideText(degrees);
}

function degreesOf(bearing: number): number {
  return Math.round((bearing * 180) / Math.PI);
}

function sideText(degrees: number): string {
  return `${Math.abs(degrees)}\u00b0 ${degrees > 0 ? "right" : "left"}`;
}

/** A force that turns it less than this part of the strongest one is not worth a word. */
const worthSaying = 0.12;

/** Why it turns, in a sentence: what pulls the way that it turns, the strongest first, and what pulls the other way. */
export function whySentence(inspection: Inspection, { shares }: Balance): string {
  const degrees = (inspection.turn * 180) / Math.PI;
  const turns = Math.abs(degrees) >= 0.5;
  const sign = degrees < 0 ? -1 : 1;
  const pulls = shares
    .map((share, index) => ({ share, index, side: share.size * Math.sin(share.bearing) * sign }))
    .sort((a, b) => b.side - a.side);
  const strongest = Math.max(...pulls.map(({ side }) => Math.abs(side)), 0);
  if (strongest === 0)
    return turns
      ? "It is still turning: nothing steers it now."
      : "It flies straight on: nothing steers it now.";
  const counts = (side: number) => side > worthSaying * strongest;
  const told = ({ share, index }: (typeof pulls)[number]) => causeText(inspection, share, index);
  const helping = pulls.filter(({ side }) => counts(side)).slice(0, 2);
  const against = pulls.findLast(({ side }) => counts(-side));
  if (!turns)
    return `It flies straight on, although ${pulls
      .filter(({ side }) => counts(Math.abs(side)))
      .slice(0, 2)
      .map(told)
      .join(" and ")}.`;
  const way = sign > 0 ? "right" : "left";
  if (helping.length === 0)
    return `It still turns ${way}, although ${against ? told(against) : "nothing steers it"}.`;
  const but = against ? `, although ${told(against)}` : "";
  return `It turns ${way}: ${helping.map(told).join(", ")}${but}.`;
}

/** What a behavior goes by, and which way that is. */
function causeText(inspection: Inspection, share: Share, index: number): string {
  const force = inspection.forces[index];
  const side = Math.sin(share.bearing) >= 0 ? "right" : "left";
  const other = side === "right" ? "left" : "right";
  const name = `(${share.label.toLowerCase()})`;
  const [aim] = force?.aims ?? [];
  if (force?.feelers.some(({ hit }) => hit >= 0)) return `it feels an obstacle ${name}`;
  if (aim?.kind === "course") {
    const { neighborCount: many } = inspection;
    if (many === 0) return `its course leads to the ${side} ${name}`;
    return `${many === 1 ? "its one neighbor heads" : `${many} neighbors head`} to the ${side} ${name}`;
  }
  if (aim?.kind === "to") return `what it goes to is on the ${side} ${name}`;
  if (aim?.kind === "from") {
    const near = force?.aims.length === 1 && inspection.crowd.length > 0 ? inspection.crowd.length : 0;
    const who = near > 1 ? `${near} are too near` : near === 1 ? "one is too near" : "what it avoids is";
    return `${who} on the ${other} ${name}`;
  }
  return `${share.label.toLowerCase()} pulls to the ${side}`;
}

/** What the forces come to, as a sentence or two. */
export function balanceText({ canceled, kept, net }: Balance, limit: number | undefined): string {
  const parts: string[] = [];
  if (canceled >= 0.05) parts.push(`${Math.round(canceled * 100)} % of all force cancels out.`);
  if (limit !== undefined && kept < 0.999) {
    parts.push(`The limit of ${forceText(limit)} cuts ${Math.max(1, Math.round((1 - kept) * 100))} %.`);
  }
  if (parts.length === 0) parts.push(net > 0 ? "All forces add up." : "Nothing steers it now.");
  if (limit !== undefined && kept >= 0.999 && net > 0) parts.push(`The limit is ${forceText(limit)}.`);
  return parts.join(" ");
}

/** Whether it leads, and why. Empty where nobody leads. */
export function leaderText({ canLead, leader, aheadCount }: Inspection): string {
  if (!canLead) return "";
  if (leader) return "Leads: nobody is in its narrow view.";
  return aheadCount > 0 ? `Follows: ${aheadCount} ahead of it, in its narrow view.` : "Follows.";
}

export function turnText(turn: number): string {
  const degrees = (Math.abs(turn) * 180) / Math.PI;
  if (degrees < 0.5) return "straight on";
  const size = degrees >= 9.5 ? Math.round(degrees).toLocaleString("en-US") : degrees.toFixed(1);
  return `${size}\u00b0/s ${turn > 0 ? "right" : "left"}`;
}

/** Where a unit moves, seen from where it points: rigid bodies slide through a turn. */
export function driftText(vx: number, vy: number, hx: number, hy: number): string {
  if (Math.hypot(vx, vy) < 1e-3) return "not at all";
  const degrees = degreesOf(bearingOf(vx, vy, hx, hy));
  return degrees === 0 ? "0\u00b0" : sideText(degrees);
}

/** How a force comes about: raw times weight, and what it goes by. */
export function sourceText(share: Share, force: Inspection["forces"][number], place: Place): string {
  const parts = [`${forceText(share.raw)} \u00d7 ${Number(share.weight.toPrecision(3))}`];
  if (share.room < 0.995 && share.raw > 0) parts.push(`room for ${Math.round(share.room * 100)} %`);
  const [aim] = force.aims;
  if (aim) {
    const { distance, bearing } = place(aim.x, aim.y);
    const way = bearingText(bearing);
    if (aim.kind === "course") parts.push(`onto a course ${way}`);
    else
      parts.push(`${aim.kind === "to" ? "toward" : "away from"} ${distance.toFixed(1)} bodies off, ${way}`);
  }
  const hits = new Set(force.feelers.map(({ hit }) => hit).filter((hit) => hit >= 0));
  if (hits.size > 0) parts.push(`feels obstacle ${[...hits].map((hit) => hit + 1).join(", ")}`);
  else if (force.feelers.length > 0) parts.push("feels nothing");
  return parts.join(" \u00b7 ");
}

/** Where a world point is, seen from the unit; the distance in its own lengths. */
export type Place = (x: number, y: number) => { distance: number; bearing: number };

/** Why units that are near do not count, for the legend. */
export const reasonTexts: Readonly<Record<Reason, string>> = {
  angle: "outside its angle of view",
  far: "too far away",
  kind: "of another kind",
  cap: "beyond the nearest ones that it counts",
};
