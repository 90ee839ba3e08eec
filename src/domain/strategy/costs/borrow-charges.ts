import { dayNumber, newYorkDate } from '../../calendar/new-york-time.ts';
import { notionalE4, toPriceE4, type PriceE4 } from '../../money/price.ts';
import { securityOf } from '../../portfolio/index.ts';
import type { DataColumns } from '../description.ts';
import type { OrderLog } from '../order-log.ts';
import type { RunOrders } from '../run-orders.ts';
import type { TradingDay } from '../trading-days.ts';
import { borrowE4 } from './cost-rules.ts';
import type { CostRules } from './cost-rules.ts';

/** The bars of a run. */
export interface BorrowPeriod {
  readonly symbol: string;
  /** 0 = the symbol of the run, n = the n-th other symbol of its description. */
  readonly symbolIndex: number;
  readonly data: Pick<DataColumns, 'close'>;
  readonly days: readonly TradingDay[];
}

/** Calendar nights from one day to a later one. */
const nightsBetween = (day: TradingDay, next: TradingDay): number =>
  dayNumber(newYorkDate(next.midnightMs)) - dayNumber(newYorkDate(day.midnightMs));

/** Charges short stock at the last price of each day for the nights until the next day of the data. After the last day nothing is charged. */
export class BorrowCharges {
  readonly #orders: RunOrders;
  readonly #rules: CostRules;
  readonly #data: Pick<DataColumns, 'close'>;
  readonly #days: readonly TradingDay[];
  readonly #log: OrderLog;
  readonly #isStock: boolean;
  readonly #symbolIndex: number;
  #nextDay = 0;

  constructor(orders: RunOrders, rules: CostRules, period: BorrowPeriod, log: OrderLog) {
    const { data, days, symbol, symbolIndex } = period;
    this.#orders = orders;
    this.#rules = rules;
    this.#data = data;
    this.#days = days;
    this.#log = log;
    this.#symbolIndex = symbolIndex;
    this.#isStock = securityOf(symbol) === 'Stock';
  }

  /** Charges the nights after a day that has ended, once; the position is that of its end. */
  chargeAfter(day: TradingDay): void {
    const at = this.#days.indexOf(day, this.#nextDay);
    const next = this.#days[at + 1];
    if (at < 0) return;
    this.#nextDay = at + 1;
    const { quantity } = this.#orders.position;
    if (next === undefined || quantity >= 0 || !this.#isStock) return;
    const priceE4 = this.#lastPriceE4(day);
    const amountE4 = borrowE4(this.#rules, notionalE4(priceE4, -quantity), nightsBetween(day, next));
    if (amountE4 === 0) return;
    this.#orders.chargeBorrow(amountE4);
    this.#log.addBorrow({ symbolIndex: this.#symbolIndex, timeMs: day.closeMs, amountE4 });
  }

  /** Price of the last bar with one. */
  #lastPriceE4({ endRow }: TradingDay): PriceE4 {
    const { close } = this.#data;
    for (let row = endRow - 1; row >= 0; row -= 1) {
      const price = close[row] ?? 0;
      if (price > 0) return toPriceE4(price);
    }
    return 0;
  }
}
