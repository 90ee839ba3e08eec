import type { Brokerage, Report } from './brokerage.ts';

/** The requests that change orders or positions. */
export const ORDER_REQUEST_KINDS = ['new', 'replace', 'cancel', 'exercise'] as const;
/** One of these requests. */
export type OrderRequestKind = (typeof ORDER_REQUEST_KINDS)[number];

/** Receives the outcome of each request once it is durable. `code` is that of the refusal; undefined when the request was accepted. */
export interface OrderObserver {
  orderAnswered(kind: OrderRequestKind, code: number | undefined, durationMs: number): void;
}

const REFUSALS: ReadonlySet<Report['reportType']> = new Set(['OrderRejected', 'OrderCancelRejected']);

/** Code of the refusal among the reports that answer a request. */
const refusalCode = (reports: readonly Report[]): number | undefined =>
  reports.find(({ reportType }) => REFUSALS.has(reportType))?.errorCode;

/** The brokerage with an observer of its requests. A request that rejects is not reported: it has no outcome. */
export function observedOrders(
  brokerage: Brokerage,
  observer: OrderObserver,
  nowMs: () => number = () => performance.now(),
): Brokerage {
  const observed = async (
    kind: OrderRequestKind,
    work: () => Promise<readonly Report[]>,
  ): Promise<readonly Report[]> => {
    const startMs = nowMs();
    const reports = await work();
    observer.orderAnswered(kind, refusalCode(reports), nowMs() - startMs);
    return reports;
  };
  const observedOutcome = async <Outcome extends object>(
    kind: OrderRequestKind,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const startMs = nowMs();
    const outcome = await work();
    const code = 'code' in outcome && typeof outcome.code === 'number' ? outcome.code : undefined;
    observer.orderAnswered(kind, code, nowMs() - startMs);
    return outcome;
  };
  return {
    ...brokerage,
    submit: (order) => observed('new', () => brokerage.submit(order)),
    replace: (request) => observed('replace', () => brokerage.replace(request)),
    cancel: (request) => observed('cancel', () => brokerage.cancel(request)),
    placeGroup: (group) =>
      observedOutcome(group.kind === 'CancelAll' ? 'cancel' : 'new', () => brokerage.placeGroup(group)),
    reversePosition: (request) => observedOutcome('new', () => brokerage.reversePosition(request)),
    cancelGroup: (request) => observedOutcome('cancel', () => brokerage.cancelGroup(request)),
    changeGroupExit: (request) => observedOutcome('replace', () => brokerage.changeGroupExit(request)),
    changeGroupTerms: (request) => observedOutcome('replace', () => brokerage.changeGroupTerms(request)),
    exercise: (request) => observedOutcome('exercise', () => brokerage.exercise(request)),
  };
}
