import { toMoneyE4 } from '../../domain/money/price.ts';
import {
  asId,
  asList,
  asNumber,
  asObject,
  asText,
  brokerTime,
  fromBrokerSymbol,
  readBrokerProblem,
  readSchwabOrder,
  readSchwabOrders,
  retryAfterSeconds,
  type ExternalOrder,
  type SchwabOrderBody,
  type OrdersRead,
} from '../../domain/orders/schwab/index.ts';
import { TRADER_PATH } from '../../protocol/index.ts';
import {
  BrokerCallError,
  type AccountHoldings,
  type BrokerAccount,
  type BrokerClient,
  type BrokerPosition,
} from './broker-client.ts';

/** The broker lists at most this many orders in one answer. */
const MAX_RESULTS = 3000;
const CALL_LIMIT_MS = 30_000;

/** What `SchwabClient` works with. */
export interface SchwabClientDeps {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly accessToken: () => string | null;
  /** Fetches another token after this one was rejected; false when there is none. */
  readonly renew: (rejected: string | null) => Promise<boolean>;
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** The broker's trader API, as this product's server passes it on. Every call rejects with a BrokerCallError. */
export class SchwabClient implements BrokerClient<SchwabOrderBody> {
  readonly #deps: SchwabClientDeps;

  constructor(deps: SchwabClientDeps) {
    this.#deps = deps;
  }

  /** The accounts that the login reaches. */
  async accounts(): Promise<BrokerAccount[]> {
    const answer = await this.#read('/accounts/accountNumbers');
    return asList(answer).flatMap((item) => {
      const entry = asObject(item);
      const [account, hash] = [asId(entry?.accountNumber), asText(entry?.hashValue)];
      return account !== undefined && hash !== undefined ? [{ account, hash }] : [];
    });
  }

  /** Positions and cash. */
  async holdings(account: BrokerAccount): Promise<AccountHoldings> {
    const answer = asObject(await this.#read(`/accounts/${account.hash}?fields=positions`));
    const securities = asObject(answer?.securitiesAccount);
    const positions = asList(securities?.positions).flatMap((item) => {
      const position = readPosition(asObject(item));
      return position === undefined ? [] : [position];
    });
    const cash = asNumber(asObject(securities?.currentBalances)?.cashBalance);
    return { positions, cashE4: cash === undefined ? null : toMoneyE4(cash) };
  }

  /** The orders that were entered between two times. `isFull`: the broker had more of them than fit one answer. */
  async orders(
    account: BrokerAccount,
    fromMs: number,
    toMs: number,
  ): Promise<OrdersRead & { readonly isFull: boolean }> {
    const query = new URLSearchParams({
      fromEnteredTime: brokerTime(fromMs),
      toEnteredTime: brokerTime(toMs),
      maxResults: String(MAX_RESULTS),
    });
    const answer = await this.#read(`${ordersPath(account)}?${query}`);
    return { ...readSchwabOrders(answer, account.account), isFull: asList(answer).length >= MAX_RESULTS };
  }

  /** One order; undefined when the answer made no sense. */
  async order(account: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    return readSchwabOrder(await this.#read(`${ordersPath(account)}/${orderId}`), account.account);
  }

  /** Places an order. Returns its id; undefined when the broker did not name it. */
  async place(account: BrokerAccount, body: SchwabOrderBody): Promise<string | undefined> {
    return orderIdOf((await this.#call('POST', ordersPath(account), body)).response, account);
  }

  /** Puts a new order in the place of another. Returns the new id; undefined when the broker did not name it. */
  async replace(account: BrokerAccount, orderId: string, body: SchwabOrderBody): Promise<string | undefined> {
    return orderIdOf((await this.#call('PUT', `${ordersPath(account)}/${orderId}`, body)).response, account);
  }

  /** Requests the cancel of an order; the order itself shows what became of it. */
  async cancel(account: BrokerAccount, orderId: string): Promise<void> {
    await this.#call('DELETE', `${ordersPath(account)}/${orderId}`);
  }

  async #read(path: string): Promise<unknown> {
    const { response, text } = await this.#call('GET', path);
    try {
      return JSON.parse(text);
    } catch {
      throw new BrokerCallError({
        ...readBrokerProblem(response.status, ''),
        text: "The broker's answer could not be read",
      });
    }
  }

  async #call(method: string, path: string, body?: unknown): Promise<Answer> {
    const token = this.#deps.accessToken();
    let answer = await this.#fetch(method, path, body);
    // A rejected token means that nothing was done, so even an order may be sent again.
    if (answer.response.status === 401 && (await this.#deps.renew(token)))
      answer = await this.#fetch(method, path, body);
    const { response, text } = answer;
    if (!response.ok)
      throw new BrokerCallError(
        readBrokerProblem(response.status, text),
        retryAfterSeconds(response.headers.get('retry-after')),
      );
    return answer;
  }

  async #fetch(method: string, path: string, body: unknown): Promise<Answer> {
    const { baseUrl, fetch, accessToken } = this.#deps;
    try {
      const headers = {
        authorization: `Bearer ${accessToken() ?? ''}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const response = await fetch(`${baseUrl}${TRADER_PATH}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw new BrokerCallError({
        ...readBrokerProblem(0, ''),
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

const ordersPath = ({ hash }: BrokerAccount): string => `/accounts/${hash}/orders`;

function readPosition(position: ReturnType<typeof asObject>): BrokerPosition | undefined {
  const symbol = asText(asObject(position?.instrument)?.symbol);
  if (symbol === undefined) return undefined;
  return {
    symbol: fromBrokerSymbol(symbol),
    longQuantity: asNumber(position?.longQuantity) ?? 0,
    shortQuantity: asNumber(position?.shortQuantity) ?? 0,
  };
}

/** The order's id from the Location header, if that names an order of this very account. */
function orderIdOf(response: Response, { hash }: BrokerAccount): string | undefined {
  const [, ofHash, orderId] =
    /\/accounts\/([^/]+)\/orders\/(\d+)\/?$/.exec(response.headers.get('location') ?? '') ?? [];
  return ofHash === hash ? orderId : undefined;
}
