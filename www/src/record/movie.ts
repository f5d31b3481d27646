/** Compressed frames of one length each, as every kind of file takes them. */
export interface Movie {
  width: number;
  height: number;
  fps: number;
  frames: readonly MovieFrame[];
  /** What a decoder has to know before the first frame; only MP4 has it. */
  setup?: Uint8Array | undefined;
}

export interface MovieFrame {
  data: Uint8Array;
  /** It needs no frame before it. */
  key: boolean;
}

/** When a frame is shown, ms. */
export function frameTime(index: number, fps: number): number {
  return Math.round((index * 1000) / fps);
}

/** Parts one after another. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A whole number of that many bytes, the largest first. */
export function bytesOf(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

export function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
