import { MINUTE_MS } from '../../calendar/durations.ts';
import type { AnnotationPart } from '../annotations.ts';
import type { DataColumns, RunLimits } from '../description.ts';
import { LiveRun } from '../live-run.ts';
import type { LiveAction, LiveReport } from '../live-messages.ts';
import { isOpen } from '../order-record.ts';
import type { OrderRecord } from '../order-record.ts';
import { ANY_TIME, columnsOf, loadStrategy } from './run-strategy.ts';
import { sliceColumns } from './slice-columns.ts';

const SECOND_MS = 1_000;
const NO_ROWS = columnsOf([], []);

/** An order of a live run that a test plays bars to, as `inShort` shows those of a backtest. */
interface PlayedOrders {
  readonly orders: readonly string[];
  readonly log: readonly string[];
}

/**
 * Plays minute bars to a live run as the server does: a bar is delivered with the first trade of the next one, or by the clock two seconds after its
 * end. The broker of the test fills market orders at the first price after they are sent, and cancels what it is to cancel.
 */
export class BarPlayer {
  readonly #run: LiveRun;
  readonly #data: DataColumns;
  readonly #others: readonly DataColumns[];
  /** Rows of each that have been delivered. */
  readonly #delivered: number[];
  readonly #orders = new Map<number, OrderRecord>();
  readonly #language: ReturnType<typeof loadStrategy>['language'];
  #working: OrderRecord[] = [];

  constructor(
    code: string,
    data: DataColumns,
    sessions: Float64Array,
    limits: Partial<RunLimits> = {},
    others: readonly DataColumns[] = [],
  ) {
    const { language, description } = loadStrategy(code);
    this.#language = language;
    this.#data = data;
    this.#others = others;
    this.#delivered = others.map(() => 0);
    this.#run = new LiveRun(language, description, {
      limits: { ...ANY_TIME, ...limits },
      warmUp: NO_ROWS,
      otherWarmUps: others.map(() => NO_ROWS),
      sessions,
      position: 0,
      contracts: [],
      fills: [],
      brackets: [],
    });
    language.log.limit = 1_000;
  }

  /** What the code has drawn in all. */
  drawing(): AnnotationPart | null {
    return this.#language.annotations.take();
  }

  play(): PlayedOrders {
    const { timeMs, open } = this.#data;
    for (let row = 0; row < timeMs.length; row += 1) {
      const startMs = timeMs[row] ?? 0;
      this.#passTime(row - 1, startMs);
      this.#fill(open[row] ?? 0, startMs);
    }
    const lastMs = timeMs.at(-1) ?? 0;
    this.#passTime(timeMs.length - 1, lastMs + 2 * MINUTE_MS);
    return {
      orders: [...this.#orders.values()].map(described),
      log: this.#language.log.take(),
    };
  }

  /** Delivers a bar and advances the clock to a moment, second by second where something can happen. */
  #passTime(row: number, toMs: number): void {
    const endMs = row < 0 ? toMs : (this.#data.timeMs[row] ?? 0) + MINUTE_MS;
    const dueMs = Math.min(toMs, endMs + 2 * SECOND_MS);
    this.#tick(NO_ROWS, Math.min(toMs, endMs + SECOND_MS));
    if (row >= 0) this.#tick(this.#rowOf(row), dueMs);
    for (let nowMs = endMs + 2 * SECOND_MS; nowMs < toMs; nowMs += MINUTE_MS) this.#tick(NO_ROWS, nowMs);
  }

  #rowOf(row: number): DataColumns {
    return sliceColumns(this.#data, row, row + 1);
  }

  #tick(rows: DataColumns, timeMs: number): void {
    const present = { bid: 0, ask: 0, timeMs };
    this.#take(this.#run.deliver(rows, present, this.#endedOthers(timeMs)), timeMs);
  }

  /** The bars of the other symbols that have ended since the last delivery. */
  #endedOthers(nowMs: number): DataColumns[] {
    return this.#others.map((bars, n) => {
      const from = this.#delivered[n] ?? 0;
      const next = bars.timeMs.findIndex((timeMs) => timeMs + MINUTE_MS > nowMs);
      const to = next < 0 ? bars.timeMs.length : next;
      this.#delivered[n] = Math.max(from, to);
      return sliceColumns(bars, from, Math.max(from, to));
    });
  }

  #take(actions: readonly LiveAction[], timeMs: number): void {
    for (const { kind, order } of actions) {
      this.#orders.set(order.number, order);
      if (kind === 'send') this.#working.push(order);
      if (kind === 'cancel')
        this.#report(order, { status: 'Cancelled', reason: 'Cancelled by the strategy', timeMs });
    }
  }

  #fill(price: number, timeMs: number): void {
    const working = this.#working.filter(isOpen);
    this.#working = [];
    for (const order of working)
      if (order.type === 'Market')
        this.#report(order, {
          status: 'Filled',
          fill: { quantity: order.quantity, price, liquidity: 'R' },
          filledQuantity: order.quantity,
          timeMs,
        });
      else this.#working.push(order);
  }

  #report(order: OrderRecord, change: Partial<LiveReport> & Pick<LiveReport, 'status' | 'timeMs'>): void {
    const report = { fill: null, filledQuantity: 0, reason: '', ...change, number: order.number };
    this.#take(this.#run.report(report), change.timeMs);
  }
}

const described = ({ side, status, quantity, fillPrice, liquidity, reason }: OrderRecord): string =>
  status === 'Filled'
    ? `${side} ${quantity} @ ${fillPrice} ${liquidity}`
    : `${side} ${quantity} ${status}: ${reason}`;
