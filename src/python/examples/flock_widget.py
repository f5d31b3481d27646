"""Notebook widget that plays a world. Needs ``anywidget``.

>>> from flock_widget import FlockWidget  # this file, beside your notebook
>>> FlockWidget("scene=flock-limited&seed=7")
"""

from __future__ import annotations

import anywidget
import numpy as np
import traitlets

from flockwright import World

_DRAW = """
function render({ model, el }) {
  const canvas = document.createElement("canvas");
  const play = document.createElement("button");
  const line = document.createElement("code");
  line.setAttribute("aria-live", "off");
  const bar = document.createElement("div");
  bar.append(play, " ", line);
  el.append(canvas, bar);
  const [width, height] = model.get("size");
  const scale = model.get("pixels") / width;
  const sharp = window.devicePixelRatio || 1;
  canvas.width = width * scale * sharp;
  canvas.height = height * scale * sharp;
  canvas.style.width = `${width * scale}px`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "Units of the flock");
  const context = canvas.getContext("2d");
  let waiting = false;
  const draw = () => {
    const bytes = model.get("state");
    const state = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    context.setTransform(sharp * scale, 0, 0, sharp * scale, 0, 0);
    context.clearRect(0, 0, width, height);
    for (let at = 0; at < state.length; at += 4) {
      const [x, y, heading, length] = state.subarray(at, at + 4);
      const c = Math.cos(heading) * length, s = Math.sin(heading) * length;
      context.fillStyle = `hsl(${(heading * 180) / Math.PI + 180} 60% 45%)`;
      context.beginPath();
      context.moveTo(x + 0.7 * c, y + 0.7 * s);
      context.lineTo(x - 0.5 * c - 0.35 * s, y - 0.5 * s + 0.35 * c);
      context.lineTo(x - 0.5 * c + 0.35 * s, y - 0.5 * s - 0.35 * c);
      context.fill();
    }
    line.textContent = `tick ${model.get("tick")}, ${model.get("hash")}`;
    play.textContent = model.get("playing") ? "Pause" : "Play";
    waiting = false;
  };
  // The kernel answers each request with a state; the next request waits for the answer.
  let frame;
  const next = () => {
    frame = requestAnimationFrame(next);
    if (!model.get("playing") || waiting) return;
    waiting = true;
    model.send({ step: model.get("speed") });
  };
  play.addEventListener("click", () => {
    model.set("playing", !model.get("playing"));
    model.save_changes();
    draw();
  });
  model.on("change:state", draw);
  model.on("change:playing", draw);
  draw();
  next();
  return () => cancelAnimationFrame(frame);
}
export default { render };
"""


class FlockWidget(anywidget.AnyWidget):
    """Plays a world that the kernel runs, so that :attr:`world`, :attr:`tick`, :attr:`hash` and
    :attr:`link` match the picture."""

    _esm = _DRAW
    state = traitlets.Bytes().tag(sync=True)
    """x, y, heading and length of each unit, float32."""
    size = traitlets.Tuple().tag(sync=True)
    """Width and height of the world, u."""
    pixels = traitlets.Int(640).tag(sync=True)
    """Width of the picture, CSS px."""
    speed = traitlets.Int(1).tag(sync=True)
    """Ticks per picture."""
    playing = traitlets.Bool(False).tag(sync=True)
    tick = traitlets.Int(0).tag(sync=True)
    hash = traitlets.Unicode().tag(sync=True)
    link = traitlets.Unicode(allow_none=True).tag(sync=True)
    """Link that reproduces the picture; None if no link does."""

    def __init__(self, world: World | str, **traits: object) -> None:
        self.world = World.from_link(world) if isinstance(world, str) else world
        width, height, _ = self.world.space
        super().__init__(size=(width, height), **traits)
        self.on_msg(self._on_message)
        self.refresh()

    def step(self, ticks: int = 1) -> None:
        """Runs the world and redraws it."""
        self.world.step(ticks)
        self.refresh()

    def refresh(self) -> None:
        """Redraws the world after it was changed by other means than :meth:`step`."""
        world = self.world
        try:
            link = world.link
        except ValueError:
            link = None
        parts = (world.positions, world.headings[:, None], world.lengths[:, None])
        with self.hold_sync():
            self.tick, self.hash, self.link = world.tick, world.hash, link
            self.state = np.hstack(parts).astype("<f4").tobytes()

    def _on_message(self, _widget: object, content: dict, _buffers: object) -> None:
        ticks = content.get("step", 0)
        if isinstance(ticks, int) and 0 < ticks <= 10_000:
            self.step(ticks)
