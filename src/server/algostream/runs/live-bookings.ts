import { fromE4, type PriceE4 } from '../../../domain/money/price.ts';
import { NO_FEES } from '../../../domain/portfolio/index.ts';
import type { Report, SettlementView } from '../../brokerage/brokerage.ts';
import type {
  EarlierBracket,
  EarlierFill,
  EarlierOpenOrder,
  HeldContracts,
  LiveSettlement,
} from '../runtime/types.ts';
import type { EarlierOrder, Execution } from './earlier-orders.ts';
import type { LiveOrder } from './live-order.ts';
import type { LiveSymbols } from './live-symbols.ts';
import type { RunBook } from './run-book.ts';
import { RunHoldings } from './run-holdings.ts';

type SymbolFill = EarlierFill & { readonly symbol: string };

/** An order that the run sent before, with its executions. */
export interface RestoredOrder {
  readonly order: LiveOrder;
  readonly executions: readonly Execution[];
  readonly sent: EarlierOrder;
}

/** What a run that continues holds, and the fills that brought it there. */
export interface RestoredHoldings {
  /** By the symbols that it trades. */
  readonly fills: ReadonlyMap<string, readonly EarlierFill[]>;
  readonly contracts: readonly HeldContracts[];
  /** Entries whose exits still work. */
  readonly brackets: readonly EarlierBracket[];
  /** Orders that are still with the broker. */
  readonly openOrders: readonly EarlierOpenOrder[];
}

/** Books the executions of a live run and the settlements of its options: in what the run holds, and in its profit. */
export class LiveBookings {
  readonly #symbols: LiveSymbols;
  readonly #book: Pick<RunBook, 'fill'>;
  readonly #holdings: RunHoldings;

  /** `symbols`: those that the run trades, its own one first. */
  constructor(symbols: LiveSymbols, book: Pick<RunBook, 'fill'>) {
    const [symbol, ...others] = symbols;
    this.#symbols = symbols;
    this.#book = book;
    this.#holdings = new RunHoldings(symbol, others);
  }

  /** What the run holds of each symbol. */
  get holdings(): Pick<RunHoldings, 'quantityOf' | 'symbols'> {
    return this.#holdings;
  }

  /** Books what happened in an earlier part of the run, in the order of the account's journal. */
  restore(
    orders: readonly RestoredOrder[],
    settlements: readonly SettlementView[],
  ): Pick<RestoredHoldings, 'fills' | 'contracts'> {
    const events = [
      ...orders.flatMap(({ order, executions }) =>
        executions.map((execution) => ({
          serial: execution.serial,
          book: () => this.#bookExecution(order, execution),
        })),
      ),
      ...settlements.map((settlement) => ({
        serial: settlement.serial,
        book: () => this.#bookSettlement(settlement).fills,
      })),
    ].toSorted((event, other) => event.serial - other.serial);
    const fills = new Map<string, EarlierFill[]>(this.#symbols.map((symbol) => [symbol, []]));
    for (const { symbol, ...fill } of events.flatMap((event) => event.book())) fills.get(symbol)?.push(fill);
    return { fills, contracts: this.#holdings.contracts() };
  }

  /** Books the execution that the report of an order is about. */
  addReport(order: LiveOrder, report: Report): void {
    this.#bookExecution(order, {
      quantity: report.lastFillQuantity,
      priceE4: report.lastFillPriceE4,
      timeMs: report.timeMs,
      fees: report.fees ?? NO_FEES,
      liquidity: report.liquidity ?? 'R',
      legFills: report.legFills,
    });
  }

  /** Books an execution, or each leg of it. Returns the fills in it, those of options included. */
  #bookExecution(order: LiveOrder, execution: Omit<Execution, 'serial'>): SymbolFill[] {
    const { timeMs, liquidity, legFills } = execution;
    const whole = { symbol: order.symbol, side: order.side, ...execution };
    return (legFills ?? [whole]).map(({ symbol, side, quantity, priceE4, fees }) => {
      this.#holdings.add(symbol, side === 'Buy' ? quantity : -quantity);
      this.#book.fill(order.clientId, { symbol, side, quantity, priceE4, timeMs, fees });
      return { symbol, side, quantity, price: fromE4(priceE4), liquidity };
    });
  }

  /** Books the run's part of a settlement of the account and returns it; undefined when the run has none of it. */
  addSettlement(settlement: SettlementView): LiveSettlement | undefined {
    return this.#bookSettlement(settlement).settled;
  }

  /** The contracts leave at what they settle at, shares come or go at the strike. There are no fees. */
  #bookSettlement(settlement: SettlementView): {
    settled: LiveSettlement | undefined;
    fills: SymbolFill[];
  } {
    const settled = this.#holdings.settle(settlement);
    if (!settled) return { settled, fills: [] };
    const { timeMs, optionPriceE4, strikeE4, underlying } = settlement;
    const book = (symbol: string, signed: number, priceE4: PriceE4): void =>
      this.#book.fill('', {
        symbol,
        side: signed > 0 ? 'Buy' : 'Sell',
        quantity: Math.abs(signed),
        priceE4,
        timeMs,
        fees: NO_FEES,
      });
    book(settled.symbol, settled.contracts, optionPriceE4);
    if (settled.shares === 0) return { settled, fills: [] };
    book(underlying, settled.shares, strikeE4);
    const side = settled.shares > 0 ? 'Buy' : 'Sell';
    return {
      settled,
      fills: [
        {
          symbol: underlying,
          side,
          quantity: Math.abs(settled.shares),
          price: settled.strike,
          liquidity: 'R',
          isFree: true,
        },
      ],
    };
  }
}
