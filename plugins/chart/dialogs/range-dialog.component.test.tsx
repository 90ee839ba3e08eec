import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDeskServer,
  fill,
  installCanvas,
  renderTool,
  type MemoryServer,
} from '../../../src/testing/index.ts';
import { chart } from '../manifest.ts';
import type { ChartState } from '../state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

const BARS = 20;
const BAR_MS = 300_000;

/** Answers requests for bars with the last ones before the end of the range, and those of an unknown symbol as the server does. */
function answerBars(server: MemoryServer): void {
  server.on('chartCandles', ({ Id, Symbol, From, To }) => {
    const isKnown = Symbol !== 'NOSUCH';
    const times = Array.from({ length: BARS }, (_, index) => To - (BARS - index) * BAR_MS);
    server.send('data', 'chartCandlesAnswer', {
      Id,
      Result: isKnown ? 'Ok' : 'Error',
      ...(isKnown ? {} : { Error: 'Symbol not found' }),
      HasMore: false,
      Items: isKnown
        ? times.filter((TS) => TS >= From).map((TS) => ({ TS, O: 100, H: 101, L: 99, C: 100, V: 1_000 }))
        : [],
    });
  });
}

async function openChart() {
  const server = createDeskServer();
  answerBars(server);
  const { frame, window, user, path } = await renderTool(chart, server, { Symbol: 'SPY' });
  const plot = await within(frame).findByRole('application');
  await within(frame).findByRole('button', { name: 'Trade' });
  const title = () => frame.getAttribute('aria-label');
  await expect.poll(title).toBe('5 Min 1 Day Chart - SPY: SPDR S&P 500 ETF Trust');
  // The window of a chart has the state of a chart.
  const state = () => window.getState() as ChartState;
  return { server, frame, plot, title, state, user, path };
}
type OpenChart = Awaited<ReturnType<typeof openChart>>;

async function openRange({ frame, user }: OpenChart) {
  await user.click(within(frame).getByRole('button', { name: 'Symbol and date range' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Symbol and date range' }));
  const choose = async (list: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: list }));
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  };
  const symbol = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Symbol' });
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Ok' }));
  return { dialog, choose, symbol, confirm };
}

const isClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Symbol and date range' })).toBeNull());

/** The chart shows SPY as before: no message lies over its bars, and it may be traded. */
function expectSpy({ frame, title, state }: OpenChart): void {
  expect(title()).toBe('5 Min 1 Day Chart - SPY: SPDR S&P 500 ETF Trust');
  expect(state().Symbol).toBe('SPY');
  expect(within(frame).queryByText('Symbol not found')).toBeNull();
  // A dialog hides what is behind it from assistive technology.
  expect(within(frame).getByRole('button', { name: 'Trade', hidden: true })).toBeDefined();
}

test("the dialog applies a time frame at once, a bar size of one's own makes a custom range, and the symbol is upper-cased", async () => {
  const opened = await openChart();
  const { title, user } = opened;
  const { dialog, choose, symbol, confirm } = await openRange(opened);
  await choose('Time frame', '6 Months');
  await expect.poll(title).toMatch(/^Daily 6 Months Chart/);
  await choose('Time frame', '2 Years');
  expect(dialog.getByRole<HTMLButtonElement>('combobox', { name: 'Bar size' }).disabled).toBe(true);
  await choose('Time frame', '6 Months');
  await choose('Bar size', 'Weekly');
  expect(dialog.getByRole('combobox', { name: 'Time frame' }).textContent).toBe('Custom');
  await fill(user, symbol(), 'aapl');
  expect(symbol().value).toBe('AAPL');
  await confirm();
  await isClosed();
  await expect.poll(title).toBe('Weekly 12/15/2025 - 6/15/2026 Chart - AAPL: Apple Inc');
});

test('a symbol that does not exist is said in the dialog, where it can be corrected, and the chart stays', async () => {
  const opened = await openChart();
  const { user } = opened;
  const { dialog, symbol, confirm } = await openRange(opened);
  await fill(user, symbol(), 'NOSUCH');
  await confirm();
  await dialog.findByText('Symbol not found');
  expect(document.activeElement).toBe(symbol());
  expectSpy(opened);
  await fill(user, symbol(), 'MSFT');
  expect(dialog.queryByText('Symbol not found')).toBeNull();
  await fill(user, symbol(), 'SPY');
  await confirm();
  await isClosed();
  expectSpy(opened);
});

test('a symbol that does not exist stays in the lookup over the chart', async () => {
  const opened = await openChart();
  const { plot, user } = opened;
  plot.focus();
  await user.keyboard('NOSUCH');
  const lookup = within(await screen.findByRole('dialog', { name: 'Chart' }));
  await user.click(lookup.getByRole('button', { name: 'Go' }));
  await lookup.findByText('NOSUCH: Symbol not found');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chart' })).toBeNull());
  expectSpy(opened);
});

test('a symbol that could not be checked fails to load, with a way to try again and nothing to trade', async () => {
  const opened = await openChart();
  const { server, frame, user } = opened;
  const answer = server.answerOf('symbolsInfo');
  let isAnswered = false;
  // Times out the check of the dialog; the request of the chart is answered.
  server.on('symbolsInfo', (body) => {
    if (isAnswered || !body.Symbols.includes('NOSUCH')) return answer(body);
    isAnswered = true;
    return server.send('data', 'symbolsInfoAnswer', {
      Id: body.Id,
      Result: 'Timeout',
      HasMore: false,
      Items: [],
    });
  });
  const { symbol, confirm } = await openRange(opened);
  await fill(user, symbol(), 'NOSUCH');
  await confirm();
  await within(frame).findByText(/Symbol not found/);
  expect(within(frame).getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(within(frame).queryByRole('button', { name: 'Trade' })).toBeNull();
});

test('a symbol typed in the window goes into the address and is what the next chart begins with', async () => {
  const opened = await openChart();
  const { plot, title, user, path } = opened;
  plot.focus();
  await user.keyboard('AAPL');
  const lookup = within(await screen.findByRole('dialog', { name: 'Chart' }));
  await user.click(lookup.getByRole('button', { name: 'Go' }));
  await expect.poll(title).toMatch(/Chart - AAPL: Apple Inc$/);
  await expect.poll(path).toMatch(/[?&]symbol=AAPL\b/);
  await expect
    .poll(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('tapedeck.last-symbols'))
        .map(([, value]): unknown => JSON.parse(String(value))),
    )
    .toContainEqual(expect.objectContaining({ chart: 'AAPL' }));
});
