import { waitFor } from '@testing-library/dom';
import { vi } from 'vitest';
import { instrumentContext, type ToolPlatform } from '../../plugin-api/index.ts';
import { showsOneSymbol } from '../../workstation/windows/open-windows.ts';
import type { WindowController } from '../../workstation/windows/window-controller.ts';
import { HeldResources, type HeldCounts } from '../held-resources.ts';
import { answeringServer, closeButton, loadedAtOnce, settle, shownFrame } from '../open-and-close.ts';
import { renderTool, type RenderedTool } from '../render-tool.tsx';
import { closeAfterTest } from '../rendered.ts';
import { finding, type CheckedTool, type Finding } from './checked-tool.ts';
import { axeFindings, keyboardFindings } from './frame-checks.ts';
import { keyFindings } from './key-checks.ts';
import { PageListeners } from './page-listeners.ts';

/** How long a tool may take to show a symbol, or to stop its work after it was hidden, on a busy machine. A tool that does takes milliseconds. */
const PATIENCE_MS = 30_000;
/** Of the market of the server in memory. */
const LINKED_SYMBOL = 'MSFT';

/** What a window does without the user. Timeouts are not part of it: the platform holds some for a while, for tools that were closed. */
type Work = Pick<HeldCounts, 'intervals' | 'frames'> & { readonly watches: number };

const WORK_TEXTS: Readonly<Record<keyof Work, string>> = {
  watches: 'subscriptions to symbols',
  intervals: 'intervals',
  frames: 'requests for animation frames',
};
/** In a row, each followed by a pause: then nothing more comes of what has just been shown or hidden. */
const QUIET_CHECKS = 15;

/**
 * Resolves with whether the condition holds, several times in a row when that is given, before the patience ends. It holds no timer while it evaluates the
 * condition, which may count timers.
 */
async function holdsSoon(condition: () => boolean, patienceMs: number, inRow = 1): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  for (let held = 0; held < inRow;) {
    if (performance.now() > endMs) return false;
    held = condition() ? held + 1 : 0;
    if (held < inRow) await settle();
  }
  return true;
}

/** Counts what the tools watch of the market. On the wire a subscription ends seconds after the last watch. */
function countWatches(symbols: ToolPlatform['symbols']): () => number {
  let count = 0;
  const counted =
    <Arguments extends unknown[]>(begin: (...args: Arguments) => () => void) =>
    (...args: Arguments): (() => void) => {
      const end = begin.apply(symbols, args);
      let isOver = false;
      count += 1;
      return () => {
        if (!isOver) count -= 1;
        isOver = true;
        end();
      };
    };
  Object.assign(symbols, {
    watch: counted(symbols.watch),
    watchBbo: counted(symbols.watchBbo),
    watchHistorical: counted(symbols.watchHistorical),
    onTrade: counted(symbols.onTrade),
  });
  return () => count;
}

/** Resolves once the tool begins no more work. */
async function untilQuiet(work: () => Work, patienceMs: number): Promise<void> {
  let before = '';
  await holdsSoon(
    () => {
      const { watches, intervals } = work();
      const isSame = before === `${watches} ${intervals}`;
      before = `${watches} ${intervals}`;
      return isSame;
    },
    patienceMs,
    QUIET_CHECKS,
  );
}

/**
 * The checks of a tool in a window: it is rendered over a server in memory, hidden, and closed once. `installCanvas` has to have run. jsdom has neither layout nor
 * other browser windows: `tests/e2e/popout.spec.ts` moves windows into browser windows of their own, `tests/e2e/accessibility.spec.ts` checks
 * contrast.
 */
export async function pageFindings(tool: CheckedTool, patienceMs = PATIENCE_MS): Promise<Finding[]> {
  const { plugin, folder } = tool;
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const held = new HeldResources();
  const listeners = new PageListeners(folder);
  closeAfterTest(() => {
    listeners.stop();
    held.stop();
    errors.mockRestore();
  });
  const rendered = await renderTool(loadedAtOnce(plugin, await plugin.load()), answeringServer());
  const watches = countWatches(rendered.desk.platform.symbols);
  const work = (): Work => {
    const { intervals, frames } = held.counts();
    return { watches: watches(), intervals, frames };
  };
  await waitFor(() => shownFrame(plugin));
  await settle();
  closeButton(shownFrame(plugin)).click();
  await waitFor(() => {
    if (document.querySelector(`[data-tool="${plugin.id}"]`) !== null)
      throw new Error('it is not closed yet');
  });
  // React ends the effects of a closed tool in a later turn, which a busy machine delays.
  await untilQuiet(work, patienceMs);
  const closed = work();
  await rendered.desk.commands.run(`window.add-tool.${plugin.id}`);
  const frame = await waitFor(() => shownFrame(plugin));
  await untilQuiet(work, patienceMs);
  const window = rendered.desk.windows.get(frame.dataset['windowId'] ?? '');
  if (window === undefined) throw new Error(`${plugin.title} has no window`);
  const found = [
    ...(await axeFindings(frame)),
    ...keyboardFindings(frame),
    ...(await linkFindings(tool, rendered, window, patienceMs)),
    ...(await hiddenFindings(window, closed, work, patienceMs)),
    ...keyFindings(tool, rendered.desk.commands.all()),
    ...listenerFindings(listeners),
  ];
  return [...found, ...refusedContexts(errors.mock.calls.map(String))];
}

/** What a user sees of a window, and what a workspace stores of it. */
const shown = (window: WindowController): string =>
  `${window.title()} ${JSON.stringify(window.getState())} ${document.body.textContent}`;

/** A tool about one symbol that receives symbols shows one that the user gives it. What a list does with one depends on what is in it. */
async function linkFindings(
  { plugin, folder }: CheckedTool,
  { desk }: RenderedTool,
  window: WindowController,
  patienceMs: number,
) {
  if (!plugin.linking.receives.includes('fdc3.instrument') || !showsOneSymbol(window)) return [];
  desk.windows.give(window, instrumentContext(LINKED_SYMBOL));
  return (await holdsSoon(() => shown(window).includes(LINKED_SYMBOL), patienceMs))
    ? []
    : [
        finding(
          'links',
          'It declares that it receives symbols, but shows nothing of one that is dropped on it.',
          `Let the listener of useLinked or tool.onContext show it, or remove 'fdc3.instrument' from linking.receives in ${folder}/manifest.ts.`,
        ),
      ];
}

/** A hidden window does no more than a closed one. */
async function hiddenFindings(
  window: WindowController,
  closed: Work,
  work: () => Work,
  patienceMs: number,
): Promise<Finding[]> {
  const busy = () => {
    const now = work();
    return (Object.keys(WORK_TEXTS) as (keyof Work)[]) // its keys are exactly these
      .filter((name) => now[name] > closed[name]);
  };
  await untilQuiet(work, patienceMs);
  window.setActive(false);
  if (await holdsSoon(() => busy().length === 0, patienceMs, QUIET_CHECKS)) return [];
  return busy().map((name) =>
    finding(
      'hidden',
      `While its window is hidden it holds ${WORK_TEXTS[name]}: ${work()[name]}, and ${closed[name]} once it is closed.`,
      'Begin live work in useWhileActive, and end it in the function that its effect returns; for a price use useMarket.',
    ),
  );
}

const listenerFindings = (listeners: PageListeners): Finding[] =>
  listeners
    .found()
    .map((listener) =>
      finding(
        'pop-out',
        `It listens for ${listener}: in a browser window of its own, or beside other tools, it receives the wrong events.`,
        'Listen on an element of the tool, in React as onKeyDown.',
      ),
    );

/** The shell reports what a tool sends or listens for without having declared it. */
const refusedContexts = (errors: readonly string[]): Finding[] =>
  errors
    .filter((text) => text.includes('which its manifest does not declare'))
    .map((text) => finding('contexts', 'The workstation refused a context:', text));
