import { DAY_MS } from '../../../../domain/calendar/durations.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StandInBook } from './book.ts';
import { isOpen, type StandInAccount, type StandInOrder } from './order.ts';
import { orderToJson, readOrderRequest } from './order-json.ts';
import type { StandInSwitches } from './switches.ts';
import type { StandInTokens } from './tokens.ts';

interface Deps {
  readonly book: StandInBook;
  readonly tokens: StandInTokens;
  readonly switches: StandInSwitches;
  readonly nowMs: () => number;
}
interface OfAccount {
  Params: { hash: string };
}
interface OfOrder {
  Params: { hash: string; id: string };
}
type OrderQuery = Readonly<Record<string, string | undefined>>;

const BASE = '/trader/v1';
const QUERY_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The broker's trader API: accounts, and the orders of an account. */
export function addTraderRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(BASE)) return;
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !deps.tokens.isGood(token)) return unauthorized(reply);
  });
  addAccountRoutes(app, deps.book);
  addOrderQueries(app, deps);
  addOrderCommands(app, deps);
}

function addAccountRoutes(app: FastifyInstance, book: StandInBook): void {
  app.get(`${BASE}/accounts/accountNumbers`, () =>
    book.accounts.map(({ accountNumber, hashValue }) => ({ accountNumber, hashValue })),
  );

  app.get<OfAccount>(`${BASE}/accounts/:hash`, (request, reply) => {
    const account = accountOf(book, request.params.hash);
    return account ? accountToJson(account) : notFound(reply, 'Account');
  });
}

function addOrderQueries(app: FastifyInstance, { book, switches, nowMs }: Deps): void {
  app.get<OfAccount & { Querystring: OrderQuery }>(`${BASE}/accounts/:hash/orders`, (request, reply) => {
    const account = accountOf(book, request.params.hash);
    if (!account) return notFound(reply, 'Account');
    const { fromEnteredTime, toEnteredTime, maxResults, status } = request.query;
    const problem = queryProblem(request.query, switches, nowMs());
    if (problem !== undefined) return refused(reply, problem);
    const [fromMs, toMs] = [Date.parse(fromEnteredTime ?? ''), Date.parse(toEnteredTime ?? '')];
    return book
      .orders(account)
      .filter(
        (order) =>
          order.enteredMs >= fromMs &&
          order.enteredMs <= toMs &&
          (status === undefined || order.status === status),
      )
      .toReversed()
      .slice(0, Number(maxResults ?? 3000))
      .map((order) => orderToJson(order, switches.timeForm, switches.statusName));
  });

  app.get<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const { order } = orderOf(book, request.params);
    return order ? orderToJson(order, switches.timeForm, switches.statusName) : notFound(reply, 'Order');
  });
}

function addOrderCommands(app: FastifyInstance, { book, switches }: Deps): void {
  const placed = (reply: FastifyReply, request: FastifyRequest, account: StandInAccount, orderId: number) => {
    const hash = switches.namesWrongHash ? 'F'.repeat(64) : account.hashValue;
    if (!switches.omitsLocation)
      reply.header('location', `http://${request.headers.host}${BASE}/accounts/${hash}/orders/${orderId}`);
    return reply.code(201).send();
  };

  app.post<OfAccount>(`${BASE}/accounts/:hash/orders`, (request, reply) => {
    const account = accountOf(book, request.params.hash);
    if (!account) return notFound(reply, 'Account');
    const read = readOrderRequest(request.body);
    if (!('order' in read)) return refused(reply, read.message, read.errors);
    return placed(reply, request, account, book.enter(account, read.order).orderId);
  });

  app.put<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const { account, order } = orderOf(book, request.params);
    if (!account || !order) return notFound(reply, 'Order');
    book.beforeReplace(order);
    if (!isOpen(order)) return refused(reply, `Order cannot be replaced in status ${order.status}`);
    const read = readOrderRequest(request.body);
    if (!('order' in read)) return refused(reply, read.message, read.errors);
    return placed(reply, request, account, book.replace(order, read.order).orderId);
  });

  app.delete<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const { order } = orderOf(book, request.params);
    if (!order) return notFound(reply, 'Order');
    if (!isOpen(order)) return refused(reply, `Order cannot be canceled in status ${order.status}`);
    book.cancel(order);
    return reply.code(200).send();
  });
}

const accountOf = (book: StandInBook, hash: string): StandInAccount | undefined =>
  book.accounts.find(({ hashValue }) => hashValue === hash);

function orderOf(
  book: StandInBook,
  { hash, id }: OfOrder['Params'],
): { readonly account: StandInAccount | undefined; readonly order: StandInOrder | undefined } {
  const account = accountOf(book, hash);
  return { account, order: account && book.order(account, id) };
}

const unauthorized = (reply: FastifyReply) =>
  reply.code(401).send({
    errors: [{ id: randomUUID(), status: 401, title: 'Unauthorized', detail: 'Client not authorized' }],
  });
const notFound = (reply: FastifyReply, name: 'Account' | 'Order') =>
  reply.code(404).send({ message: `${name} not found` });
const refused = (reply: FastifyReply, message: string, errors?: string[]) =>
  reply.code(400).send({ message, ...(errors ? { errors } : {}) });

/** What is wrong with a query for orders: its times, or a range that the broker does not serve. */
function queryProblem(
  { fromEnteredTime, toEnteredTime }: OrderQuery,
  { windowDays, reachDays }: StandInSwitches,
  nowMs: number,
): string | undefined {
  for (const [name, value] of Object.entries({ fromEnteredTime, toEnteredTime })) {
    if (value === undefined || !QUERY_TIME.test(value))
      return `'${value ?? ''}' is not a valid value for ${name}`;
  }
  const [fromMs, toMs] = [Date.parse(fromEnteredTime ?? ''), Date.parse(toEnteredTime ?? '')];
  // One minute of tolerance for clients whose clock differs.
  if (windowDays > 0 && toMs - fromMs > windowDays * DAY_MS + 60_000)
    return `The window may be ${windowDays} days long at most`;
  if (reachDays > 0 && fromMs < nowMs - reachDays * DAY_MS) return `Orders are kept for ${reachDays} days`;
  return undefined;
}

function accountToJson(account: StandInAccount) {
  const positions = [...account.positions]
    .filter(([, held]) => held.quantity !== 0)
    .map(([symbol, { quantity, averagePrice }]) => ({
      shortQuantity: Math.max(0, -quantity),
      averagePrice,
      currentDayProfitLoss: 0,
      longQuantity: Math.max(0, quantity),
      marketValue: quantity * averagePrice,
      instrument: { assetType: symbol.length > 15 ? 'OPTION' : 'EQUITY', symbol },
    }));
  return {
    securitiesAccount: {
      type: 'MARGIN',
      accountNumber: account.accountNumber,
      roundTrips: 0,
      isDayTrader: false,
      ...(positions.length > 0 ? { positions } : {}),
      currentBalances: { cashBalance: account.cash, buyingPower: account.cash },
    },
  };
}
