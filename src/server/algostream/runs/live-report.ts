import { fromE4, toMoneyE4 } from '../../../domain/money/price.ts';
import { continueEquity, EquityCurve } from '../../../domain/returns/index.ts';
import type { LogPart } from '../../../domain/strategy/log.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';
import type { WireInstance } from '../service.ts';
import type { RunBook } from './run-book.ts';
import { runMessage } from './run-message.ts';
import type { RunRecord } from './run-record.ts';
import { storedEquity, wireEquity } from './run-report.ts';
import type { SymbolPrices } from './symbol-prices.ts';
import { UnfilledOrders } from './unfilled.ts';

type Returns = NonNullable<WireInstance['Returns']>;

/** Rejected orders are reported together, this often at most, ms. */
const REJECTIONS_EVERY_MS = 100;
/** The position is marked to market, and returns are sent, this often, ms. */
const MARK_EVERY_MS = 1_000;

/** What a live run shows of itself while it runs: its message with rejections, its log, its returns and its equity curve. */
export class LiveReport {
  readonly #record: RunRecord;
  readonly #unfilled = new UnfilledOrders();
  readonly #curve: EquityCurve;
  #lastLine = '';
  #lastNet: number | undefined;
  #returns: (() => Returns) | undefined;
  #rejectionsTimer: NodeJS.Timeout | undefined;

  /** `stored`: the report of an earlier part of the same run, which is continued. */
  constructor(record: RunRecord, startedAtMs: number, stored: StoredReport | undefined) {
    this.#record = record;
    if (stored) record.takeUpReport(stored);
    this.#curve = curveOf(startedAtMs, stored);
    record.setEquity(() => wireEquity(this.#curve.figures, this.#curve.points()));
  }

  addLog(part: LogPart): void {
    this.#record.addLog(part);
    this.#lastLine = part.lines.at(-1)?.text ?? this.#lastLine;
    this.#record.glance({ Message: this.message() });
  }

  /** Counts a rejected order. */
  addRejected(reason: string): void {
    this.#unfilled.add({ status: 'Rejected', reason });
    this.#rejectionsTimer ??= setTimeout(() => {
      this.#rejectionsTimer = undefined;
      this.#record.glance({ ...this.rejections(), Message: this.message() });
    }, REJECTIONS_EVERY_MS).unref();
  }

  /** Message of the instance: `first`, then the summary of rejected orders, then the last line of the log. */
  message(first = ''): string {
    return runMessage([first, this.#unfilled.rejectedText()], this.#lastLine);
  }

  rejections(): Pick<WireInstance, 'RejectedCount' | 'LastRejection'> {
    return this.#unfilled.rejections();
  }

  /** Reports returns from now on, a mark a second; gives what ends it. */
  follow(book: RunBook, prices: SymbolPrices, lastPrice: () => number, exchangeMs: () => number): () => void {
    this.#returns = () =>
      book.returns({ ...prices, endPrice: lastPrice() || prices.endPrice, toMs: exchangeMs() }, null);
    const { key } = this.#record;
    let fills = book.fills;
    const timer = setInterval(() => {
      const hasNewFills = book.fills !== fills;
      fills = book.fills;
      const Returns = this.#mark(exchangeMs(), hasNewFills);
      if (!Returns) return;
      this.#record.glance({ Returns });
      if (hasNewFills)
        this.#record.push({
          name: 'capitalReturns',
          body: { Name: key.name, InstanceId: key.instanceId, Returns },
        });
    }, MARK_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** The returns at the end, with which the equity curve ends, too; undefined when the run did not come to trade. */
  finish(nowMs: number): Returns | undefined {
    clearTimeout(this.#rejectionsTimer);
    this.#rejectionsTimer = undefined;
    return this.#mark(nowMs, true);
  }

  /** Undefined when nothing has changed. */
  #mark(nowMs: number, isForced: boolean): Returns | undefined {
    const returns = this.#returns?.();
    if (!returns || (!isForced && returns.NetProfitLoss === this.#lastNet)) return undefined;
    this.#lastNet = returns.NetProfitLoss;
    this.#curve.mark(nowMs, toMoneyE4(returns.NetProfitLoss));
    this.#record.equityChanged();
    return { ...returns, MaxDrawdown: fromE4(this.#curve.figures.drawdownE4) };
  }
}

function curveOf(startedAtMs: number, stored: StoredReport | undefined): EquityCurve {
  const equity = stored && storedEquity(stored);
  if (!equity || equity.Times.length === 0) return new EquityCurve(startedAtMs);
  return continueEquity(
    equity.Times.map((timeMs, at) => ({ timeMs, valueE4: toMoneyE4(equity.Values[at] ?? 0) })),
  );
}
