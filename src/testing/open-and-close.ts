import { waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MemoryServer } from '../client/testing/memory-server.ts';
import type { AnyPlugin } from '../plugin-api/index.ts';
import { collectGarbage, HeldResources, type HeldCounts } from './held-resources.ts';
import { installCanvas } from './install-canvas.ts';
import { createDeskServer } from './render-desk.tsx';
import { renderTool } from './render-tool.tsx';

const WARM_UP = 5;
/** How often a tool is opened and closed. */
export const CYCLES = 100;
const SETTLE_MS = 5;
/** For the cycles of one tool on a busy machine, ms. */
export const LIMIT_MS = 300_000;
/** What comes and goes by itself, such as a message or an open request, stays below this; a leak is of one for each cycle. */
const MOST = CYCLES / 5;

let held: HeldResources | undefined;

/** Prepares the document for `openAndClose` before each test of the file, and restores it after each. */
export function watchLeaks(): void {
  beforeEach(installCanvas);
  afterEach(() => {
    held?.stop();
    vi.restoreAllMocks();
  });
}

/** Effects of a view that has just been shown, and answers of the server in memory, have come by then. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** A server in memory that answers what the tools request: a request without an answer would hold its timeout. */
export function answeringServer(): MemoryServer {
  const server = createDeskServer();
  const noStrategies = (IsPublic: boolean) => () =>
    server.send('trading', 'strategies', { IsPublic, Items: [], HasMore: false });
  server.on('strategyList', noStrategies(false));
  server.on('publicStrategyList', noStrategies(true));
  return server;
}

/** Symbols that are subscribed now. */
function subscribed(server: MemoryServer): number {
  const symbols = new Set<string>();
  for (const { name, body } of server.received('streaming')) {
    if (name === 'subscribe') symbols.add(JSON.stringify(body));
    if (name === 'unsubscribe') symbols.delete(JSON.stringify(body));
  }
  return symbols.size;
}

type Counts = HeldCounts & { readonly elements: number; readonly subscriptions: number };

interface Leaks {
  /** After the warm-up. */
  readonly before: Counts;
  /** Now: messages and open requests may still go. */
  counts(): Counts;
  /** Frames that were closed and are still in memory. */
  readonly detached: number;
}

/** The tool with its view at hand: React shows what it has to wait for at intervals of 300 ms only. */
export function loadedAtOnce(plugin: AnyPlugin, view: Awaited<ReturnType<AnyPlugin['load']>>): AnyPlugin {
  // oxlint-disable-next-line unicorn/no-thenable -- it is handed to React only, which reads it without waiting
  const loaded = { then: (take: (module: typeof view) => void) => take(view) };
  return { ...plugin, load: () => loaded as Promise<typeof view> /* React takes any object with `then` */ };
}

/**
 * The tool's frame. Throws until its view is shown. Found without roles and names: the cycles look for it so often that working these out
 * took most of the test.
 */
export function shownFrame({ id, title }: AnyPlugin): HTMLElement {
  const frame = document.querySelector(`[data-tool="${id}"]`);
  if (!(frame instanceof HTMLElement)) throw new Error(`${title} is not open yet`);
  const loading = `Loading ${title}`;
  if (frame.textContent.includes(loading) || frame.querySelector(`[aria-label="${loading}"]`) !== null)
    throw new Error(`${title} is loading`);
  return frame;
}

export function closeButton(frame: HTMLElement): HTMLElement {
  const button = frame.querySelector('button[aria-label="Close"]');
  if (!(button instanceof HTMLElement)) throw new Error('the frame has no Close button');
  return button;
}

/** Opens and closes a tool, and returns what the page held after the warm-up and what it holds then. */
export async function openAndClose(plugin: AnyPlugin): Promise<Leaks> {
  held = new HeldResources();
  const resources = held;
  const rendered = await renderTool(loadedAtOnce(plugin, await plugin.load()), answeringServer());
  const frames: WeakRef<Element>[] = [];
  const counts = () => ({
    ...resources.counts(),
    elements: document.querySelectorAll('*').length,
    subscriptions: subscribed(rendered.server),
  });
  const close = async () => {
    const frame = await waitFor(() => shownFrame(plugin));
    await settle();
    frames.push(new WeakRef(frame));
    closeButton(frame).click();
    await waitFor(() => expect(frame.isConnected).toBe(false));
  };
  await close();
  let before = counts();
  for (let cycle = 1; cycle <= WARM_UP + CYCLES; cycle++) {
    await rendered.desk.commands.run(`window.add-tool.${plugin.id}`);
    await close();
    if (cycle === WARM_UP) before = counts();
  }
  await settle();
  collectGarbage();
  return { before, counts, detached: frames.filter((frame) => frame.deref() !== undefined).length };
}

/** Tests of tools: what a page holds must not grow with the number of times that they were opened. */
export function testLeaks(tools: readonly AnyPlugin[]): void {
  describe('a tool that is opened and closed 100 times leaves no listener, timer, subscription or element', () => {
    test.each(tools.map((plugin) => [plugin.title, plugin] as const))(
      '%s',
      async (_, plugin) => {
        const { before, counts, detached } = await openAndClose(plugin);
        const grown = () =>
          Object.entries(counts()).filter(
            ([name, count]) => count - before[name as keyof Counts] /* a key of `counts()` */ >= MOST,
          );
        await expect.poll(grown).toEqual([]);
        expect(detached).toBeLessThan(MOST);
      },
      LIMIT_MS,
    );
  });
}
