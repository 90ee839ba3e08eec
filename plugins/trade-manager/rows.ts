import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { PositionFigures } from '../../src/domain/portfolio/figures.ts';
import { figuresOf, isFlat } from './position-view.ts';

type OrdersState = ReturnType<ToolPlatform['orders']['get']>;
export type OrderRow = OrdersState['orders'] extends ReadonlyMap<string, infer Order> ? Order : never;
export type ReportRow = OrdersState['log'][number];
export type SettlementRow = OrdersState['settlements'][number];
export type WirePosition =
  OrdersState['positions'] extends ReadonlyMap<string, infer Position> ? Position : never;

/** Refusals that no journal holds share the serial 0: what they are about and when tells them apart. */
export function reportKey({
  Serial,
  OrderId,
  ClientId,
  Timestamp,
}: Pick<ReportRow, 'Serial' | 'OrderId' | 'ClientId' | 'Timestamp'>): string {
  return Serial === 0 ? `0 ${OrderId} ${ClientId} ${Timestamp}` : String(Serial);
}

type Symbols = Pick<ToolPlatform['symbols'], 'get'>;
type LiveSymbols = Pick<ToolPlatform['symbols'], 'get' | 'staleness'>;

/** Price to value a symbol at: the last trade, before it the previous close; null while neither is known. */
export function markPriceOf(symbols: Symbols, symbol: string): number | null {
  const record = symbols.get(symbol);
  if (record === undefined) return null;
  if (record.last > 0) return record.last;
  return record.previousClose > 0 ? record.previousClose : null;
}

/** A position with its price read from the store each time it is asked. */
export class PositionRow {
  readonly position: WirePosition;
  readonly #symbols: LiveSymbols;

  constructor(position: WirePosition, symbols: LiveSymbols) {
    this.position = position;
    this.#symbols = symbols;
  }

  get symbol(): string {
    return this.position.Symbol;
  }
  get price(): number | null {
    return markPriceOf(this.#symbols, this.position.Symbol);
  }
  /** Worked out anew each time: the price is the one of now. */
  get figures(): PositionFigures {
    return figuresOf(this.position, this.price);
  }
  /** The price, and with it every figure worked out from it, may have moved. A flat position has none. */
  get isStale(): boolean {
    return !isFlat(this.position) && this.#symbols.staleness(this.position.Symbol).isStale;
  }
}
