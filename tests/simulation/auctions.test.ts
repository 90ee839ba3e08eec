import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import type { Brokerage, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import type { MarketData, Trade } from '../../src/server/market/market-data.ts';
import { withOptions } from '../../src/server/market/options/with-options.ts';
import { createReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { accountFacts, settle } from './brokerage-world.ts';

/** The auctions of the markets that people get, driven by their own pumps: wherever these fall around the close, and whatever else looks at the day before them. */

const FIXTURE = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const MINUTE_MS = 60_000;
let hostMs = 0;
const ends: (() => Promise<void>)[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.useRealTimers();
});

interface Shipped {
  readonly market: MarketData;
  readonly speed: number;
}

const SHIPPED: readonly (readonly [name: string, make: (speed: number) => Shipped])[] = [
  [
    'simulated',
    () => {
      hostMs = Date.UTC(2026, 2, 4, 12);
      return {
        market: withOptions(createSimulatedMarket({ seed: 7, nowMs: () => hostMs }), { seed: 7 }),
        speed: 1,
      };
    },
  ],
  [
    'replay',
    (speed) => {
      hostMs = 1_000;
      return {
        market: withOptions(
          createReplayMarket({ folder: FIXTURE, speed, nowMs: () => hostMs, seed: 7, log: () => undefined }),
          { seed: 7 },
        ),
        speed,
      };
    },
  ],
];

/** How a run goes: where the timers fall, how often the brokerage looks at the day by itself, how fast a recording runs, and whether the host sleeps over the close. */
const anyRun = fc.record({
  isAsleep: fc.boolean(),
  offsetMs: fc.nat(49),
  sweepMs: fc.integer({ min: 3, max: 60 }),
  speed: fc.constantFrom(1, 10, 100),
});
const RUNS = { numRuns: 6 };

class Harness {
  readonly market: MarketData;
  readonly #speed: number;
  readonly #sweepMs: number;
  readonly #journal = new MemoryJournal();
  readonly prints: { readonly kind: string; readonly trade: Trade }[] = [];
  #brokerage: Brokerage | undefined;
  #sent = 0;

  constructor({ market, speed }: Shipped, sweepMs: number) {
    this.market = market;
    this.#speed = speed;
    this.#sweepMs = sweepMs;
    ends.push(() => this.end());
  }

  async begin(): Promise<void> {
    await this.market.start();
    this.market.onSession({ onAuctionPrint: (kind, trade) => this.prints.push({ kind, trade }) });
    await this.open();
  }

  /** Starts the brokerage, again from its journal if there was one. */
  async open(): Promise<void> {
    await this.#brokerage?.stop();
    const clock = { exchangeMs: () => this.market.exchangeMs(), hostMs: () => hostMs };
    this.#brokerage = createBrokerage({
      market: this.market,
      journal: this.#journal,
      clock,
      accounts: accountFacts,
      sweepIntervalMs: this.#sweepMs,
    });
    await this.#brokerage.start();
    await this.#brokerage.fundAccount('A', { cashE4: 10_000_000_000, version: 1 });
  }

  async end(): Promise<void> {
    await this.#brokerage?.stop();
    await this.market.stop();
  }

  async send(change: Partial<NewOrder>): Promise<string> {
    const order = {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: `c${(this.#sent += 1)}`,
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Market',
      tif: 'Day',
      quantity: 5,
      destination: 'SMART',
      route: 'AUTO',
    } as const;
    const reports = await this.#brokerage?.submit({ ...order, ...change });
    expect(reports?.map(({ errorCode, message }) => [errorCode, message])[0]).toEqual([0, 'OK']);
    return reports?.[0]?.orderId ?? 'none';
  }

  order(orderId: string) {
    return this.#brokerage?.accountView('A', 0).orders.find((order) => order.orderId === orderId);
  }

  priceE4(part: number): number {
    return Math.round(((this.market.snapshot('SPY')?.lastE4 ?? 0) * part) / 100) * 100;
  }

  /** Host time until so long before the present session closes. */
  #untilMs(beforeCloseMs: number): number {
    return (this.market.sessionDay().closeMs - beforeCloseMs - this.market.exchangeMs()) / this.#speed;
  }

  /** To the last quarter of an hour of the session. */
  passTheDay(): void {
    this.pass(this.#untilMs(15 * MINUTE_MS), 20 * MINUTE_MS);
  }

  /** Lets host time pass; at each stop of it the timers have their turn. */
  pass(ms: number, stepMs: number): void {
    for (let passed = 0; passed < ms; passed += stepMs) {
      hostMs += Math.min(stepMs, ms - passed);
      vi.advanceTimersByTime(Math.min(stepMs, 50));
    }
  }

  /** From where it is to well into the next session: asleep, or in steps of 25 ms around the close. */
  async passTheClose({
    isAsleep,
    offsetMs,
  }: {
    readonly isAsleep: boolean;
    readonly offsetMs: number;
  }): Promise<void> {
    if (isAsleep) this.pass(this.#untilMs(-30 * MINUTE_MS), Infinity);
    else {
      const aheadMs = Math.floor(this.#untilMs(0) - 150 - offsetMs);
      this.pass(aheadMs, Math.max(50, Math.floor(aheadMs / 60)));
      this.pass(400, 25);
    }
    await settle();
  }
}

describe.each(SHIPPED)('on the %s market', (_, make) => {
  it('closing orders trade at the closing print of their day, and the day ends after it', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ sweepMs, speed, ...close }) => {
        const harness = new Harness(make(speed), sweepMs);
        await harness.begin();
        const { date, openMs, closeMs } = harness.market.sessionDay();
        harness.passTheDay();
        const atAnyPrice = await harness.send({ type: 'MarketOnClose' });
        const limited = await harness.send({
          type: 'LimitOnClose',
          quantity: 4,
          priceE4: harness.priceE4(1.02),
        });
        const tooLow = await harness.send({
          type: 'LimitOnClose',
          quantity: 3,
          priceE4: harness.priceE4(0.98),
        });
        const ofTheDay = await harness.send({ type: 'Limit', quantity: 2, priceE4: harness.priceE4(0.9) });
        await harness.passTheClose(close);
        expect(harness.market.sessionDay().date > date).toBe(true);
        expect([atAnyPrice, limited].map((id) => harness.order(id)?.description)).toEqual(['', '']);
        const print = harness.prints.find(
          ({ kind, trade }) => kind === 'closing' && trade.symbol === 'SPY',
        )?.trade;
        for (const id of [atAnyPrice, limited]) {
          expect(harness.order(id)).toMatchObject({ status: 'Executed', averagePriceE4: print?.priceE4 });
          expect(harness.order(id)?.completedMs).toBeLessThan(closeMs);
        }
        expect(harness.order(tooLow)).toMatchObject({
          status: 'Cancelled',
          fill: 0,
          description: 'Cancelled by market',
        });
        expect(harness.order(ofTheDay)?.status).toBe('Expired');
        const day = (await harness.market.bars('SPY', 'Day', openMs - 86_400_000, openMs)).at(-1);
        expect(day?.closeE4).toBe(print?.priceE4);
        await harness.end();
      }),
      RUNS,
    );
  });

  it('opening orders wait for the opening of the next session, also over a restart, and trade at its print', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, fc.boolean(), async ({ sweepMs, speed, ...close }, isRestarted) => {
        const harness = new Harness(make(speed), sweepMs);
        await harness.begin();
        const { openMs } = harness.market.sessionDay();
        harness.passTheDay();
        const atAnyPrice = await harness.send({ tif: 'AtOpening' });
        const limited = await harness.send({
          tif: 'AtOpening',
          type: 'Limit',
          quantity: 4,
          priceE4: harness.priceE4(1.04),
        });
        const tooLow = await harness.send({
          tif: 'AtOpening',
          type: 'Limit',
          quantity: 3,
          priceE4: harness.priceE4(0.96),
        });
        if (isRestarted) await harness.open();
        harness.pass(500, 100);
        for (const id of [atAnyPrice, limited, tooLow])
          expect(harness.order(id)).toMatchObject({ status: 'Confirmed', fill: 0 });
        await harness.passTheClose(close);
        const next = harness.market.sessionDay();
        expect(next.openMs).toBeGreaterThan(openMs);
        const print = harness.prints.find(
          ({ kind, trade }) => kind === 'opening' && trade.timeMs >= next.openMs && trade.symbol === 'SPY',
        )?.trade;
        for (const id of [atAnyPrice, limited])
          expect(harness.order(id)).toMatchObject({ status: 'Executed', averagePriceE4: print?.priceE4 });
        expect(harness.order(tooLow)).toMatchObject({
          status: 'Cancelled',
          fill: 0,
          description: 'Cancelled by market',
        });
        expect((await harness.market.bars('SPY', 'Day', openMs, next.openMs)).at(-1)?.openE4).toBe(
          print?.priceE4,
        );
        await harness.end();
      }),
      RUNS,
    );
  });
});
