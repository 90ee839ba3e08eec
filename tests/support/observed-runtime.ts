import type { LiveEvents, LiveJob, StrategyRuntime } from '../../src/server/algostream/runtime/types.ts';

/** What one live run has been sent and has answered. */
export interface ObservedRun {
  readonly job: LiveJob;
  readonly deliveredBars: number;
  /** True when the run has handled everything that it was sent, and every order and cancel of it has been answered. */
  isIdle(): boolean;
}

/** Adds to a strategy what `observeRuntime` goes by: a line in its log for each bar and for each order that ends. */
export function observable(code: string): string {
  const withBars = code.replace(/onBar\(\((?:bar)?\) => \{/, "onBar((bar) => { log('bar');");
  const withOrders = withBars.replace(/onOrder\(\((\w+)\) => \{/, "onOrder(($1) => { log('end', $1.id);");
  return withOrders === withBars ? `${withBars}\nonOrder((done) => { log('end', done.id); });` : withOrders;
}

/** A runtime that knows when its live runs have nothing left to do, so that a test waits for that and not for time. */
export function observeRuntime(inner: StrategyRuntime): {
  readonly runtime: StrategyRuntime;
  readonly runs: readonly ObservedRun[];
} {
  const runs: ObservedRun[] = [];
  const runtime: StrategyRuntime = {
    close: () => inner.close(),
    forUser(userId, use) {
      const user = inner.forUser(userId, use);
      return {
        describe: (program, symbol) => user.describe(program, symbol),
        backtest: (job, events) => user.backtest(job, events),
        async live(job, events) {
          const run = new LiveObserver(job);
          const started = await user.live(job, run.eventsAround(events));
          if (!started.ok) return started;
          runs.push(run);
          const { value } = started;
          return {
            ...started,
            value: {
              deliver(rows, quote, others) {
                run.deliveredBars += rows.timeMs.length;
                value.deliver(rows, quote, others);
              },
              orderChanged(change) {
                // An exit has the id of its entry, which was answered before.
                if (change.exit === undefined) run.answered(change.id, change.status);
                value.orderChanged(change);
              },
              settled: (settlement) => value.settled(settlement),
              stop: () => value.stop(),
            },
          };
        },
      };
    },
  };
  return { runtime, runs };
}

class LiveObserver implements ObservedRun {
  readonly job: LiveJob;
  deliveredBars = 0;
  #handledBars = 0;
  readonly #ended = new Set<string>();
  readonly #awaited = new Set<string>();

  constructor(job: LiveJob) {
    this.job = job;
  }

  isIdle(): boolean {
    return this.#handledBars === this.deliveredBars && this.#awaited.size === 0;
  }

  eventsAround(events: LiveEvents): LiveEvents {
    return {
      ...events,
      onRequests: (requests) => {
        for (const { kind, id } of requests)
          if (kind === 'send') this.#awaited.add(`answer ${id}`);
          else if (kind === 'cancel' && !this.#ended.has(id)) this.#awaited.add(`cancel ${id}`);
        events.onRequests(requests);
      },
      onLog: (part) => {
        for (const { text } of part.lines) {
          if (text === 'bar') this.#handledBars += 1;
          this.#awaited.delete(text);
        }
        events.onLog(part);
      },
    };
  }

  answered(id: string, status: string): void {
    this.#awaited.delete(`answer ${id}`);
    if (status === 'Accepted' || status === 'PartiallyFilled') return;
    this.#awaited.delete(`cancel ${id}`);
    // The handler of orders writes this line.
    if (!this.#ended.has(id)) this.#awaited.add(`end ${id}`);
    this.#ended.add(id);
  }
}
