import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAlpacaBench, type AlpacaBench } from '../../../../tests/support/alpaca-bench.ts';
import { until } from '../../../../tests/support/until.ts';
import type { MarketData } from '../market-data.ts';

/** A Wednesday at noon in New York: the session is two and a half hours old. */
const NOW_MS = Date.UTC(2026, 4, 6, 16);

let bench: AlpacaBench;
const host = { ms: NOW_MS };
beforeEach(async () => {
  host.ms = NOW_MS;
  bench = await startAlpacaBench(NOW_MS, host);
});
afterEach(() => bench.end());

describe('the halts of Alpaca', () => {
  type Seen = readonly [symbol: string, isHalted: boolean, reason: string];
  async function openWithHalts() {
    const market = await bench.open();
    const seen: Seen[] = [];
    market.onSession({
      onHalt: (symbol, isHalted, _timeMs, reason) => seen.push([symbol, isHalted, reason]),
    });
    return { market, seen };
  }
  const stateOf = (market: MarketData, symbol: string) => [
    market.isHalted(symbol),
    market.haltReason?.(symbol),
  ];
  async function lose(meanwhile: () => void): Promise<void> {
    bench.stand.switches.refusesStream = true;
    bench.stand.cutStreams();
    await until(() => expect(bench.stand.streamed()).toEqual([]));
    meanwhile();
    bench.stand.switches.refusesStream = false;
    await until(() => expect(bench.stand.streamed()).toContain('AAPL'));
  }

  it('are known of symbols that nobody watches, with their reason, and end', async () => {
    const { market, seen } = await openWithHalts();
    await bench.watch(market, 'AAPL');
    bench.stand.status('SPY', host.ms, { sc: '2', rc: 'M', z: 'B' });
    bench.stand.status('NOSUCH', host.ms);
    await until(() => expect(stateOf(market, 'spy')).toEqual([true, 'Volatility pause']));
    bench.stand.status('SPY', host.ms + 1_000, { sc: '3', z: 'B' });
    await until(() =>
      expect(seen).toEqual([
        ['SPY', true, 'Volatility pause'],
        ['SPY', false, ''],
      ]),
    );
    expect([stateOf(market, 'SPY'), stateOf(market, 'NOSUCH')]).toEqual([
      [false, ''],
      [false, ''],
    ]);
  });

  it('that have ended during a loss of the stream are gone after it, others stay', async () => {
    const { market } = await openWithHalts();
    await bench.watch(market, 'AAPL');
    for (const symbol of ['AAPL', 'MSFT', 'SPY']) bench.stand.status(symbol, host.ms, { rc: 'T1' });
    await until(() => expect(stateOf(market, 'SPY')).toEqual([true, 'News pending']));
    await lose(() => {
      host.ms += 60_000;
      // AAPL is watched and MSFT is not: both trade again. The resumptions themselves are missed.
      bench.stand.trade('AAPL', 181, 100, host.ms);
      bench.stand.trade('MSFT', 401, 100, host.ms);
    });
    await until(() =>
      expect(['AAPL', 'MSFT', 'SPY'].map((symbol) => market.isHalted(symbol))).toEqual([false, false, true]),
    );
  });

  it('that began during a loss of the stream are shown with the next status after it', async () => {
    const { market, seen } = await openWithHalts();
    await bench.watch(market, 'AAPL');
    await lose(() => bench.stand.status('AAPL', (host.ms += 1_000), { rc: 'LUDP' }));
    bench.stand.status('AAPL', (host.ms += 1_000), { sc: 'Q', sm: 'Quotation Resumption', rc: 'LUDP' });
    await until(() => expect(seen).toEqual([['AAPL', true, 'Volatility pause']]));
  });

  it('that may have begun before the stream was open are in doubt, until the symbol trades', async () => {
    const market = await bench.open();
    const known: (readonly [string, number | null])[] = [];
    market.onSession({ onHaltsKnown: (symbol, knownFromMs) => known.push([symbol, knownFromMs]) });
    await bench.watch(market, 'AAPL');
    expect(market.haltsKnownFromMs?.('aapl')).toBe(NOW_MS);
    host.ms += 20_000;
    bench.stand.trade('AAPL', 181, 100, host.ms);
    await until(() => expect(market.haltsKnownFromMs?.('AAPL')).toBeNull());
    await lose(() => (host.ms += 60_000));
    await until(() => expect(market.haltsKnownFromMs?.('AAPL')).toBe(host.ms));
    bench.stand.status('AAPL', (host.ms += 1_000), { sc: 'T' });
    await until(() =>
      expect(known.slice(-3)).toEqual([
        ['AAPL', null],
        ['AAPL', NOW_MS + 80_000],
        ['AAPL', null],
      ]),
    );
    expect(market.isHalted('AAPL')).toBe(false);
  });

  it('are unknown in a plan without them, which streams prices all the same', async () => {
    bench.stand.switches.refusesStatuses = true;
    const market = await bench.open();
    const { trades } = await bench.watch(market, 'AAPL');
    host.ms += 1_000;
    bench.stand.trade('AAPL', 181, 100, host.ms);
    await until(() => expect(trades.map(({ priceE4 }) => priceE4)).toEqual([1_810_000]));
    expect(bench.notes).toEqual([expect.stringContaining('does not stream trading statuses')]);
  });
});
