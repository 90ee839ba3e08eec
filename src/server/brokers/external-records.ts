import { assertNever } from '../../domain/assert/assert.ts';
import { businessDaysBack, newYorkDate, newYorkMs } from '../../domain/calendar/us-equity.ts';
import { isOpenStatus } from '../../domain/orders/schwab/index.ts';
import * as v from 'valibot';
import {
  apiOrderBody,
  apiReportBody,
  catalogue,
  encode,
  type ApiOrder,
  type ApiReport,
  type Body,
  type Message,
} from '../../protocol/index.ts';
import { NO_ACCOUNT, NO_TRADING_IN_DEMO, NOT_LOGGED_IN, type Refusal } from '../refusals.ts';
import type { Principal } from '../identity/identity.ts';
import type { ExternalAccount, ExternalBrokerStore } from '../storage/external-broker-store.ts';

/** A message in which a client stores or loads records of its external account. */
export type RecordRequest = Extract<
  Message<'trading', 'toServer'>,
  { name: 'apiOrder' | 'apiExecutionReport' | 'apiHistoryOrder' | 'tradingApiInfo' }
>;

/** Business days of reports that a client gets back (spec platform.md §9). */
const TRADE_LOG_DAYS = 5;
/** Orders and reports that are kept for one account. */
const MAX_RECORDS = 100_000;
const CHUNK_ITEMS = 200;

/** Figures of an account as JSON text, null while there are none. */
interface AccountFigures {
  readonly revision: number;
  readonly body: string | null;
}

const NO_RECORDS: Body<'apiOrders'> = {
  TradingAccount: null,
  Orders: [],
  Reports: [],
  SyncedTo: null,
  HasMore: false,
};
const TOO_MANY: Refusal = {
  code: 0,
  message: 'The record of the external account is full; older orders stay, new ones are not recorded.',
};

/**
 * Stores what users' clients send of their accounts at the external broker: orders and reports as they read them there. These are the
 * users' own records. They never reach the brokerage, so they change no position, cash or order of this server.
 */
export class ExternalRecords {
  readonly #store: ExternalBrokerStore;
  readonly #hostMs: () => number;

  constructor(store: ExternalBrokerStore, hostMs: () => number) {
    this.#store = store;
    this.#hostMs = hostMs;
  }

  /** Handles one request of a client; `principal` is undefined while no user is signed in. Replies and rejections go through `send`. */
  async serve(
    request: RecordRequest,
    principal: Principal | undefined,
    send: (text: string) => void,
  ): Promise<void> {
    const refusal = await this.#apply(request, principal, send);
    if (refusal === undefined) return;
    const { code, message } = refusal;
    send(encode('failure', { Message: message, ErrorCode: code, RequestT: catalogue[request.name].T }));
  }

  /** The figures of an account that clients have stored, revision 0 while there are none; undefined when it is no account of the user. */
  async figures(userId: string, account: string): Promise<AccountFigures | undefined> {
    if (!(await this.#isAccountOf(userId, account))) return undefined;
    return (await this.#store.figures(userId, account)) ?? { revision: 0, body: null };
  }

  /** Stores figures over revision `seen`. Not stored: another client was first, and what it wrote is returned. Undefined when it is no account of the user. */
  async putFigures(
    userId: string,
    account: string,
    seen: number,
    body: string,
  ): Promise<(AccountFigures & { readonly isStored: boolean }) | undefined> {
    if (!(await this.#isAccountOf(userId, account))) return undefined;
    const revision = await this.#store.putFigures(userId, account, seen, body);
    if (revision !== undefined) return { isStored: true, revision, body: null };
    const { revision: stored = 0, body: other = null } = (await this.#store.figures(userId, account)) ?? {};
    return { isStored: false, revision: stored, body: other };
  }

  async #isAccountOf(userId: string, account: string): Promise<boolean> {
    return (await this.#store.accounts(userId)).some((known) => known.account === account);
  }

  /** Carries the request out; returns why it is rejected, or undefined when it is done. */
  async #apply(
    request: RecordRequest,
    principal: Principal | undefined,
    send: (text: string) => void,
  ): Promise<Refusal | undefined> {
    if (!principal) return NOT_LOGGED_IN;
    if (principal.isDemo) return NO_TRADING_IN_DEMO;
    const { userId } = principal;
    const account = request.body.TradingAccount;
    if (account === null) {
      if (request.name === 'tradingApiInfo' && request.body.Load) send(encode('apiOrders', NO_RECORDS));
      return undefined;
    }
    const known = (await this.#store.accounts(userId)).find((candidate) => candidate.account === account);
    if (!known) return NO_ACCOUNT;
    switch (request.name) {
      case 'apiOrder':
        return this.#record(userId, account, [request.body.Order], []);
      case 'apiExecutionReport':
        return this.#record(userId, account, [], [request.body.Report]);
      case 'apiHistoryOrder':
        return this.#record(userId, account, request.body.Orders, request.body.Reports);
      case 'tradingApiInfo': {
        const syncedToMs = await this.#sync(userId, known, request.body.SyncedTo);
        if (request.body.Load) await this.#sendRecords(userId, account, syncedToMs, send);
        return undefined;
      }
      default:
        return assertNever(request);
    }
  }

  /** Stores orders and reports, unless the account's record is full. */
  async #record(
    userId: string,
    account: string,
    orders: readonly ApiOrder[],
    reports: readonly ApiReport[],
  ): Promise<Refusal | undefined> {
    if ((await this.#store.countRecords(userId, account)) + orders.length + reports.length > MAX_RECORDS)
      return TOO_MANY;
    await this.#store.record(
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
    return undefined;
  }

  /** Stores the time up to which the client has read the broker's orders, if it names one; returns the time that now applies. */
  async #sync(
    userId: string,
    { account, syncedToMs }: ExternalAccount,
    clientSyncedToMs: number | null,
  ): Promise<number | null> {
    if (clientSyncedToMs === null) return syncedToMs;
    // A client whose clock is ahead must not skip the orders entered until then.
    const limitedMs = Math.min(clientSyncedToMs, this.#hostMs());
    await this.#store.setSyncedTo(userId, account, limitedMs);
    return limitedMs;
  }

  async #sendRecords(
    userId: string,
    account: string,
    syncedToMs: number | null,
    send: (text: string) => void,
  ): Promise<void> {
    const sinceMs = newYorkMs(businessDaysBack(newYorkDate(this.#hostMs()), TRADE_LOG_DAYS), 0);
    const orders = readable(apiOrderBody, await this.#store.orders(userId, account, sinceMs));
    const reports = readable(apiReportBody, await this.#store.reports(userId, account, sinceMs));
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
  }
}

/** Parses stored records; a record that an older server wrote in another shape is left out. */
function readable<Schema extends v.GenericSchema>(
  schema: Schema,
  texts: readonly string[],
): v.InferOutput<Schema>[] {
  return texts.flatMap((text) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    return parsed.success ? [parsed.output] : [];
  });
}
