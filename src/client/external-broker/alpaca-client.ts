import {
  alpacaAccountNumber,
  alpacaChange,
  readAlpacaAccount,
  readAlpacaOrder,
  readAlpacaOrders,
  type AlpacaOrderBody,
  type FillBook,
} from '../../domain/orders/alpaca/index.ts';
import {
  asList,
  asObject,
  asText,
  brokerTime,
  readBrokerProblem,
  retryAfterSeconds,
  type ExternalOrder,
  type OrdersRead,
} from '../../domain/orders/external-orders/index.ts';
import { ALPACA_PATH } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import {
  BrokerCallError,
  type AccountHoldings,
  type BrokerAccount,
  type BrokerClient,
} from './broker-client.ts';

/** Alpaca lists at most this many orders in one answer. */
const MAX_ORDERS = 500;
const CALL_LIMIT_MS = 30_000;
/** How Alpaca refuses a client order id that it has seen before. */
const REPEATED = /client_order_id must be unique/i;

/** Alpaca's trading API, as this product's server passes it on with the key of the user. */
export class AlpacaClient implements BrokerClient<AlpacaOrderBody> {
  readonly #host: Pick<ExternalBrokerHost, 'fetch'>;
  readonly #fills: FillBook;

  constructor(host: Pick<ExternalBrokerHost, 'fetch'>, fills: FillBook) {
    this.#host = host;
    this.#fills = fills;
  }

  async accounts(): Promise<BrokerAccount[]> {
    const account = alpacaAccountNumber(await this.#call('GET', '/account'));
    // Alpaca names an account in no path.
    return account === undefined ? [] : [{ account, hash: account.replaceAll('-', '') }];
  }

  async holdings({ account }: BrokerAccount): Promise<AccountHoldings> {
    const [positions, balances] = await Promise.all([
      this.#call('GET', '/positions'),
      this.#call('GET', '/account'),
    ]);
    const statement = readAlpacaAccount(balances, positions);
    if (statement === undefined) throw unreadable(200);
    // Another window has connected the key of another account meanwhile.
    if (alpacaAccountNumber(balances) !== account)
      throw new BrokerCallError({
        ...readBrokerProblem(200, ''),
        text: `The key is of another account at Alpaca than ${account}. Reload the page`,
      });
    return {
      positions: statement.positions.map(({ symbol, quantity }) => ({
        symbol,
        longQuantity: Math.max(0, quantity),
        shortQuantity: Math.max(0, -quantity),
      })),
      cashE4: statement.balance.cashE4,
      statement,
    };
  }

  async orders(
    { account }: BrokerAccount,
    fromMs: number,
    toMs: number,
  ): Promise<OrdersRead & { readonly isFull: boolean }> {
    const query = new URLSearchParams({
      status: 'all',
      limit: String(MAX_ORDERS),
      // Alpaca leaves out the order of that very moment.
      after: brokerTime(fromMs - 1),
      until: brokerTime(toMs),
      direction: 'desc',
      nested: 'true',
    });
    const answer = await this.#call('GET', `/orders?${query}`);
    return {
      ...readAlpacaOrders(answer, account, this.#fills),
      isFull: asList(answer).length >= MAX_ORDERS,
    };
  }

  async order({ account }: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    const answer = await this.#call('GET', `/orders/${encodeURIComponent(orderId)}`);
    return readAlpacaOrder(answer, account, this.#fills);
  }

  async place(_account: BrokerAccount, body: AlpacaOrderBody): Promise<string | undefined> {
    try {
      return idOf(await this.#call('POST', '/orders', body));
    } catch (error) {
      if (!(error instanceof BrokerCallError) || !REPEATED.test(error.problem.message)) throw error;
      const sent = await this.#byClientId(body.client_order_id);
      // An order of other terms under the same id is not this one.
      if (sent?.symbol !== body.symbol || sent.side !== body.side || asText(sent.qty) !== body.qty)
        throw error;
      return idOf(sent);
    }
  }

  async replace(
    _account: BrokerAccount,
    orderId: string,
    body: AlpacaOrderBody,
  ): Promise<string | undefined> {
    return idOf(await this.#call('PATCH', `/orders/${encodeURIComponent(orderId)}`, alpacaChange(body)));
  }

  async cancel(_account: BrokerAccount, orderId: string): Promise<void> {
    await this.#call('DELETE', `/orders/${encodeURIComponent(orderId)}`);
  }

  async orderIdOf(clientId: string): Promise<string | undefined> {
    try {
      return idOf(await this.#byClientId(clientId));
    } catch (error) {
      if (error instanceof BrokerCallError && error.problem.status === 404) return undefined;
      throw error;
    }
  }

  async #byClientId(clientId: string): Promise<ReturnType<typeof asObject>> {
    const query = new URLSearchParams({ client_order_id: clientId });
    return asObject(await this.#call('GET', `/client-orders?${query}`));
  }

  /** The JSON of an answer; undefined for one without a body. */
  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await this.#host.fetch(`${ALPACA_PATH}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      text = await response.text();
    } catch (error) {
      throw new BrokerCallError({
        ...readBrokerProblem(0, ''),
        message: error instanceof Error ? error.message : String(error),
      });
    }
    if (!response.ok)
      throw new BrokerCallError(
        readBrokerProblem(response.status, text),
        retryAfterSeconds(response.headers.get('retry-after')),
      );
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw unreadable(response.status);
    }
  }
}

const unreadable = (status: number): BrokerCallError =>
  new BrokerCallError({
    ...readBrokerProblem(status, ''),
    text: "The broker's answer could not be read",
  });

const idOf = (order: unknown): string | undefined => asText(asObject(order)?.id);
