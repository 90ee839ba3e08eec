import { brokerErrorText, readBrokerProblem } from '../../domain/orders/schwab/index.ts';
import {
  catalogue,
  externalBrokerHttp,
  type ApiOrder,
  type ApiReport,
  type Message,
} from '../../protocol/index.ts';
import { accountLog } from '../session/session-state.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import { BrokerCallError, type BrokerAccount, type BrokerClient } from './broker-client.ts';
import { loadHistory } from './history.ts';
import type { OrderRecords } from './order-records.ts';
import type { Reconciler } from './reconciler.ts';

/** How long our server may take to send what it has on record. */
const RECORDS_LIMIT_MS = 10_000;

/** The account that orders are for: the chosen one if the login still reaches it, else the first. Stores the choice on our server when it is another than before. */
export async function chooseBrokerAccount(
  client: BrokerClient<unknown>,
  host: Pick<ExternalBrokerHost, 'fetch'>,
  chosen: { readonly account: string; readonly hash: string } | null,
): Promise<BrokerAccount> {
  const accounts = await client.accounts();
  const account = accounts.find((candidate) => candidate.account === chosen?.account) ?? accounts[0];
  if (!account) throw new BrokerCallError({ ...readBrokerProblem(401, ''), text: brokerErrorText(401) });
  if (chosen?.account !== account.account || chosen.hash !== account.hash) {
    const query = new URLSearchParams({ account: account.account, hash: account.hash });
    const response = await host.fetch(`${externalBrokerHttp.brokerSetDefault.path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (!response.ok)
      throw new BrokerCallError({
        ...readBrokerProblem(response.status, ''),
        message: 'The account at the broker could not be chosen.',
      });
  }
  return account;
}

interface Records {
  readonly orders: readonly ApiOrder[];
  readonly reports: readonly ApiReport[];
  readonly syncedToMs: number | null;
}

/** What our server has on record of the account; null when it does not answer. */
function requestRecords(host: ExternalBrokerHost, account: string): Promise<Records | null> {
  return new Promise((resolve) => {
    const orders: ApiOrder[] = [];
    const reports: ApiReport[] = [];
    const end = (records: Records | null): void => {
      host.clock.clearTimeout(timer);
      stop();
      resolve(records);
    };
    const stop = host.onTrading((message: Message<'trading', 'toClient'>) => {
      if (message.name === 'failure' && message.body.RequestT === INFO_T) return end(null);
      if (message.name !== 'apiOrders' || message.body.TradingAccount !== account) return;
      orders.push(...message.body.Orders);
      reports.push(...message.body.Reports);
      if (!message.body.HasMore) end({ orders, reports, syncedToMs: message.body.SyncedTo });
    });
    const timer = host.clock.setTimeout(() => end(null), RECORDS_LIMIT_MS);
    if (
      !host.sendTrading('tradingApiInfo', {
        TradingAccount: account,
        Login: 'LoggingIn',
        SyncedTo: null,
        Load: true,
      })
    )
      end(null);
  });
}
const INFO_T = catalogue.tradingApiInfo.T;

/**
 * Loads what happened at the broker since the last sync and has our server record it; then requests the account's data as usual. Resolves
 * with a remark for the user, or null. `isCurrent` turns false when the result is not wanted any more.
 */
export async function loadBrokerAccount(
  host: ExternalBrokerHost,
  client: BrokerClient<unknown>,
  { orders, reconciler }: { readonly orders: OrderRecords; readonly reconciler: Reconciler },
  account: BrokerAccount,
  isCurrent: () => boolean,
): Promise<string | null> {
  const records = await requestRecords(host, account.account);
  if (!isCurrent()) return null;
  if (records) orders.restore(records.orders, records.reports);
  await reconciler.begin(account.account);
  if (!isCurrent()) return null;
  const nowMs = host.clock.nowMs();
  const history = await loadHistory(client, account, {
    lastSyncMs: records?.syncedToMs ?? null,
    nowMs,
    openIds: orders.openIds(),
  });
  if (!isCurrent()) return null;
  reconciler.noteMissing(history.missing);
  // Only what our server has taken in full counts as synced; the rest is read again next time.
  if (orders.load(history.orders) && records)
    host.sendTrading('tradingApiInfo', {
      TradingAccount: account.account,
      Login: 'LoggedIn',
      SyncedTo: nowMs,
      Load: false,
    });
  const { userId, account: deskAccount } = host.session.get();
  if (userId !== null && deskAccount !== null)
    host.sendTrading('accountDataRequest', accountLog(deskAccount, userId, host.known));
  return history.unreadable === 0
    ? null
    : `${history.unreadable} ${history.unreadable === 1 ? 'order' : 'orders'} of the broker could not be read and ${history.unreadable === 1 ? 'is' : 'are'} not shown.`;
}
