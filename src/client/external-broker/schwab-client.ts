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
  type BrokerProblem,
  type ExternalOrder,
  type SchwabOrderBody,
  type OrdersRead,
} from '../../domain/orders/schwab/index.ts';
import { TRADER_PATH } from '../../protocol/index.ts';

/** The broker refused a call, or no answer came. */
export class BrokerCallError extends Error {
  override readonly name = 'BrokerCallError';
  readonly problem: BrokerProblem;
  /** How long the broker asks to be left alone, seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The broker may have done what was asked all the same. */
  readonly isUncertain: boolean;

  constructor(problem: BrokerProblem, retryAfter?: number) {
    super(problem.message || problem.text);
    this.problem = problem;
    this.retryAfterSeconds = retryAfter;
    this.isUncertain = problem.status === 0 || problem.status === 504;
  }
}

export interface BrokerAccount {
  readonly account: string;
  readonly hash: string;
}

export interface BrokerPosition {
  readonly symbol: string;
  readonly longQuantity: number;
  readonly shortQuantity: number;
}

/** The broker answers with at most so many orders. */
const MAX_RESULTS = 3000;
const CALL_LIMIT_MS = 30_000;

/** The broker's trader API, as this product's server passes it on. Every call rejects with a BrokerCallError. */
export interface SchwabClient {
  accounts(): Promise<BrokerAccount[]>;
  positions(of: BrokerAccount): Promise<BrokerPosition[]>;
  /** `isFull`: the broker had more to tell than fits one answer. */
  orders(of: BrokerAccount, fromMs: number, toMs: number): Promise<OrdersRead & { readonly isFull: boolean }>;
  order(of: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined>;
  /** The id of the new order; undefined when the broker did not say. */
  place(of: BrokerAccount, body: SchwabOrderBody): Promise<string | undefined>;
  replace(of: BrokerAccount, orderId: string, body: SchwabOrderBody): Promise<string | undefined>;
  cancel(of: BrokerAccount, orderId: string): Promise<void>;
}

export interface SchwabClientDeps {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly accessToken: () => string | null;
  /** Fetches another token after this one was refused; false when there is none. */
  readonly renew: (refused: string | null) => Promise<boolean>;
}

export function createBrokerClient({ baseUrl, fetch, accessToken, renew }: SchwabClientDeps): SchwabClient {
  async function attempt(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ response: Response; text: string }> {
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

  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ response: Response; text: string }> {
    const shown = accessToken();
    let answer = await attempt(method, path, body);
    // A refused token means that nothing was done, so even an order may be sent again.
    if (answer.response.status === 401 && (await renew(shown))) answer = await attempt(method, path, body);
    const { response, text } = answer;
    if (!response.ok)
      throw new BrokerCallError(
        readBrokerProblem(response.status, text),
        retryAfterSeconds(response.headers.get('retry-after')),
      );
    return answer;
  }

  async function read(path: string): Promise<unknown> {
    const { response, text } = await call('GET', path);
    try {
      return JSON.parse(text);
    } catch {
      throw new BrokerCallError({
        ...readBrokerProblem(response.status, ''),
        text: "The broker's answer could not be read",
      });
    }
  }

  const ordersPath = ({ hash }: BrokerAccount): string => `/accounts/${hash}/orders`;

  return {
    async accounts() {
      const answer = await read('/accounts/accountNumbers');
      return asList(answer).flatMap((item) => {
        const entry = asObject(item);
        const [account, hash] = [asId(entry?.accountNumber), asText(entry?.hashValue)];
        return account !== undefined && hash !== undefined ? [{ account, hash }] : [];
      });
    },
    async positions(of) {
      const answer = asObject(await read(`/accounts/${of.hash}?fields=positions`));
      return asList(asObject(answer?.securitiesAccount)?.positions).flatMap((item) => {
        const position = asObject(item);
        const symbol = asText(asObject(position?.instrument)?.symbol);
        return symbol === undefined
          ? []
          : [
              {
                symbol: fromBrokerSymbol(symbol),
                longQuantity: asNumber(position?.longQuantity) ?? 0,
                shortQuantity: asNumber(position?.shortQuantity) ?? 0,
              },
            ];
      });
    },
    async orders(of, fromMs, toMs) {
      const query = new URLSearchParams({
        fromEnteredTime: brokerTime(fromMs),
        toEnteredTime: brokerTime(toMs),
        maxResults: String(MAX_RESULTS),
      });
      const answer = await read(`${ordersPath(of)}?${query}`);
      return { ...readSchwabOrders(answer, of.account), isFull: asList(answer).length >= MAX_RESULTS };
    },
    order: async (of, orderId) => readSchwabOrder(await read(`${ordersPath(of)}/${orderId}`), of.account),
    place: async (of, body) => orderIdOf((await call('POST', ordersPath(of), body)).response, of),
    replace: async (of, orderId, body) =>
      orderIdOf((await call('PUT', `${ordersPath(of)}/${orderId}`, body)).response, of),
    async cancel(of, orderId) {
      await call('DELETE', `${ordersPath(of)}/${orderId}`);
    },
  };
}

/** The order's id from the Location header, if that names an order of this very account. */
function orderIdOf(response: Response, { hash }: BrokerAccount): string | undefined {
  const [, ofHash, orderId] =
    /\/accounts\/([^/]+)\/orders\/(\d+)\/?$/.exec(response.headers.get('location') ?? '') ?? [];
  return ofHash === hash ? orderId : undefined;
}
