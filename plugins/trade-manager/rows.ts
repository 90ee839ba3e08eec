import {
  lastPriceOf,
  markPriceOf,
  type ReconciledLine,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import type { PositionFigures } from '../../src/domain/portfolio/figures.ts';
import type { OptionValuation, PositionGreeks } from './option-valuation.ts';
import { figuresOf, isFlat } from './position-view.ts';

type OrdersState = ReturnType<ToolPlatform['orders']['get']>;
export type OrderRow = OrdersState['orders'] extends ReadonlyMap<string, infer Order> ? Order : never;
export type ReportRow = OrdersState['log'][number];
export type SettlementRow = OrdersState['settlements'][number];
export type ActionRow = OrdersState['actions'][number];
export type ReconciledRow = ReconciledLine;
export type WirePosition =
  OrdersState['positions'] extends ReadonlyMap<string, infer Position> ? Position : never;

/** Rejections that are not journaled share the serial 0: order, client id and time identify them. */
export function reportKey({
  Serial,
  OrderId,
  ClientId,
  Timestamp,
}: Pick<ReportRow, 'Serial' | 'OrderId' | 'ClientId' | 'Timestamp'>): string {
  return Serial === 0 ? `0 ${OrderId} ${ClientId} ${Timestamp}` : String(Serial);
}

type LiveSymbols = Pick<ToolPlatform['symbols'], 'get' | 'staleness'>;

/** The price of a position, and with it every figure computed from it, may have moved. A flat position has none. */
export function isStalePosition(
  position: WirePosition,
  symbols: Pick<ToolPlatform['symbols'], 'staleness'>,
): boolean {
  return !isFlat(position) && symbols.staleness(position.Symbol).isStale;
}

/** A position whose price is read from the store at each access. */
export class PositionRow {
  readonly position: WirePosition;
  readonly #symbols: LiveSymbols;
  readonly #valuation: OptionValuation;

  constructor(position: WirePosition, symbols: LiveSymbols, valuation: OptionValuation) {
    this.position = position;
    this.#symbols = symbols;
    this.#valuation = valuation;
  }

  get symbol(): string {
    return this.position.Symbol;
  }
  get last(): number | null {
    return lastPriceOf(this.#symbols, this.position.Symbol);
  }
  /** Computed at each access, from the present mark. */
  get figures(): PositionFigures {
    return figuresOf(this.position, markPriceOf(this.#symbols, this.position.Symbol));
  }
  /** Null for what is no open position in an option, and while a price or the volatility is unknown. */
  get greeks(): PositionGreeks | null {
    return this.#valuation.positionGreeks(this.position);
  }
  /** Shares that the position moves with; null while unknown and when flat. */
  get deltaShares(): number | null {
    return this.#valuation.deltaShares(this.position);
  }
  /** Calendar days; null for what is no open position in an option. */
  get daysToExpiration(): number | null {
    return isFlat(this.position) ? null : this.#valuation.daysToExpiration(this.symbol);
  }
  get isStale(): boolean {
    return isStalePosition(this.position, this.#symbols);
  }
}
