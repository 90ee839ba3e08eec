import { join } from 'node:path';
import type { MarketView } from '../../src/domain/orders/core/types.ts';
import type { AccountView, Report } from '../../src/server/brokerage/brokerage.ts';
import { createCheckpointer } from '../../src/server/brokerage/checkpoint/checkpointer.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';

/** What the victim and its judge share. */

export const ACCOUNTS = ['A', 'B', 'C'] as const;
export const STOCKS = ['SPY', 'AAPL'] as const;
/** Runs out long after the session that the soak trades in. */
export const OPTION = 'SPY261218C00100000';
export const OPENING_CASH_E4 = 1_000_000_000_000;

export type Prices = Readonly<Record<string, ReturnType<MarketView['prices']>>>;
export type Believed = Pick<AccountView, 'orders' | 'positions' | 'balance'>;

/** What a running brokerage held to be true once the report `serial` was out, at these prices. */
export interface Belief {
  readonly serial: number;
  readonly prices: Prices;
  readonly views: Readonly<Record<string, Believed>>;
}

/** One line of the victim's output. */
export interface Line {
  readonly ready?: true;
  readonly reports?: readonly Report[];
  readonly belief?: Belief;
  /** The first refusal because the journal takes no records. */
  readonly outage?: true;
}

/** Checkpoints so often, and so few finished orders in memory, that each round has both to go by. */
export const memoryLimits = (dataFolder: string) => ({
  checkpoints: createCheckpointer(join(dataFolder, 'checkpoints'), () => undefined, 300),
  maxFinished: 40,
});

/** Each round a minute later, so that time does not go back between them. */
export function createSoakMarket(round: number): ScriptedMarket {
  const market = new ScriptedMarket([...STOCKS, OPTION]);
  market.nowMs = SCRIPTED_SESSION.openMs + (round + 1) * 60_000;
  return market;
}

export function pricesOf(market: ScriptedMarket): Prices {
  return Object.fromEntries(
    [...STOCKS, OPTION].map((symbol) => {
      const snapshot = market.snapshot(symbol);
      return [
        symbol,
        snapshot && {
          lastE4: snapshot.lastE4,
          previousCloseE4: snapshot.previousCloseE4,
          bidE4: snapshot.bidE4,
          askE4: snapshot.askE4,
        },
      ];
    }),
  );
}
