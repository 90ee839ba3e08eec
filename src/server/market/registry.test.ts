import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import { startStandInAlpaca, type StandInAlpaca } from '../../../tests/support/stand-in-alpaca.ts';
import { VariableReader, type Environment } from '../variable-reader.ts';
import type { MarketHost } from './market-adapter.ts';
import type { CandleType, MarketData } from './market-data.ts';
import { MARKET_KINDS, type MarketKind } from './market-kinds.ts';
import { MARKET_ADAPTERS, marketNameOf, openChosenMarket, readMarketChoice } from './registry.ts';

const RECORDING = fileURLToPath(new URL('../../../tests/fixtures/replay/', import.meta.url));
/** Host time when a market is created, a Wednesday at 11:00 in New York, and an hour later when it is used, UTC ms. */
const CREATED_MS = Date.UTC(2026, 4, 6, 15);
const USED_MS = CREATED_MS + 3_600_000;

let alpaca: StandInAlpaca;
let folder: string;
beforeAll(async () => {
  alpaca = await startStandInAlpaca(USED_MS);
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-markets-'));
});
afterAll(async () => {
  await alpaca.close();
  await rm(folder, { recursive: true });
});

/** What chooses each market in the tests: another adapter adds its line here. */
const CHOICES: Readonly<Record<MarketKind, () => Environment>> = {
  simulated: () => ({ TAPEDECK_MARKET: 'simulated' }),
  replay: () => ({ TAPEDECK_MARKET: `replay:${RECORDING}` }),
  alpaca: () => alpaca.environment,
};
const CANDLES = Object.keys({
  OneMinute: true,
  FiveMinutes: true,
  ThirtyMinutes: true,
  Day: true,
  // Object.keys widens the keys.
} satisfies Record<CandleType, true>) as CandleType[];

let running: MarketData | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Opens and starts a registered market as the server does, with an hour of host time between its creation and what follows. */
async function openMarket(kind: MarketKind): Promise<MarketData> {
  const values = new Map<string, string>();
  const variables = new VariableReader(CHOICES[kind]());
  const choice = readMarketChoice(variables);
  expect(variables.problems).toEqual([]);
  let calls = 0;
  const nowMs = (): number => (calls++ === 0 ? CREATED_MS : USED_MS);
  const host: MarketHost = {
    seed: 7,
    nowMs,
    wallMs: nowMs,
    system: {
      get: async (name) => values.get(name),
      set: async (name, value) => void values.set(name, value),
    },
    folder,
    preparesAhead: false,
    note: () => {},
  };
  running = await openChosenMarket(choice, host);
  await running.start();
  return running;
}

describe.each(MARKET_KINDS)('the adapter %s', (kind) => {
  const { capabilities, title } = MARKET_ADAPTERS[kind];

  it('opens a market of its kind, with a name and a title', async () => {
    const market = await openMarket(kind);
    expect(market.kind).toBe(kind);
    expect(title).not.toBe('');
    expect(marketNameOf(readMarketChoice(new VariableReader(CHOICES[kind]())))).not.toBe('');
  });

  it('answers the bars that it declares, each at its place in time and none from the future', async () => {
    const market = await openMarket(kind);
    const [symbol = ''] = await market.byTurnover(1);
    for (const candle of CANDLES) {
      const bars = await market.bars(symbol, candle, market.exchangeMs() - 5 * DAY_MS, market.exchangeMs());
      expect([candle, bars.length > 0]).toEqual([candle, capabilities.bars.includes(candle)]);
      const times = bars.map(({ timeMs }) => timeMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...times)).toBeLessThan(market.exchangeMs());
    }
  });

  it('has trades, quotes and depth exactly as it declares', async () => {
    const market = await openMarket(kind);
    const [symbol = ''] = await market.byTurnover(1);
    await market.ready?.([symbol], 'prints');
    expect({
      hasTrades: market.timeAndSales(symbol, 5).length > 0,
      hasQuotes: (market.quote(symbol)?.bidE4 ?? 0) > 0,
      // Those of the national best are no depth.
      hasDepth: market.depth(symbol).length > 2,
      hasSpeed: market.replay !== undefined,
      options: market.recordedChains === undefined ? 'modelled' : 'recorded',
    }).toEqual({
      hasTrades: capabilities.hasTrades,
      hasQuotes: capabilities.hasQuotes,
      hasDepth: capabilities.hasDepth,
      hasSpeed: capabilities.hasSpeed,
      options: capabilities.options,
    });
  });

  it('knows nothing of a symbol that it does not list', async () => {
    const market = await openMarket(kind);
    expect(market.snapshot('NOSUCH')).toBeUndefined();
    expect(market.watch('NOSUCH', {})).toBeUndefined();
    expect(market.instrument('NOSUCH')).toBeUndefined();
  });
});

describe('readMarketChoice', () => {
  it('checks the variables of every adapter, whichever market is chosen', () => {
    const variables = new VariableReader({ TAPEDECK_MARKET: 'simulated', TAPEDECK_SPEED: '0.5' });
    expect(readMarketChoice(variables).kind).toBe('simulated');
    expect(variables.problems).toEqual([
      'TAPEDECK_SPEED is "0.5"; it must be a number from 1 to 100, or 0 for a paused market.',
    ]);
  });

  it('keeps colons of the argument', () => {
    const choice = readMarketChoice(new VariableReader({ TAPEDECK_MARKET: 'replay:C:/tapes' }));
    expect(choice).toMatchObject({ kind: 'replay', argument: 'C:/tapes' });
  });
});
