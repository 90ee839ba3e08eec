import type { ReportType } from '../../domain/orders/enumerations.ts';
import type { WireReport } from '../types.ts';
import type { SendBody } from './order-body.ts';

const CANCEL_REFUSALS: ReadonlySet<ReportType> = new Set<ReportType>([
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
]);
const CANCEL_REPORTS: ReadonlySet<ReportType> = new Set<ReportType>([
  ...CANCEL_REFUSALS,
  'OrderCancelAccepted',
  'OrderCancelPending',
]);
const FINAL_REPORTS: ReadonlySet<ReportType> = new Set<ReportType>([
  'OrderCanceled',
  'OrderExpired',
  'OrderRejected',
  'OrderAcceptRejected',
]);

/** True for a report that a cancel or replace was rejected. */
export const isCancelRefusal = ({ ReportType: type }: Pick<WireReport, 'ReportType'>): boolean =>
  CANCEL_REFUSALS.has(type);

/** A cancel or a replacement of this client that the server has not answered. */
export type OpenRequest =
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'replace'; readonly orderId: string; readonly body: SendBody };

/** Requests that were sent and not answered, by their ClientId. */
export interface OpenRequests {
  add(clientId: string, request: OpenRequest): void;
  get(clientId: string): OpenRequest | undefined;
  /** Removes and returns the request. */
  take(clientId: string): OpenRequest | undefined;
  /** Removes and returns all open requests after the loss of the connection. A late answer still finds its request by `get`. */
  lose(): readonly (readonly [string, OpenRequest])[];
  clear(): void;
  /** Ends the requests that a report answers: a replacement by its own id, cancels by any report of a cancel, and all of an order that is over. */
  settle(report: WireReport): void;
}

/** The cancels and replaces of this client that the server has not answered. */
export function createOpenRequests(): OpenRequests {
  const open = new Map<string, OpenRequest>();
  /** Reported as lost; the server may still answer them. */
  const lost = new Map<string, OpenRequest>();
  return {
    add: (clientId, request) => void open.set(clientId, request),
    get: (clientId) => open.get(clientId) ?? lost.get(clientId),
    take(clientId) {
      const request = open.get(clientId);
      open.delete(clientId);
      return request;
    },
    lose() {
      const all = [...open];
      open.clear();
      for (const [clientId, request] of all) lost.set(clientId, request);
      return all;
    },
    clear() {
      open.clear();
      lost.clear();
    },
    settle(report) {
      open.delete(report.ClientId);
      // A report of this client itself, serial 0, is no answer to a request that was reported as lost.
      if (report.Serial > 0) lost.delete(report.ClientId);
      const isOver =
        FINAL_REPORTS.has(report.ReportType) ||
        (report.ReportType === 'OrderExecuted' && report.LeavesQuantity === 0);
      if (!isOver && !CANCEL_REPORTS.has(report.ReportType)) return;
      for (const [clientId, { kind, orderId }] of open)
        if (orderId === report.OrderId && (isOver || kind === 'cancel')) open.delete(clientId);
      if (isOver)
        for (const [clientId, { orderId }] of lost) if (orderId === report.OrderId) lost.delete(clientId);
    },
  };
}
