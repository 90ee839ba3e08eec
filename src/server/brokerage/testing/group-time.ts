import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { settle } from './harness.ts';
import { showSpy, startBrokerage } from './started-brokerage.ts';
import type { ScriptedMarket } from './scripted-market.ts';

/** Shows one exchange for SPY with this bid and ask. */
export const quote = (market: ScriptedMarket, bid: number, ask: number, size = 1_000): void =>
  market.show('SPY', [{ exchange: 'ARCA', bid: [bid, size], ask: [ask, size] }]);

/** A started brokerage on a market with quotes and a last trade of SPY. */
export async function startTrading() {
  const started = await startBrokerage();
  showSpy(started.market);
  started.market.print('SPY', 100.01, 100);
  return started;
}
/** What `startTrading` returns. */
export type Started = Awaited<ReturnType<typeof startTrading>>;

/** Prints a trade between a bid and an ask one cent away. */
export async function trade({ market }: Pick<Started, 'market'>, price: number): Promise<void> {
  quote(market, price - 0.01, price + 0.01);
  market.print('SPY', price, 10);
  await settle();
}

/** Lets time pass, as the sweep of each second sees it. */
export async function waitMinutes({ market }: Pick<Started, 'market'>, minutes: number): Promise<void> {
  market.nowMs += minutes * MINUTE_MS;
  market.turn(market.phase());
  await settle();
}

/** Stops the brokerage and continues from its journal, after some minutes. */
export async function restart({ brokerage, market, journal }: Started, minutesDown = 0): Promise<Started> {
  await brokerage.stop();
  market.nowMs += minutesDown * MINUTE_MS;
  return startBrokerage({ market, journal });
}
