import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { fromE4, toMoneyE4 } from '../../../domain/money/price.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { chooseBacktestData } from '../data/choose-data.ts';
import { RunBook } from '../runs/run-book.ts';
import { createStrategyRuntime, type SimulatedOrder } from '../runtime/index.ts';
import { createSimulatedMarket } from '../../market/simulated/simulated-market.ts';
import { MAX_STRATEGY_CODE_CHARACTERS } from '../../../protocol/index.ts';
import { strategyNameProblem } from '../../../domain/strategy/name.ts';
import { PUBLIC_STRATEGIES } from './public-strategies.ts';
import { TEMPLATES } from './templates.ts';

const HOST_MS = Date.UTC(2026, 5, 15, 12);
const market = createSimulatedMarket({
  seed: 11,
  nowMs: () => HOST_MS,
  epoch: { hostMs: HOST_MS, date: '2026-03-02' },
});
const runtime = createStrategyRuntime();
afterAll(() => runtime.close());

/** Runs a strategy over the last days of the simulated market: its fills, and what they came to. */
async function run({ code, parameters }: { readonly code: string; readonly parameters: string }) {
  const user = runtime.forUser('library', 'backtest');
  const described = await user.describe({ code, parameters });
  if (!described.ok) throw new Error(JSON.stringify(described.error));
  const { primarySymbol: symbol, barMinutes, warmUpBars } = described.value;
  const toMs = market.exchangeMs();
  const days = barMinutes >= 1440 ? 3 * 365 : 30;
  const chosen = await chooseBacktestData(
    market,
    {
      symbol,
      barMinutes,
      warmUpBars,
      fromMs: toMs - days * DAY_MS,
      toMs,
      dataType: 'Auto',
      acceptsIncomplete: false,
    },
    new AbortController().signal,
  );
  if (chosen.kind !== 'data') throw new Error(JSON.stringify(chosen));
  const { bars, firstIndex, sessions } = chosen.data;
  const book = new RunBook(symbol);
  const filled: SimulatedOrder[] = [];
  const limits = {
    intradayPositionsOnly: false,
    intervals: [{ startMinute: 570, endMinute: 960 }],
    includeOffMarket: false,
    shareLimit: -1,
    dollarLimit: -1,
  };
  const end = await user.backtest(
    { code, parameters, symbol, limits, data: bars, firstIndex, sessions },
    {
      onOrders(orders) {
        for (const order of orders) {
          book.simulated(order);
          if (order.status === 'Filled') filled.push(order);
        }
      },
    },
  ).done;
  const equity = end.outcome === 'completed' ? end.equity : null;
  return {
    end,
    equity,
    filled,
    description: described.value,
    returns: book.returns(
      {
        startPrice: bars.value('open', firstIndex),
        endPrice: fromE4(equity?.lastPriceE4 ?? 0),
        fromMs: bars.value('timeMs', firstIndex),
        toMs: bars.value('timeMs', bars.length - 1),
      },
      equity?.drawdownE4 ?? null,
    ),
  };
}

describe('templates', () => {
  it('have names that a strategy may have, and fit into one', () => {
    expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length);
    for (const { name, code } of [...TEMPLATES, ...PUBLIC_STRATEGIES])
      expect([strategyNameProblem(name), code.length < MAX_STRATEGY_CODE_CHARACTERS]).toEqual([null, true]);
  });

  it.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '%s runs with its parameters and makes round trips on the simulated market',
    async (_name, template) => {
      const { end, filled, returns, equity } = await run(template);
      expect(end.outcome).toBe('completed');
      expect(filled.length).toBeGreaterThan(1);
      expect(returns.TradeCount).toBeGreaterThan(0);
      expect(returns.CumulativeGrossProfitLoss).toBeGreaterThan(returns.CumulativeNetProfitLoss);
      expect(equity?.endE4).toBe(toMoneyE4(returns.NetProfitLoss));
      expect(equity?.points.at(-1)?.valueE4).toBe(equity?.endE4);
    },
  );

  it.each(TEMPLATES.map((template) => [template.name, template] as const))(
    '%s says in its parameters what its code says by itself',
    async (_name, { code, parameters }) => {
      expect((await run({ code, parameters: '' })).filled).toEqual((await run({ code, parameters })).filled);
    },
  );
});

describe('public strategies', () => {
  it('have ids of their own above 0', () => {
    expect(new Set(PUBLIC_STRATEGIES.map(({ id }) => id)).size).toBe(PUBLIC_STRATEGIES.length);
    expect(Math.min(...PUBLIC_STRATEGIES.map(({ id }) => id))).toBeGreaterThan(0);
  });

  it.each(PUBLIC_STRATEGIES.map((strategy) => [strategy.name, strategy] as const))(
    '%s runs and makes round trips on the simulated market',
    async (_name, strategy) => {
      const { end, returns } = await run(strategy);
      expect(end.outcome).toBe('completed');
      expect(returns.TradeCount).toBeGreaterThan(0);
    },
  );

  it('Trend Follower is only ever long, Morning Range trades at most once a session', async () => {
    const [trend, range] = PUBLIC_STRATEGIES;
    expect((await run(trend ?? { code: '', parameters: '' })).returns.ShortTradeCount).toBe(0);
    const { filled } = await run(range ?? { code: '', parameters: '' });
    const perDay = Map.groupBy(filled, ({ sentMs }) => new Date(sentMs).toISOString().slice(0, 10));
    for (const [, orders] of perDay) expect(orders.length).toBeLessThanOrEqual(2);
  });
});
