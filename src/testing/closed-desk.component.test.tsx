import { expect, test, vi } from 'vitest';
import { marketView } from '../../plugins/market-view/manifest.ts';
import { createDeskServer } from './render-desk.tsx';
import { closeRendered } from './rendered.ts';
import { renderTool } from './render-tool.tsx';

type Options = boolean | AddEventListenerOptions | undefined;
const isCapture = (options: Options): boolean =>
  typeof options === 'object' ? options.capture === true : options === true;

/** Types of the listeners that were added to a window through its method, and not removed. */
function followListeners(target: Window): () => string[] {
  const added = vi.spyOn(target, 'addEventListener');
  const removed = vi.spyOn(target, 'removeEventListener');
  return () => {
    const left = added.mock.calls.map(([type, listener, options]) => ({
      type,
      listener,
      capture: isCapture(options),
      signal: typeof options === 'object' ? options.signal : undefined,
    }));
    for (const [type, listener, options] of removed.mock.calls) {
      const capture = isCapture(options);
      const at = left.findIndex((l) => l.type === type && l.listener === listener && l.capture === capture);
      if (at >= 0) left.splice(at, 1);
    }
    return left.filter(({ signal }) => signal?.aborted !== true).map(({ type }) => type);
  };
}

// The next desk of the page would handle its keys and clicks beside those of every desk before it.
test('a closed desk leaves no listener on the window', async () => {
  await renderTool(marketView, createDeskServer());
  closeRendered();
  const leftOnWindow = followListeners(window);
  await renderTool(marketView, createDeskServer());
  closeRendered();
  expect(leftOnWindow()).toEqual([]);
});
