import { AuthorPosition } from './author-views.ts';
import type { OrderCommands } from './author-views.ts';
import type { StrategyLog } from './log.ts';
import { OrderCalls } from './order-calls.ts';
import type { OrderPlan } from './order-calls.ts';
import type { RunAccount } from './run-account.ts';
import { NO_MOMENT, RunOrders } from './run-orders.ts';
import { SizingCalls } from './sizing-calls.ts';
import type { Venue } from './venue.ts';

/** What the names of a traded symbol need of its strategy. */
export interface TradePort {
  readonly plan: OrderPlan;
  readonly account: RunAccount;
  readonly commands: OrderCommands;
  readonly log: StrategyLog;
  /** As in `SizingCalls`. */
  readonly label: string;
  /** Null before the run. */
  venue(): Venue | null;
  /** Throws a StrategyError before the run: `use` is the start of its text. */
  openVenue(use: string): Venue;
  /** False once the run has ended. */
  mayTrade(): boolean;
}

/** The names with which code trades a symbol. */
export interface TradeNames {
  /** Position, quote, and the calls that send and size orders. */
  readonly inSymbol: Readonly<Record<string, unknown>>;
  /** Those that only the symbol of the run has. */
  readonly ofRun: Readonly<Record<string, unknown>>;
}

/** The names of a symbol, which read its venue when they are used. */
export function createTradeNames(port: TradePort): TradeNames {
  const { plan, account, commands, log, label } = port;
  const idle = idleOrders();
  const calls = new OrderCalls({
    plan,
    venue: () => port.openVenue('orders can only be sent'),
    commands,
    mayTrade: () => port.mayTrade(),
  });
  const inSymbol = {
    position: new AuthorPosition(() => port.venue()?.orders ?? idle),
    quote: quoteOf(() => port.venue()),
    ...calls.inSymbol(),
    ...new SizingCalls({ plan, account, log, label }).named(),
  };
  return { inSymbol, ofRun: calls.ofRun() };
}

/** The orders of a strategy that does not run yet: none, and no position. */
export const idleOrders = (): RunOrders =>
  new RunOrders(
    { symbol: '', allowedPositions: 'Both', shareLimit: -1, dollarLimit: -1, noSpreadReason: '' },
    NO_MOMENT,
    { onEnd() {} },
  );

function quoteOf(venue: () => Venue | null): object {
  const bid = (): number => venue()?.quote().bid ?? Number.NaN;
  const ask = (): number => venue()?.quote().ask ?? Number.NaN;
  return Object.freeze({
    get bid() {
      return bid();
    },
    get ask() {
      return ask();
    },
    get middle() {
      return (bid() + ask()) / 2;
    },
  });
}
