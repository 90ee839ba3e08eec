import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { describe, expect, it } from 'vitest';
import type { MarketPhase, Trade } from '../market-data.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { SimulatedMarket } from './simulated-market.ts';

const EPOCH = { hostMs: Date.UTC(2026, 10, 16), date: '2026-11-02' };
const FOREVER_MS = 9e15;

interface Driven {
  readonly market: SimulatedMarket;
  hostMs: number;
}

function drivenMarket(hostMs = EPOCH.hostMs + 3_600_000): Driven {
  const host = { ms: hostMs };
  const market = createSimulatedMarket({ seed: 11, nowMs: () => host.ms, epoch: EPOCH });
  return {
    market,
    get hostMs() {
      return host.ms;
    },
    set hostMs(ms) {
      host.ms = ms;
    },
  };
}

type DayEvent = { readonly timeMs: number } & (
  | { readonly phase: MarketPhase }
  | { readonly auction: Trade; readonly kind: string }
  | { readonly symbol: string; readonly isHalted: boolean }
);

function listen(market: SimulatedMarket): DayEvent[] {
  const events: DayEvent[] = [];
  market.onSession({
    onPhase: (phase, timeMs) => events.push({ phase, timeMs }),
    onAuctionPrint: (kind, auction) => events.push({ kind, auction, timeMs: auction.timeMs }),
    onHalt: (symbol, isHalted, timeMs) => events.push({ symbol, isHalted, timeMs }),
  });
  return events;
}

const phasesOf = (events: readonly DayEvent[]): string[] =>
  events.flatMap((event) =>
    'phase' in event ? [`${event.phase} ${new Date(event.timeMs).toISOString()}`] : [],
  );

describe('the exchange day', () => {
  it('publishes close, evening, night and next open with their times, between the ticks before and after', () => {
    const driven = drivenMarket();
    const { market } = driven;
    const closing = market.sessionDay();
    driven.hostMs = market.hostMsOf(closing.closeMs - 90_000);
    market.step();
    const order: string[] = [];
    let atMs = 0;
    const at = (timeMs: number, event: string): void => {
      expect(timeMs).toBeGreaterThanOrEqual(atMs);
      atMs = timeMs;
      if (order.at(-1) !== event) order.push(event);
    };
    market.onSession({
      onPhase: (phase, timeMs) => at(timeMs, phase),
      onAuctionPrint: (kind, trade) => at(trade.timeMs, `${kind} print`),
    });
    market.watch('AAPL', {
      onTrade: (trade) => at(trade.timeMs, 'trades'),
      onQuote: (quote) => at(quote.timeMs, 'trades'),
    });
    // In one step: the whole evening lies between two rounds of events.
    for (const passedMs of [89_000, 30_000]) {
      driven.hostMs += passedMs;
      market.step();
    }
    expect(order).toEqual([
      'trades',
      'closing print',
      'trades',
      'post',
      'closed',
      'pre',
      'open',
      'trades',
      'opening print',
      'trades',
    ]);
    expect([market.phase(), market.isOpen()]).toEqual(['open', true]);
  });

  it('stamps the phases: 16:00, 20:00, 4:00 and 9:30 in New York, an early close at 13:00 and 17:00', () => {
    const driven = drivenMarket();
    const { market } = driven;
    const dayBefore = Date.UTC(2026, 10, 25, 15);
    driven.hostMs = market.hostMsOf(dayBefore);
    market.step();
    const events = listen(market);
    driven.hostMs = market.hostMsOf(Date.UTC(2026, 10, 30, 15));
    market.step();
    expect(phasesOf(events)).toEqual([
      'post 2026-11-25T21:00:00.000Z',
      'closed 2026-11-26T01:00:00.000Z',
      'pre 2026-11-27T09:00:00.000Z',
      'open 2026-11-27T14:30:00.000Z',
      'post 2026-11-27T18:00:00.000Z',
      'closed 2026-11-27T22:00:00.000Z',
      'pre 2026-11-30T09:00:00.000Z',
      'open 2026-11-30T14:30:00.000Z',
    ]);
  });

  it('prints the open and the close of the daily bar as the auctions of watched symbols, also when the host slept through them', async () => {
    for (const stepMs of [20_000, 3_600_000]) {
      const driven = drivenMarket();
      const { market } = driven;
      const day = market.sessionDay();
      market.step();
      const events = listen(market);
      for (const symbol of ['AAPL', 'KO']) market.watch(symbol, {});
      const endMs = market.hostMsOf(day.closeMs) + 30 * MINUTE_MS;
      while (driven.hostMs < endMs) {
        driven.hostMs += stepMs;
        market.step();
      }
      const prints = events.flatMap((event) => ('auction' in event ? [event] : []));
      expect(prints.map(({ kind, auction }) => `${kind} ${auction.symbol}`)).toEqual([
        'closing AAPL',
        'closing KO',
        'opening AAPL',
        'opening KO',
      ]);
      for (const { kind, auction } of prints) {
        const bars = await market.bars(auction.symbol, 'Day', 0, FOREVER_MS);
        const [yesterday, today] = bars.slice(-2);
        expect(auction.priceE4).toBe(kind === 'closing' ? yesterday?.closeE4 : today?.openE4);
        expect(auction.timeMs).toBe(kind === 'closing' ? day.closeMs - 1 : market.sessionDay().openMs);
        const minute = await market.bars(
          auction.symbol,
          'OneMinute',
          auction.timeMs - MINUTE_MS + 1,
          auction.timeMs + 1,
        );
        expect(auction.size / (minute.at(-1)?.volume ?? 0)).toBeGreaterThan(0.3);
      }
    }
  });

  it('stays at its last millisecond for session listeners until the close is published, and never hides what was visible before', () => {
    const driven = drivenMarket();
    const { market } = driven;
    const day = market.sessionDay();
    driven.hostMs = market.hostMsOf(day.closeMs - 1_000);
    market.step();
    const published: string[] = [];
    const at = (event: string): void => void published.push(`${event} on ${market.sessionDay().date}`);
    const stop = market.onSession({ onPhase: at, onAuctionPrint: (kind) => at(`${kind} print`) });
    market.watch('AAPL', {});
    driven.hostMs += 2_000;
    expect([market.exchangeMs(), market.sessionDay(), market.timeAndSales('AAPL', 1)[0]?.timeMs]).toEqual([
      day.closeMs - 1,
      day,
      day.closeMs - 1,
    ]);
    market.step();
    const next = market.sessionDay();
    expect(published).toEqual([
      `closing print on ${day.date}`,
      ...['post', 'closed', 'pre', 'open', 'opening print'].map((event) => `${event} on ${next.date}`),
    ]);
    expect(market.exchangeMs()).toBe(next.openMs + 1_000);
    stop();
    driven.hostMs = market.hostMsOf(next.closeMs) + 5_000;
    const seenMs = market.exchangeMs();
    expect(seenMs).toBeGreaterThan(next.closeMs);
    market.onSession({});
    expect(market.exchangeMs()).toBe(seenMs);
  });

  it('publishes nothing to a removed listener', () => {
    const driven = drivenMarket();
    let count = 0;
    const stop = driven.market.onSession({ onPhase: () => (count += 1) });
    stop();
    driven.hostMs += 8 * 3_600_000;
    driven.market.step();
    expect(count).toBe(0);
  });
});

describe('halts', () => {
  /** Halts of one whole day. */
  function dayOfHalts(): { driven: Driven; halts: { symbol: string; fromMs: number; toMs: number }[] } {
    const driven = drivenMarket();
    const { market } = driven;
    driven.hostMs = market.hostMsOf(market.sessionDay().openMs);
    market.step();
    const events = listen(market);
    const end = market.hostMsOf(market.sessionDay().closeMs);
    driven.hostMs = end + 1_000;
    market.step();
    const turns = events.flatMap((event) => ('isHalted' in event ? [event] : []));
    const halts = turns
      .filter(({ isHalted }) => isHalted)
      .map(({ symbol, timeMs }) => ({
        symbol,
        fromMs: timeMs,
        toMs: turns.find((other) => other.symbol === symbol && !other.isHalted)?.timeMs ?? 0,
      }));
    return { driven, halts };
  }

  it('are rare, last five or ten minutes, end before the close and come again with the same seed', () => {
    const { driven, halts } = dayOfHalts();
    expect(halts.length).toBeGreaterThan(2);
    expect(halts.length).toBeLessThan(driven.market.symbolCount() / 100);
    for (const { symbol, fromMs, toMs } of halts) {
      expect([5 * MINUTE_MS, 10 * MINUTE_MS]).toContain(toMs - fromMs);
      expect(driven.market.instrument(symbol)?.isEtf).toBe(false);
    }
    expect(dayOfHalts().halts).toEqual(halts);
  });

  it('let nothing trade and show no price while they last, and leave minutes that still add up to the day', async () => {
    const { halts } = dayOfHalts();
    const halt = halts[0] ?? expect.fail('a day has halts');
    const driven = drivenMarket();
    const { market } = driven;
    driven.hostMs = market.hostMsOf(halt.fromMs - 5_000);
    market.step();
    const events: { timeMs: number; priceE4: number }[] = [];
    market.watch(halt.symbol, {
      onTrade: ({ timeMs, priceE4 }) => events.push({ timeMs, priceE4 }),
      onQuote: ({ timeMs, bidE4 }) => events.push({ timeMs, priceE4: bidE4 }),
    });
    expect(market.isHalted(halt.symbol)).toBe(false);
    for (; market.exchangeMs() < halt.toMs - 1_000; driven.hostMs += 1_000) market.step();
    expect([market.isHalted(halt.symbol), market.haltReason?.(halt.symbol)]).toEqual([
      true,
      'Volatility pause',
    ]);
    expect(market.quote(halt.symbol)).toMatchObject({ bidE4: 0, askE4: 0, bidExchange: '' });
    expect(market.depth(halt.symbol)).toEqual([]);
    expect(market.snapshot(halt.symbol)?.lastE4).toBe(market.timeAndSales(halt.symbol, 1)[0]?.priceE4);
    expect(events.filter(({ timeMs }) => timeMs >= halt.fromMs)).toEqual([
      { timeMs: halt.fromMs, priceE4: 0 },
    ]);
    driven.hostMs += 31_000;
    market.step();
    expect(market.isHalted(halt.symbol)).toBe(false);
    expect(events.some(({ timeMs, priceE4 }) => timeMs >= halt.toMs && priceE4 > 0)).toBe(true);
    driven.hostMs = market.hostMsOf(market.sessionDay().closeMs);
    const [day] = (await market.bars(halt.symbol, 'Day', 0, FOREVER_MS)).slice(-2);
    const minutes = await market.bars(
      halt.symbol,
      'OneMinute',
      day?.timeMs ?? 0,
      (day?.timeMs ?? 0) + 86_400_000,
    );
    expect(minutes.some(({ timeMs }) => timeMs >= halt.fromMs && timeMs < halt.toMs)).toBe(false);
    expect(minutes).toHaveLength(390 - (halt.toMs - halt.fromMs) / MINUTE_MS);
    expect(minutes.reduce((sum, { volume }) => sum + volume, 0)).toBe(day?.volume);
    expect([minutes[0]?.openE4, minutes.at(-1)?.closeE4]).toEqual([day?.openE4, day?.closeE4]);
  });
});
