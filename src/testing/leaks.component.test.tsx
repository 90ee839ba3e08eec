import { waitFor, within } from '@testing-library/dom';
import { Square } from 'lucide-react';
import * as v from 'valibot';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plugins } from '../../plugins/index.ts';
import type { MemoryServer } from '../client/testing/memory-server.ts';
import { definePlugin, defineState, type AnyPlugin } from '../plugin-api/index.ts';
import { collectGarbage, HeldResources, type HeldCounts } from './held-resources.ts';
import { createDeskServer } from './render-desk.tsx';
import { renderTool } from './render-tool.tsx';

const WARM_UP = 5;
const CYCLES = 100;
const SETTLE_MS = 5;
/** What comes and goes by itself, such as a message or an open request, stays below this; a leak is of one for each cycle. */
const MOST = CYCLES / 5;

/** What a chart needs and this document lacks: fonts, and a canvas, which takes every call, for no picture is compared. */
function installCanvas(): void {
  const context = new Proxy(
    {},
    { get: (_, name) => (name === 'measureText' ? () => ({ width: 10 }) : () => undefined), set: () => true },
  );
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() });
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D);
}
beforeEach(installCanvas);

let held: HeldResources | undefined;
afterEach(() => {
  held?.stop();
  vi.restoreAllMocks();
});

/** Effects of a view that has just been shown, and answers of the server in memory, have come by then. */
const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

/** A request without an answer would hold its timeout. */
function answeringServer(): MemoryServer {
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

interface Leaks {
  readonly counts: HeldCounts & { readonly elements: number; readonly subscriptions: number };
  readonly detached: number;
}

/** The tool with its view at hand: React shows what it has to wait for at intervals of 300 ms only. */
function loadedAtOnce(plugin: AnyPlugin, view: Awaited<ReturnType<AnyPlugin['load']>>): AnyPlugin {
  // oxlint-disable-next-line unicorn/no-thenable -- it is handed to React only, which reads it without waiting
  const loaded = { then: (take: (module: typeof view) => void) => take(view) };
  return { ...plugin, load: () => loaded as Promise<typeof view> /* React takes any object with `then` */ };
}

/** Opens and closes a tool, and returns what the page holds after the warm-up and at the end. */
async function openAndClose(
  plugin: AnyPlugin,
): Promise<{ readonly before: Leaks['counts']; readonly after: Leaks['counts']; readonly detached: number }> {
  held = new HeldResources();
  const resources = held;
  const rendered = await renderTool(loadedAtOnce(plugin, await plugin.load()), answeringServer());
  const frames: WeakRef<Element>[] = [];
  const counts = () => ({
    ...resources.counts(),
    elements: document.querySelectorAll('*').length,
    subscriptions: subscribed(rendered.server),
  });
  const loading = `Loading ${plugin.title}`;
  const close = async () => {
    const frame = await waitFor(() => {
      const found = document.querySelector(`[data-tool="${plugin.id}"]`);
      if (
        (!(found instanceof HTMLElement) || within(found).queryByText(loading)) ??
        within(found).queryByLabelText(loading)
      )
        throw new Error(`${plugin.title} is not open yet`);
      return found;
    });
    await settle();
    frames.push(new WeakRef(frame));
    within(frame).getByRole('button', { name: 'Close' }).click();
    await waitFor(() => expect(frame.isConnected).toBe(false));
  };
  await close();
  let before = counts();
  for (let cycle = 1; cycle <= WARM_UP + CYCLES; cycle++) {
    await rendered.desk.commands.run(`window.add-tool.${plugin.id}`);
    await close();
    if (cycle === WARM_UP) before = counts();
  }
  const after = counts();
  await settle();
  collectGarbage();
  return { before, after, detached: frames.filter((frame) => frame.deref() !== undefined).length };
}

function Leaky() {
  useEffect(() => {
    document.addEventListener('keydown', () => {});
    setInterval(() => {}, 60_000);
  }, []);
  return <p>It keeps a listener and a timer</p>;
}

const leaky = definePlugin({
  id: 'leaky',
  title: 'Leaky',
  summary: 'A listener and a timer',
  icon: Square,
  permission: null,
  isSingleton: false,
  isHiddenInDemo: false,
  state: defineState({ schema: v.object({}), initial: {}, migrations: [] }),
  linking: { sends: [], receives: [] },
  commands: [],
  toolbar: [],
  titleOf: () => 'Leaky',
  helpTopic: 'workspaces',
  savedItemType: null,
  load: async () => ({ default: Leaky }),
});

test('a tool that keeps listeners and timers is found', async () => {
  const { before, after } = await openAndClose(leaky);
  expect(after.listeners - before.listeners).toBeGreaterThanOrEqual(CYCLES);
  expect(after.intervals - before.intervals).toBeGreaterThanOrEqual(CYCLES);
});

describe('a tool that is opened and closed 100 times leaves no listener, timer, subscription or element', () => {
  test.each(plugins.all.map((plugin) => [plugin.title, plugin] as const))('%s', async (_, plugin) => {
    const { before, after, detached } = await openAndClose(plugin);
    const more = Object.entries(after).map(([name, count]) => [
      name,
      count - before[name as keyof typeof before],
    ]);
    expect(more.filter(([, count]) => Number(count) >= MOST)).toEqual([]);
    expect(detached).toBeLessThan(MOST);
  });
});
