import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import {
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { marketMaker } from './manifest.ts';

const TRADED_MS = Date.UTC(2026, 5, 15, 14, 59, 0);
const BBO: Body<'bboAnswer'>['Items'] = [
  { Exchange: 'ARCA', Bid: 99.99, BidSize: 200, Ask: 100.01, AskSize: 300 },
];
const TRADES: Body<'timeAndSaleAnswer'>['Items'] = [
  { S: 'AAPL', P: 100, V: 100, TV: 1_000, X: 'ARCA', TS: TRADED_MS },
];

let server: MemoryServer;
/** Whether the server fails to answer depth and trades. */
let isBusy: boolean;
beforeEach(() => {
  server = createDeskServer();
  isBusy = false;
  const failed = (Id: number) => ({ Id, Result: 'Error' as const, Error: 'Busy', HasMore: false, Items: [] });
  server.on('bbo', ({ Id }) =>
    server.send('data', 'bboAnswer', isBusy ? failed(Id) : { Id, Result: 'Ok', HasMore: false, Items: BBO }),
  );
  server.on('timeAndSale', ({ Id }) =>
    server.send(
      'data',
      'timeAndSaleAnswer',
      isBusy ? failed(Id) : { Id, Result: 'Ok', HasMore: false, Items: TRADES },
    ),
  );
});

const frame = () => document.querySelector<HTMLElement>('[data-tool="market-maker"]') ?? document.body;
const title = () => frame().querySelector('header h2')?.textContent;
const asks = () => within(within(frame()).getByRole('table', { name: 'Asks' })).getAllByRole('button');

/** Chooses a symbol in the lookup that a button of the window opens. */
async function choose(user: RenderedTool['user'], symbol: string, button = 'Symbol'): Promise<void> {
  await user.click(within(frame()).getByRole('button', { name: button }));
  await fill(user, await screen.findByRole('combobox', { name: 'Symbol' }), `${symbol}{Enter}`);
}

test('begins with the symbol of the market, and a new window with the symbol that was used last', async () => {
  const { user, path, desk } = await renderTool(marketMaker, server);
  await expect.poll(title).toBe('Market Maker - SPDR S&P 500 ETF Trust (SPY - NSDQ)');
  await choose(user, 'aapl');
  await expect.poll(title).toBe('Market Maker - Apple Inc (AAPL - NSDQ)');
  await expect.poll(path).toMatch(/[?&]symbol=AAPL/);
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Second{Enter}');
  await user.click((await screen.findAllByRole('button', { name: 'Add tool' }))[0] ?? document.body);
  await user.click(await screen.findByRole('menuitem', { name: 'Market Maker' }));
  await expect.poll(title).toBe('Market Maker - Apple Inc (AAPL - NSDQ)');
  const windows = desk.platform.tools.windowsOf('market-maker').get();
  expect(windows.map((window) => window.getState())).toMatchObject([{ Symbol: 'AAPL' }, { Symbol: 'AAPL' }]);
});

test('the address selects the symbol of the window, which keeps it over a reload', async () => {
  const { path, reload } = await renderTool(marketMaker, server, { Symbol: 'AAPL' });
  await expect.poll(title).toBe('Market Maker - Apple Inc (AAPL - NSDQ)');
  history.replaceState(null, '', `${path().split('?')[0]}?symbol=msft`);
  reload();
  await expect.poll(title).toBe('Market Maker - Microsoft Corp (MSFT - NSDQ)');
  history.replaceState(null, '', path().split('?')[0]);
  reload();
  await expect.poll(title).toBe('Market Maker - Microsoft Corp (MSFT - NSDQ)');
});

test('reports an unknown symbol and offers the choice of another', async () => {
  const { user } = await renderTool(marketMaker, server, { Symbol: 'AAPL' });
  await expect.poll(title).toContain('AAPL');
  await choose(user, 'NOSUCH');
  await within(frame()).findByText('There is no symbol NOSUCH');
  await choose(user, 'BAC', 'Choose a symbol');
  await expect.poll(title).toBe('Market Maker - Bank of America Corp (BAC - NSDQ)');
});

test('a demo, which may not trade, has no Trade button and no price to click', async () => {
  server.isDemo = true;
  await renderTool(marketMaker, server, { Symbol: 'AAPL' });
  await expect.poll(() => asks()[0]?.textContent).toMatch(/\d/);
  expect(asks()[0]?.matches(':disabled')).toBe(true);
  expect(within(frame()).queryByRole('button', { name: 'Trade' })).toBeNull();
});

test('parts that do not load say so and load after another try', async () => {
  isBusy = true;
  const { user } = await renderTool(marketMaker, server, { Symbol: 'AAPL' });
  const parts = ['Time and sales', 'Depth'] as const;
  const part = (name: string) => within(within(frame()).getByRole('region', { name }));
  for (const name of parts) await within(frame()).findByText(`${name} did not load`);
  isBusy = false;
  for (const name of parts) await user.click(part(name).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => asks()[0]?.textContent).toBe('100.01');
  await expect
    .poll(() => frame().querySelector('[data-tape] [role="row"]')?.textContent)
    .toMatch(/10:59:00\.000.*100\.00/);
});

test('writes large trades in bold and times without milliseconds as the user sets it, while the window is open', async () => {
  const { desk } = await renderTool(marketMaker, server, { Symbol: 'AAPL' });
  const line = () => frame().querySelector<HTMLElement>('[data-tape] [role="row"]');
  await expect.poll(() => line()?.textContent).toContain('10:59:00.000');
  expect(line()?.dataset['large']).toBeUndefined();
  const set = (largeTrade: number) =>
    desk.platform.settings.preview({
      toolSettings: { 'market-maker': { version: 0, values: { largeTrade, hasMilliseconds: false } } },
    });
  set(101);
  await expect.poll(() => line()?.textContent).toMatch(/^10:59:00(?!\.)/);
  expect(line()?.dataset['large']).toBeUndefined();
  set(100);
  await expect.poll(() => line()?.dataset['large']).toBe('');
});
