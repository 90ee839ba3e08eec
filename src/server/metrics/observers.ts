import type { OrderObserver, OrderRequestKind } from '../brokerage/observed-orders.ts';
import type { LoginRefusalReason } from '../identity/create-identity.ts';
import type { CommitObserver } from '../storage/commit-timer.ts';
import type { AnsweredCall, GatewayObserver } from './gateway-figures.ts';
import type { Metrics } from './metrics.ts';
import type { StatusRecorder } from './status-recorder.ts';

/** Reports what services do to the status page, and to the metrics when they are served. */
export class Observers implements OrderObserver, GatewayObserver {
  readonly #status: StatusRecorder;
  readonly #metrics: Metrics | undefined;

  constructor(status: StatusRecorder, metrics: Metrics | undefined) {
    this.#status = status;
    this.#metrics = metrics;
  }

  orderAnswered(kind: OrderRequestKind, code: number | undefined, durationMs: number): void {
    this.#status.orderAnswered(kind, code, durationMs);
    this.#metrics?.orderAnswered(kind, code, durationMs);
  }

  orderRefused(kind: OrderRequestKind, code: number): void {
    this.#status.orderRefused();
    this.#metrics?.orderRefused(kind, code);
  }

  httpAnswered(call: AnsweredCall): void {
    this.#metrics?.httpAnswered(call);
  }

  readonly commitEnded: CommitObserver = (commit) => {
    this.#status.commitEnded(commit);
    this.#metrics?.commitEnded(commit);
  };

  readonly loginRefused = (reason: LoginRefusalReason): void => {
    this.#status.loginRefused(reason);
    this.#metrics?.loginRefused(reason);
  };

  readonly lagMeasured = (lagMs: number): void => {
    this.#status.lagMeasured(lagMs);
    this.#metrics?.lagMeasured(lagMs);
  };
}
