import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plugins } from '../../plugins/index.ts';
import type { AnyPlugin } from '../plugin-api/index.ts';
import { ladderServer } from '../../plugins/ladder/testing/ladder-page.ts';
import { installCanvas } from './install-canvas.ts';
import { renderTool } from './render-tool.tsx';
import type { MemoryServer } from '../client/testing/memory-server.ts';

let server: MemoryServer;
beforeEach(() => {
  installCanvas();
  ({ server } = ladderServer());
});
afterEach(() => vi.restoreAllMocks());

const status = (Status: 'Halted' | 'Trading', symbol = 'AAPL') =>
  server.send('streaming', 'tradingStatus', {
    Symbol: symbol,
    Status,
    TS: 1,
    ...(Status === 'Halted' ? { Reason: 'News pending' } : {}),
  });
const isWatched = () =>
  server
    .received('streaming')
    .some(({ name, body }) => name === 'subscribe' && JSON.stringify(body).includes('"AAPL"'));

function installed(id: string): AnyPlugin {
  const found = plugins.all.find((plugin) => plugin.id === id);
  if (found === undefined) throw new Error(`There is no tool ${id}`);
  return found;
}

test.each(['ladder', 'market-maker', 'chart'])('%s shows a halt of its symbol until it ends', async (id) => {
  const { frame } = await renderTool(installed(id), server, { Symbol: 'AAPL' });
  const mark = () =>
    within(frame).queryByTitle('Trading in AAPL is halted (News pending)')?.textContent ?? '';
  await expect.poll(isWatched).toBe(true);
  status('Halted', 'MSFT');
  status('Halted');
  await expect.poll(mark).toBe('Halted');
  status('Trading');
  await expect.poll(mark).toBe('');
});

test.each(['ladder', 'order-entry'])('%s says that a halt of its symbol may be unknown', async (id) => {
  const { frame } = await renderTool(installed(id), server, { Symbol: 'AAPL' });
  const unknown =
    'Whether trading in AAPL is halted is unknown: a halt from before 12:00:00 New York time was not received. The next trade or status of the symbol shows it.';
  const isShown = () => frame.textContent.includes(unknown) || within(frame).queryByTitle(unknown) !== null;
  await expect.poll(isWatched).toBe(true);
  const KnownFrom = Date.UTC(2026, 4, 6, 16);
  server.send('streaming', 'tradingStatus', { Symbol: 'AAPL', Status: 'Trading', TS: 1, KnownFrom });
  await expect.poll(isShown).toBe(true);
  status('Trading');
  await expect.poll(isShown).toBe(false);
});

test('a watch list marks the symbol of a halted row until the halt ends', async () => {
  const { frame } = await renderTool(installed('market-view'), server, { Symbols: ['AAPL', 'MSFT'] });
  const marked = () => [...frame.querySelectorAll('.grid-halted')].map(({ textContent }) => textContent);
  await expect.poll(isWatched).toBe(true);
  await screen.findByText('MSFT');
  status('Halted');
  await expect.poll(marked).toEqual(['AAPL']);
  status('Trading');
  await expect.poll(marked).toEqual([]);
});
