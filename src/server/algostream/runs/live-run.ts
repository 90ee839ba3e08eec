import type { StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import { columnsOfBars } from '../data/bar-columns.ts';
import type {
  LiveEvents,
  LiveJob,
  LiveRequest,
  Program,
  RunningStrategy,
  StrategyDescription,
  StrategyFault,
} from '../runtime/types.ts';
import { AlignedBars } from './aligned-bars.ts';
import { faultStatus, faultText } from './backtest-run.ts';
import { closePositions } from './closing-order.ts';
import { clientIdPrefix } from './earlier-orders.ts';
import { followSymbols, type FollowedBars } from './follow-symbols.ts';
import { HALT_TEXTS } from './halt-texts.ts';
import { LiveBars } from './live-bars.ts';
import { deliverBars, watchLoss } from './live-delivery.ts';
import { LiveOrders } from './live-orders.ts';
import { lastTradeOf, otherPrices, tradedSymbolsOf, type LiveSymbols } from './live-symbols.ts';
import { sessionsOf } from './live-warm-up.ts';
import { describedFields } from './new-instance.ts';
import { LiveReport } from './live-report.ts';
import type { LiveRunHandle, LiveRunParts, LiveRunTerms } from './live-run-parts.ts';
import { publishOrder } from './publish-order.ts';
import { DEFAULT_DESTINATION, DEFAULT_ROUTE, startProblem } from './start-problem.ts';
import { optionPermissionProblem } from './permission-watch.ts';
import { presentHolding, restoreRun, type RunStart } from './restore-run.ts';
import { RunBook } from './run-book.ts';
import { RunGuards } from './run-guards.ts';
import type { RunRecord } from './run-record.ts';
import { RunningCode } from './running-code.ts';
import { RunState } from './run-state.ts';
import { misfitText, resumeText } from './resume-texts.ts';
import { stopNoticeText } from './stop-notices.ts';
import { RunAlertSender } from './run-alert-sender.ts';
import { symbolPrices } from './symbol-prices.ts';
import { tooSmallLimitText } from './unfilled.ts';

const NOT_STORED = 'the state of a live strategy could not be stored';

/** Runs a strategy live: finished bars (or trades) go in, its requests become orders of the account, and their reports go back. */
export function runLive(parts: LiveRunParts, record: RunRecord, terms: LiveRunTerms): LiveRunHandle {
  const run = new LiveRun(parts, record, terms);
  run.start();
  return run;
}

type LastStep = 'leave' | (() => Promise<string>);

class LiveRun implements LiveRunHandle {
  readonly #parts: LiveRunParts;
  readonly #record: RunRecord;
  readonly #terms: LiveRunTerms;
  readonly #report: LiveReport;
  readonly #ended = Promise.withResolvers<void>();
  /** Called at the end, last first. */
  readonly #stops: (() => void)[] = [];
  #isOver = false;
  #endDelivery = (): void => {};
  #state: RunState | undefined;
  /** Settles once the state that the code saved last is durable; undefined = it saves none. */
  #saved: Promise<void> | undefined;
  readonly #code = new RunningCode();
  #orders: LiveOrders | undefined;
  #guards: RunGuards | undefined;

  constructor(parts: LiveRunParts, record: RunRecord, terms: LiveRunTerms) {
    this.#parts = parts;
    this.#record = record;
    this.#terms = terms;
    this.#report = new LiveReport(
      record,
      record.instance.StartedAt ?? parts.market.exchangeMs(),
      terms.stored,
    );
  }

  get done(): Promise<void> {
    return this.#ended.promise;
  }

  stop(status: StrategyStatus = 'Stopped', message = ''): void {
    this.#finish(status, message);
  }

  start(): void {
    this.#start().catch((error: unknown) => {
      this.#logError(error, 'a live strategy could not be started');
      const reason = error instanceof Error ? error.message : String(error);
      this.#finish('RuntimeError', `The run could not be started: ${reason}`);
    });
  }

  get #program(): Program {
    return { code: this.#record.code, parameters: this.#record.instance.Parameters };
  }

  #logError(error: unknown, text: string): void {
    this.#parts.logger.error({ err: error, instance: this.#record.key }, text);
  }

  async #start(): Promise<void> {
    const { market } = this.#parts;
    this.#record.change({});
    const described = await this.#parts.runtime.describe(this.#program);
    if (this.#isOver) return;
    if (!described.ok) return this.#finish(faultStatus(described.error), faultText(described.error));
    this.#record.change(describedFields(described.value), 'strategyParameters');
    const problem = startProblem(market, described.value, this.#terms.permissionMask);
    if (problem !== undefined) return this.#finish('RuntimeError', problem);
    const { haltedBy } = this.#parts.brokerage.accountOptions(this.#record.account);
    if (haltedBy) return this.#finish('Stopped', HALT_TEXTS[haltedBy]);
    await this.#begin(described.value);
  }

  async #begin(description: StrategyDescription): Promise<void> {
    const { market } = this.#parts;
    const symbols = tradedSymbolsOf(description);
    const [symbol] = symbols;
    const book = new RunBook(symbol, otherPrices(market, symbols));
    const orders = this.#createOrders(description, symbols, book);
    const { store } = this.#parts;
    const state = await RunState.open(store, this.#record.key, this.#program);
    this.#state = state;
    const holdings = await this.#restore(orders, symbols);
    this.#guard(orders, book, symbols);
    if (this.#isOver) return;
    const { barMinutes } = description;
    const followed = await followSymbols(market, description, {
      onWatched: (stop) => this.#stops.push(stop),
      isOver: () => this.#isOver,
    });
    if (followed === undefined) return;
    const [traded, ...others] = followed;
    const { fromMs: requestedAtMs } = traded;
    const lastPrice = (): number => lastTradeOf(market, symbol);
    const prices = await symbolPrices(market, symbol, {
      fromMs: this.#record.instance.StartedAt ?? requestedAtMs,
      toMs: market.exchangeMs(),
      firstPrice: lastPrice(),
      lastPrice: lastPrice(),
    });
    if (this.#isOver) return;
    const run = await this.#startCode(orders, {
      symbol,
      warmUp: columnsOfBars(traded.warmUp),
      otherWarmUps: others.map(({ warmUp }) => columnsOfBars(warmUp)),
      sessions: sessionsOf(followed),
      state: this.#terms.isContinued ? state.saved : undefined,
      ...holdings,
    });
    if (!run) return;
    const liveBars = ({ forming }: FollowedBars) => new LiveBars(barMinutes, forming);
    const bars = new AlignedBars(barMinutes, liveBars(traded), others.map(liveBars));
    const delivered = { bars, run: this.#noting(run, state), orders, symbols: followed };
    this.#endDelivery = deliverBars(market, delivered);
    if (this.#guards) this.#stops.push(watchLoss(market, symbols, this.#guards));
    this.#stops.push(this.#report.follow(book, prices, lastPrice, () => market.exchangeMs()));
    this.#parts.sessions.begin(this.#record, {
      fromMs: requestedAtMs,
      position: holdings.position,
      otherHoldings: holdings.otherHoldings,
      account: holdings.account,
      limits: this.#terms.limits,
      barMinutes,
    });
    // Orders that the limit refuses never reach the broker: without this message the row would not explain them.
    const limit = holdings.position === 0 ? tooSmallLimitText(symbol, this.#terms.limits, lastPrice()) : '';
    if (this.#terms.isResumed) await this.#logResume(symbol, barMinutes, state.seenMs);
    this.#record.change({ Status: 'Running', Message: this.#report.message(limit) }, 'strategyStarted');
  }

  /** A run that resumes by itself notes the last bar that it was called with. */
  #noting(run: RunningStrategy, state: RunState): Pick<RunningStrategy, 'deliver'> {
    if (this.#record.instance.AtRestart !== 'Resume') return run;
    return {
      deliver: (rows, quote, others) => {
        const barMs = rows.timeMs.at(-1);
        if (barMs !== undefined)
          state.seen(barMs, performance.now()).catch((error: unknown) => this.#logError(error, NOT_STORED));
        run.deliver(rows, quote, others);
      },
    };
  }

  async #logResume(symbol: string, barMinutes: number, seenMs: number): Promise<void> {
    const { market } = this.#parts;
    const text = await resumeText(market, symbol, { barMinutes, seenMs });
    this.#record.addLog({ lines: [{ timeMs: market.exchangeMs(), text }], dropped: 0 });
  }

  /** Executes requests once the state that the code has saved before them is durable: after a crash, it never knows less than it has sent. */
  #execute(requests: readonly LiveRequest[], orders: LiveOrders): void {
    if (this.#isOver) return;
    try {
      orders.execute(requests, (request) => this.#guards?.admits(request) ?? true);
    } catch (error) {
      this.#logError(error, 'requests of a live strategy cannot be taken');
      this.#finish('RuntimeError', 'The order of the strategy cannot be executed.');
    }
  }

  /** Compares the run with its guards from now on; what an earlier part of it has crossed stops it at once. */
  #guard(orders: LiveOrders, book: RunBook, symbols: LiveSymbols): void {
    const { market } = this.#parts;
    const { Guards: settings } = this.#record.instance;
    if (settings === null) return;
    this.#guards = new RunGuards(settings, {
      symbols,
      orders,
      book,
      lastPrice: () => lastTradeOf(market, symbols[0]),
      exchangeMs: () => market.exchangeMs(),
      onCrossed: (text) => this.#stopByGuard(text, settings.ClosesPosition, symbols),
    });
    this.#guards.check();
  }

  #stopByGuard(text: string, closesPosition: boolean, symbols: LiveSymbols): void {
    if (this.#isOver) return;
    const { logger, brokerage } = this.#parts;
    const { key, account } = this.#record;
    logger.warn({ instance: key, account }, text);
    this.#record.addLog({ lines: [{ timeMs: this.#parts.market.exchangeMs(), text }], dropped: 0 });
    const orders = this.#orders;
    if (!closesPosition || orders === undefined)
      return this.#finish('Stopped', `${text} Its open orders were cancelled; its positions stay.`);
    this.#finish('Stopped', text, async () => {
      this.#record.glance({ Message: text });
      const held = (symbol: string) =>
        presentHolding(brokerage, account, { symbol, ofRun: orders.quantityOf(symbol) });
      return `${text} Its open orders were cancelled. ${await closePositions(orders, symbols, held)}`;
    });
  }

  #createOrders({ order }: StrategyDescription, symbols: LiveSymbols, book: RunBook): LiveOrders {
    const { market, brokerage } = this.#parts;
    const { key, account, instance } = this.#record;
    const { permissionMask, limits } = this.#terms;
    const orders = new LiveOrders({
      prefix: clientIdPrefix(key, instance.StartedAt ?? 0),
      account,
      symbols,
      destination: order.destination || DEFAULT_DESTINATION,
      route: order.route || DEFAULT_ROUTE,
      brokerage,
      userId: key.userId,
      limits,
      book,
      spreadProblem: optionPermissionProblem(permissionMask),
      lastPrice: (symbol) => lastTradeOf(market, symbol),
      exchangeMs: () => market.exchangeMs(),
      session: () => market.sessionDay(),
      onOrder: (changed, change) => {
        publishOrder(this.#record, changed, book);
        if (change && !this.#isOver) this.#code.receive((code) => code.orderChanged(change));
        this.#guards?.check();
      },
      onRejected: (reason) => this.#report.addRejected(reason),
      onRefused: (change) => this.#code.receive((code) => code.orderChanged(change)),
      onSettled: (settlement) => this.#code.receive((code) => code.settled(settlement)),
      onBroken: (text) => this.#finish('RuntimeError', text),
      onError: (error) => this.#logError(error, 'an order of a strategy could not be taken'),
    });
    this.#orders = orders;
    return orders;
  }

  /** Listens to the account, and restores what an earlier part of the run has traded. */
  #restore(orders: LiveOrders, symbols: LiveSymbols): Promise<RunStart> {
    const { brokerage } = this.#parts;
    // Before anything is requested: orders of an earlier part may still be changed by a bust.
    this.#stops.push(
      brokerage.listen(this.#record.account, {
        onReport: (report) => orders.onReport(report),
        onGroup: (group) => orders.onGroup(group),
        onSettlements: (settlements) => {
          orders.onSettlements(settlements);
          this.#guards?.check();
        },
        onPosition() {},
        onBalance() {},
        onOptions: ({ haltedBy }) => haltedBy && this.#finish('Stopped', HALT_TEXTS[haltedBy]),
      }),
    );
    return restoreRun(this.#parts, this.#record, { orders, symbols, isContinued: this.#terms.isContinued });
  }

  /** Starts the code in its isolate; undefined when the run is over. */
  async #startCode(
    orders: LiveOrders,
    job: Omit<LiveJob, keyof Program | 'limits'>,
  ): Promise<RunningStrategy | undefined> {
    const started = await this.#parts.runtime.live(
      { ...this.#program, limits: this.#terms.limits, ...job },
      this.#eventsOf(orders),
    );
    if (!started.ok) {
      if (started.error.kind === 'state') this.#leave(started.error);
      else this.#finish(faultStatus(started.error), faultText(started.error));
      return undefined;
    }
    // It was stopped while it was being started.
    if (this.#isOver) {
      started.value.stop();
      return undefined;
    }
    this.#code.begin(started.value);
    return started.value;
  }

  #eventsOf(orders: LiveOrders): LiveEvents {
    const alerts = new RunAlertSender(this.#parts.alerts, this.#record, (part) => this.#report.addLog(part));
    return {
      onState: (text) => {
        this.#saved = this.#state?.save(text).catch((error: unknown) => {
          this.#logError(error, NOT_STORED);
          this.#finish('RuntimeError', 'The state that the strategy saves could not be stored.');
        });
      },
      onRequests: (requests) => {
        if (this.#saved === undefined) this.#execute(requests, orders);
        else void this.#saved.then(() => this.#execute(requests, orders));
      },
      onLog: (part) => {
        if (!this.#isOver) this.#report.addLog(part);
      },
      onAnnotations: (part) => {
        if (this.#isOver) return;
        this.#record.addAnnotations(part);
        alerts.send(part.alerts, this.#parts.market.exchangeMs());
      },
      onFault: (fault) => this.#finish(faultStatus(fault), faultText(fault)),
      onFinished: () => this.#finish('Completed', ''),
    };
  }

  /** `last`: what is done when the open orders are cancelled; it gives the message. 'leave': they are not cancelled. */
  #finish(status: StrategyStatus, message: string, last?: LastStep): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endDelivery();
    this.#code.running?.stop();
    void this.#end(status, message, last)
      .catch((error: unknown) => this.#logError(error, 'a live strategy did not end cleanly'))
      .then(() => this.#record.stored())
      .then(this.#ended.resolve);
  }

  /** Ends the run without a change of its orders: the code does not take its state. */
  #leave(fault: StrategyFault): void {
    this.#finish('RuntimeError', misfitText(faultText(fault)), 'leave');
  }

  /** Ends the run with the process: after the restart it resumes. */
  suspend(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endDelivery();
    this.#code.running?.stop();
    for (const stop of this.#stops.toReversed()) stop();
    this.#report.finish(this.#parts.market.exchangeMs());
    void this.#record.stored().then(this.#ended.resolve);
  }

  async #end(status: StrategyStatus, reason: string, last?: LastStep): Promise<void> {
    const record = this.#record;
    // Reports of these cancels still count.
    if (last !== 'leave') await this.#orders?.cancelAll();
    const message = typeof last === 'function' ? await last() : reason;
    for (const stop of this.#stops.toReversed()) stop();
    const nowMs = this.#parts.market.exchangeMs();
    const Returns = this.#report.finish(nowMs) ?? record.instance.Returns;
    record.stopNotice = stopNoticeText(status, message, this.#code.running !== null);
    record.change({
      ...this.#report.rejections(),
      Status: status,
      Message: this.#report.message(message),
      FinishedAt: nowMs,
      Returns,
    });
  }
}
