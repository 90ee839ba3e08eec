import { businessDaysBack, newYorkDate, newYorkMs } from '../../domain/calendar/us-equity.ts';
import { isOpenStatus } from '../../domain/orders/schwab/index.ts';
import * as v from 'valibot';
import {
  apiOrderBody,
  apiReportBody,
  encode,
  type ApiOrder,
  type ApiReport,
  type Message,
} from '../../protocol/index.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, type Refusal } from '../gateway/trading/refusals.ts';
import type { Principal } from '../identity/identity.ts';
import type { ExternalBrokerStore } from '../storage/external-broker-store.ts';

export type RecordRequest = Extract<
  Message<'trading', 'toServer'>,
  { name: 'apiOrder' | 'apiExecutionReport' | 'apiHistoryOrder' | 'tradingApiInfo' }
>;

/** Business days of reports that a client gets back (spec platform.md §9). */
const TRADE_LOG_DAYS = 5;
/** Orders and reports that are kept for one account. */
const MAX_RECORDS = 100_000;
const CHUNK_ITEMS = 200;

const REQUEST_T = { apiOrder: 30, apiExecutionReport: 31, apiHistoryOrder: 32, tradingApiInfo: 33 } as const;
const TOO_MANY: Refusal = {
  code: 0,
  message: 'The record of the external account is full; older orders stay, new ones are not recorded.',
};

/**
 * Stores what users' clients send of their accounts at the external broker: orders and reports as they read them there. These are the
 * users' own records. They never reach the brokerage: no position, no cash and no order of ours changes by them.
 */
export interface ExternalRecords {
  serve(
    request: RecordRequest,
    principal: Principal | undefined,
    send: (text: string) => void,
  ): Promise<void>;
}

export function createExternalRecords(store: ExternalBrokerStore, hostMs: () => number): ExternalRecords {
  const sendRecords = async (
    userId: string,
    account: string,
    syncedToMs: number | null,
    send: (text: string) => void,
  ): Promise<void> => {
    const sinceMs = newYorkMs(businessDaysBack(newYorkDate(hostMs()), TRADE_LOG_DAYS), 0);
    const orders = readable(apiOrderBody, await store.orders(userId, account, sinceMs));
    const reports = readable(apiReportBody, await store.reports(userId, account, sinceMs));
    const chunks = Math.max(1, Math.ceil(Math.max(orders.length, reports.length) / CHUNK_ITEMS));
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const part = <Item>(items: readonly Item[]): Item[] =>
        items.slice(chunk * CHUNK_ITEMS, (chunk + 1) * CHUNK_ITEMS);
      send(
        encode('apiOrders', {
          TradingAccount: account,
          Orders: part(orders),
          Reports: part(reports),
          SyncedTo: syncedToMs,
          HasMore: chunk + 1 < chunks,
        }),
      );
    }
  };

  const record = async (
    userId: string,
    account: string,
    orders: readonly ApiOrder[],
    reports: readonly ApiReport[],
  ): Promise<boolean> => {
    if ((await store.countRecords(userId, account)) + orders.length + reports.length > MAX_RECORDS)
      return false;
    await store.record(
      userId,
      account,
      orders.map((order) => ({
        orderId: order.OrderId,
        enteredMs: order.Timestamp,
        isOpen: isOpenStatus(order.Status),
        body: JSON.stringify(order),
      })),
      reports.map((report) => ({
        reportId: report.ReportId,
        timeMs: report.Timestamp,
        body: JSON.stringify(report),
      })),
    );
    return true;
  };

  return {
    async serve(request, principal, send) {
      const refuse = ({ code, message }: Refusal): void =>
        send(encode('failure', { Message: message, ErrorCode: code, RequestT: REQUEST_T[request.name] }));
      if (!principal) return refuse(NOT_LOGGED_IN);
      if (principal.isDemo) return refuse(NO_TRADING_IN_DEMO);
      const { userId } = principal;
      const account = request.body.TradingAccount;
      if (account === null) {
        if (request.name === 'tradingApiInfo' && request.body.Load)
          send(
            encode('apiOrders', {
              TradingAccount: null,
              Orders: [],
              Reports: [],
              SyncedTo: null,
              HasMore: false,
            }),
          );
        return;
      }
      const known = (await store.accounts(userId)).find((candidate) => candidate.account === account);
      if (!known) return refuse(NO_ACCOUNT);
      let isKept = true;
      switch (request.name) {
        case 'apiOrder':
          isKept = await record(userId, account, [request.body.Order], []);
          break;
        case 'apiExecutionReport':
          isKept = await record(userId, account, [], [request.body.Report]);
          break;
        case 'apiHistoryOrder':
          isKept = await record(userId, account, request.body.Orders, request.body.Reports);
          break;
        case 'tradingApiInfo': {
          const { SyncedTo, Load } = request.body;
          // A clock that is ahead must not hide the orders of the time between.
          const syncedToMs = SyncedTo === null ? known.syncedToMs : Math.min(SyncedTo, hostMs());
          if (SyncedTo !== null && syncedToMs !== null) await store.setSyncedTo(userId, account, syncedToMs);
          if (Load) await sendRecords(userId, account, syncedToMs, send);
        }
      }
      if (!isKept) refuse(TOO_MANY);
    },
  };
}

/** Records as they are on the wire; one that an older server wrote in another shape is left out. */
function readable<Schema extends v.GenericSchema>(
  schema: Schema,
  texts: readonly string[],
): v.InferOutput<Schema>[] {
  return texts.flatMap((text) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    return parsed.success ? [parsed.output] : [];
  });
}
