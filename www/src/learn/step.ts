/** The steps of the course, as their text files say them: `src/course/README.md` has the format. */
import leftOut from "../../../src/course/left-out.txt?raw";

export interface Band {
  /** The key of a measure. */
  measure: string;
  low: number;
  high: number;
}

export interface Prediction {
  question: string;
  choices: string[];
  right: number;
  because: string;
}

/** Which value counts: the mean over the time, that at its end, the time itself, or the characters of the rules. */
export interface Score {
  most: boolean;
  of: "mean" | "end" | "time" | "letters";
  measure: string;
}

export interface Step {
  key: string;
  title: string;
  chapter: string;
  source: string;
  /** The run that it begins with. */
  link: string;
  /** Keys of the parameters that may be touched. */
  touch: string[];
  /** The behavior whose rule is shown. */
  rule?: string;
  predict?: Prediction;
  task: string;
  goals: Band[];
  /** For so long they are to hold, s of the run, after what was done has had its time to act. */
  hold: number;
  settle: number;
  /** For how long a challenge is scored, s. */
  within: number;
  /** Of a challenge: what it is measured by. */
  score?: Score;
  /** The built-in behavior that a rule of one's own is to steer like. */
  agree?: string;
  hints: { measure: string; high: boolean; text: string }[];
  /** Paragraphs; `{key}` is the value of a parameter. */
  text: string[];
}

/** `polarization=0.9..`, `spacing=2..3`, `overlapping=..0.01`. */
function bandOf(text: string): Band {
  const [measure = "", band = ""] = text.split("=");
  const [low = "", high = low] = band.split("..");
  return { measure, low: low ? Number(low) : -Infinity, high: high ? Number(high) : Infinity };
}

/** Reads a file; the core's own reader, which tests run over all of them, has checked it. */
export function readStep(name: string, file: string): Step {
  const [head = "", ...text] = file.split("\n\n");
  const step: Step = {
    key: name.replace(/^.*\/\d+-|\.txt$/g, ""),
    title: "",
    chapter: "",
    source: "",
    link: "",
    touch: [],
    task: "",
    goals: [],
    hold: 3,
    settle: 5,
    within: 60,
    hints: [],
    text: text.map((paragraph) => paragraph.split(/\s+/).join(" ").trim()).filter(Boolean),
  };
  for (const line of head.split("\n")) readLine(step, line);
  return step;
}

function readLine(step: Step, line: string): void {
  const choice = /^([-*]) (.*)$/.exec(line);
  if (choice && step.predict) {
    if (choice[1] === "*") step.predict.right = step.predict.choices.length;
    step.predict.choices.push(choice[2] ?? "");
    return;
  }
  const [, key = "", said = ""] = /^([\w ]+): (.*)$/.exec(line) ?? [];
  const hint = /^hint (\w+) (low|high)$/.exec(key);
  if (hint) step.hints.push({ measure: hint[1] ?? "", high: hint[2] === "high", text: said });
  else if (key === "touch") step.touch = said.split(",").map((one) => one.trim());
  else if (key === "goal") step.goals.push(bandOf(said));
  else if (key === "hold" || key === "settle" || key === "within") step[key] = Number(said);
  else if (key === "agree") step.agree = said;
  else if (key === "score") {
    const [side = "", of = "", measure = ""] = said.split(" ");
    step.score = { most: side === "most", of: of as Score["of"], measure };
  } else if (key === "do") step.task = said;
  else if (key === "predict") step.predict = { question: said, choices: [], right: 0, because: "" };
  else if (key === "because" && step.predict) step.predict.because = said;
  else if (key === "title" || key === "chapter" || key === "source" || key === "link" || key === "rule")
    step[key] = said;
}

const files = import.meta.glob<string>("../../../src/course/steps/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What the sources name and the course does not do: a name and a reason in each line. */
export const LEFT_OUT: readonly (readonly [string, string])[] = leftOut
  .split("\n")
  .filter((line) => line.includes(": "))
  .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)] as const);

/** All steps, in their order. */
export const STEPS: readonly Step[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, file]) => readStep(name, file));
