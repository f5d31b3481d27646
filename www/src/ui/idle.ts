/** Work for which the page finds time between frames. */

/**
 * Between two parts of what would take long at once, the page draws and answers. Not by a timer: where frames take long,
 * those wait behind them.
 */
export function pause(): Promise<void> {
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
