/** Lets the browser draw and respond between slices of long work. */

/** Resolves in a new task, so that the page can draw and respond. It uses no timer: timers wait behind slow frames. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });
}
