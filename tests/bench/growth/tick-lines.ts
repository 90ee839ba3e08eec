import { newAlert } from '../../../src/domain/alerts/index.ts';
import { AlertWatch } from '../../../src/server/alerts/alert-watch.ts';
import { createManualMarket } from '../../../src/server/alerts/testing/one-price-market.ts';
import { FanOut } from '../../../src/server/gateway/fan-out/fan-out.ts';
import type { Outbox } from '../../../src/server/gateway/fan-out/outbox.ts';
import type { MarketListener } from '../../../src/server/market/market-data.ts';
import { cpuUs } from '../order-world.ts';
import type { GrowthLine } from './line.ts';

const WARM_UP = 2_000;
const TICKS = 500_000;

/** CPU µs of one call, after some that are not counted. */
function costOf(calls: number, call: (index: number) => void): number {
  for (let index = 0; index < WARM_UP; index += 1) call(index);
  const fromUs = cpuUs();
  for (let index = 0; index < calls; index += 1) call(index);
  return (cpuUs() - fromUs) / calls;
}

/** Keeps nothing: what is measured is the way to the outboxes. */
const emptyOutbox = (): Outbox => ({
  addTrade: () => {},
  addQuote: () => {},
  sendNow: () => {},
  batch: () => {},
  flush: () => false,
  isConflated: false,
  waitingCount: 0,
});

/** A trade in one symbol that `subscribers` read, while `others` symbols have a subscriber each. */
function fanOutCost(subscribers: number, others: number, ticks: number): number {
  const listeners = new Map<string, MarketListener>();
  const fanOut = new FanOut(
    {
      depth: () => [],
      onSession: () => () => {},
      watch(symbol, listener) {
        listeners.set(symbol, listener);
        return () => listeners.delete(symbol);
      },
    },
    Date.now,
  );
  for (let subscriber = 0; subscriber < subscribers; subscriber += 1)
    fanOut.subscribe(emptyOutbox(), 'SPY', 'Trade');
  for (let other = 0; other < others; other += 1) fanOut.subscribe(emptyOutbox(), `O${other}`, 'Trade');
  const listener = listeners.get('SPY');
  const cost = costOf(ticks, (index) =>
    listener?.onTrade?.({
      symbol: 'SPY',
      priceE4: 1_000_000,
      size: 100,
      totalVolume: index,
      exchange: 'NSDQ',
      timeMs: index,
    }),
  );
  fanOut.stop();
  return cost;
}

/** A print of a symbol between the levels of its alerts, while other symbols have alerts too. */
function alertCost(ofSymbol: number, others: number): number {
  const symbols = Array.from({ length: others }, (_, index) => `O${index}`);
  const manual = createManualMarket(['SPY', ...symbols]);
  const watch = new AlertWatch({
    market: manual.market,
    isHeld: () => false,
    valueOf: () => null,
    onReached: () => {},
  });
  const level = (id: string, symbol: string) => ({ ...newAlert(id, symbol), HighAlert: 1_000 });
  watch.set(
    'here',
    Array.from({ length: ofSymbol }, (_, index) => level(`s${index}`, 'SPY')),
  );
  watch.set(
    'elsewhere',
    symbols.map((symbol) => level(symbol, symbol)),
  );
  const cost = costOf(TICKS, (index) => manual.print('SPY', 100 + (index % 7)));
  watch.stop();
  return cost;
}

export const tickLines: readonly GrowthLine[] = [
  {
    name: 'a trade by symbols that others watch',
    sizeOf: 'symbols',
    unit: 'CPU µs a trade',
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: async (others) => fanOutCost(1, others, TICKS),
  },
  {
    name: 'a trade by subscribers of its symbol',
    sizeOf: 'subscribers',
    unit: 'CPU µs a trade',
    sizes: [10, 100, 1_000],
    goal: 'linear',
    measure: async (subscribers) => fanOutCost(subscribers, 0, TICKS / 20),
  },
  {
    name: 'a trade by alerts of other symbols',
    sizeOf: 'alerts',
    unit: 'CPU µs a trade',
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: async (others) => alertCost(1, others),
  },
  {
    name: 'a trade by alerts of its symbol, none reached',
    sizeOf: 'alerts',
    unit: 'CPU µs a trade',
    sizes: [10, 300, 10_000],
    goal: 'flat',
    measure: async (alerts) => alertCost(alerts, 0),
  },
];
