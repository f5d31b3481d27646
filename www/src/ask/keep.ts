/** Shares an answer of Ask a bird: as a link, or as a picture or a five-second video with the answer's sentence. */

import type { Core } from "../core";
import type { Clock } from "../core/clock";
import { pageWith } from "../core/link/address";
import { drawCaption } from "../share/record/caption";
import { takePicture } from "../share/record/picture";
import { VideoRecorder, whyNoVideo } from "../share/record/video";
import type { Stage } from "../stage/stage";
import { copyFailureText, copyText } from "../ui/clipboard";
import { download, fileName } from "../ui/download";

const LOOP_SECONDS = 5;

interface SharedAnswer {
  core: Core;
  stage: Stage;
  clock: Clock;
  /** Sentence of the answer: caption of the picture or video, and alternative text on the clipboard. */
  caption: string;
  link: string;
  say(text: string): void;
}

export async function shareAnswer(
  how: "link" | "riddle" | "picture" | "loop",
  sharedAnswer: SharedAnswer,
): Promise<void> {
  if (how === "link") await copyLink(sharedAnswer, "with this answer");
  else if (how === "riddle") await copyLink(sharedAnswer, "with the question, and does not tell the answer");
  else if (how === "picture") await savePicture(sharedAnswer);
  else await saveLoop(sharedAnswer);
}

async function copyLink({ link, say }: SharedAnswer, what: string): Promise<void> {
  const copied = await copyText(pageWith(link, location.href));
  say(copied ? `Link copied: it opens this moment ${what}` : copyFailureText());
}

const answerFileName = ({ core }: SharedAnswer, extension: string) =>
  fileName(`flockwright-${core.scene()}-why-tick-${core.ticks()}`, extension);

async function savePicture(sharedAnswer: SharedAnswer): Promise<void> {
  const { stage, caption, say } = sharedAnswer;
  download(
    answerFileName(sharedAnswer, "png"),
    await takePicture(stage, (canvas) => drawCaption(canvas, caption)),
  );
  const copied = await copyText(caption);
  say(copied ? "Picture saved; its text is on the clipboard, for those who cannot see it" : "Picture saved");
}

async function saveLoop(sharedAnswer: SharedAnswer): Promise<void> {
  const { core, stage, clock, caption, say } = sharedAnswer;
  const noVideoReason = whyNoVideo();
  if (noVideoReason) return say(noVideoReason);
  say("Recording five seconds\u2026");
  const video = new VideoRecorder(
    core,
    stage,
    clock,
    () => false,
    () => {},
  );
  const drawFrameCaption = (canvas: HTMLCanvasElement) => drawCaption(canvas, caption);
  const result = await video.record({ seconds: LOOP_SECONDS, draw: drawFrameCaption });
  if (!result) return;
  download(answerFileName(sharedAnswer, result.extension), result.blob);
  say("Loop saved");
}
