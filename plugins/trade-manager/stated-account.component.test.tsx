import { waitFor, within } from '@testing-library/dom';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import {
  definePlugin,
  type StatedAccount,
  type ToolPlatform,
  type ToolProps,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { createDeskServer, renderTool } from '../../src/testing/index.ts';
import { tradeManager } from './manifest.ts';
import type { TradeManagerState } from './state.ts';
import TradeManager from './TradeManager.tsx';

type Position = StatedAccount['positions'][number];

const position = (symbol: string, quantity: number, change: Partial<Position> = {}): Position => ({
  symbol,
  quantity,
  isStock: true,
  averageE4: 1_000_200,
  costE4: 10_002_000,
  priceE4: 1_010_000,
  valueE4: 10_100_000,
  openPlE4: 98_000,
  todayPlE4: null,
  ...change,
});
const stated: StatedAccount = {
  readMs: Date.UTC(2026, 4, 6, 14, 32, 5),
  problem: null,
  unreadable: 0,
  balance: {
    equityE4: 1_038_205_600,
    cashE4: -12_501_200,
    buyingPowerE4: 2_621_136_300,
    dayTradingPowerE4: 0,
    dayTrades: 2,
    isPatternDayTrader: true,
    block: null,
  },
  positions: [position('SPY', 10.5), position('MSFT', -3, { openPlE4: -20_000 })],
};

/** Alpaca as the chosen broker, with what it states set by the test. */
class FakeBroker {
  #state = this.#stateOf(stated, null);
  readonly #listeners = new Set<() => void>();

  get = () => this.#state;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  onProblem = () => () => {};
  state(next: StatedAccount | null, error: string | null = null): void {
    this.#state = this.#stateOf(next, error);
    for (const listener of this.#listeners) listener();
  }

  #stateOf(next: StatedAccount | null, error: string | null) {
    const { name, capabilities } = BROKERS.alpaca;
    return {
      api: 'External',
      name,
      tradingAccount: 'PA3',
      capabilities,
      reconciliation: null,
      stated: next,
      error,
    };
  }
}

async function renderManager(broker: FakeBroker) {
  const placed: unknown[] = [];
  function WithAlpaca({ tool }: ToolProps<unknown>) {
    // Everything else of the window and of the platform is real.
    const [window] = useState(() => {
      const { commands: real } = tool.platform;
      const commands: Pick<typeof real, 'get' | 'subscribe' | 'run'> = {
        get: (id) => real.get(id),
        subscribe: (listener) => real.subscribe(listener),
        run: (id, argument) => {
          placed.push([id, argument]);
          return Promise.resolve(true);
        },
      };
      const platform = Object.create(tool.platform, {
        tradingApi: { value: broker },
        commands: { value: commands },
      }) as ToolPlatform;
      return Object.create(tool, { platform: { value: platform } }) as ToolWindow<TradeManagerState>;
    });
    return <TradeManager tool={window} />;
  }
  const plugin = definePlugin({ ...tradeManager, load: async () => ({ default: WithAlpaca }) });
  const rendered = await renderTool(plugin, createDeskServer());
  await within(rendered.frame).findByRole('grid', { name: 'Positions at Alpaca' });
  return { ...rendered, placed };
}

/** The line above the positions. */
const sourceOf = (frame: HTMLElement) => within(frame).getByText(/^As Alpaca stated/).textContent;

/** What the strip says of each figure. */
const factsOf = (frame: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...frame.querySelectorAll('dl[aria-label="Account"] > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]),
  );
const cellsOf = (frame: HTMLElement, column: string): (string | null | undefined)[] =>
  [...frame.querySelectorAll('[role="row"][data-row-id]')].map(
    (row) => row.querySelector(`[data-column="${column}"]`)?.textContent,
  );

test('shows balances and positions of the account at Alpaca with their time, in place of those of the account here', async () => {
  const { frame } = await renderManager(new FakeBroker());
  expect(factsOf(frame)).toEqual({
    Mode: 'LIVE',
    'Orders go to': 'Alpaca PA3',
    Equity: '103,820.56',
    Cash: '-1,250.12',
    'Buying power': '262,113.63',
    'Day trades': '2 (PDT)',
    'Open P&L': '+7.80',
    'As of': '10:32:05',
  });
  expect(cellsOf(frame, 'Symbol')).toEqual(['SPY', 'MSFT']);
  expect(cellsOf(frame, 'Quantity')).toEqual(['10.5', '-3']);
  expect(cellsOf(frame, 'Side')).toEqual(['Long', 'Short']);
  expect(cellsOf(frame, 'TodayPl')).toEqual(['–', '–']);
  expect(sourceOf(frame)).toBe('As Alpaca stated it at 10:32:05 New York time.');
  expect(within(frame).queryByRole('button', { name: 'Flatten all…' })).toBeNull();
  expect((await axe.run(frame)).violations).toEqual([]);
});

test('keeps the last figures with their time and the reason when Alpaca does not answer', async () => {
  const broker = new FakeBroker();
  const { frame } = await renderManager(broker);
  broker.state({ ...stated, unreadable: 1, problem: 'Too many requests; wait a moment and try again' });
  await waitFor(() => expect(factsOf(frame)['Only as of']).toBe('10:32:05'));
  expect(factsOf(frame)['Equity']).toBe('103,820.56');
  expect(sourceOf(frame)).toBe(
    'As Alpaca stated it at 10:32:05 New York time. 1 position could not be read and is missing. Not read since: Too many requests; wait a moment and try again.',
  );

  broker.state(null, 'Server has a temporary problem responding');
  await within(frame).findByText('Positions at Alpaca are unknown');
  expect(factsOf(frame)).toMatchObject({ Equity: '–', Cash: '–', 'Buying power': '–', 'Open P&L': '–' });
});

test('says why Alpaca takes no orders of the account', async () => {
  const broker = new FakeBroker();
  const { frame } = await renderManager(broker);
  expect(within(frame).queryByRole('alert')).toBeNull();
  const block = 'Alpaca has blocked trading in this account';
  broker.state({ ...stated, balance: { ...stated.balance, block } });
  expect((await within(frame).findByRole('alert')).textContent).toBe(`${block}.`);
});

test('closes the whole shares of a position, and no fraction nor what is no stock', async () => {
  const broker = new FakeBroker();
  broker.state({
    ...stated,
    positions: [
      position('SPY', 10.5),
      position('MSFT', -3),
      position('AAPL', 0.25),
      position('SPY260618C00500000', 2, { isStock: false }),
    ],
  });
  const { frame, user, placed } = await renderManager(broker);
  const buttons = within(frame).getAllByRole('button', { name: /^Close / });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Close 10 of 10.5 SPY',
    'Close MSFT position',
  ]);
  for (const button of buttons) await user.click(button);
  expect(placed).toMatchObject([
    ['order.place', { symbol: 'SPY', side: 'Sell', quantity: 10 }],
    ['order.place', { symbol: 'MSFT', side: 'Buy', quantity: 3 }],
  ]);
});
