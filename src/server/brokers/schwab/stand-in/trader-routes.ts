import { DAY_MS } from '../../../../domain/calendar/durations.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StandInBook } from './book.ts';
import { isOpen, type StandInAccount } from './order.ts';
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

const BASE = '/trader/v1';
const QUERY_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The broker's trader API. */
export function addTraderRoutes(app: FastifyInstance, { book, tokens, switches, nowMs }: Deps): void {
  const unauthorized = (reply: FastifyReply) =>
    reply.code(401).send({
      errors: [{ id: randomUUID(), status: 401, title: 'Unauthorized', detail: 'Client not authorized' }],
    });
  const notFound = (reply: FastifyReply, name: 'Account' | 'Order') =>
    reply.code(404).send({ message: `${name} not found` });
  const refused = (reply: FastifyReply, message: string, errors?: string[]) =>
    reply.code(400).send({ message, ...(errors ? { errors } : {}) });
  const accountOf = (hash: string): StandInAccount | undefined =>
    book.accounts.find(({ hashValue }) => hashValue === hash);
  const placed = (reply: FastifyReply, request: FastifyRequest, account: StandInAccount, orderId: number) => {
    if (!switches.omitsLocation)
      reply.header(
        'location',
        `http://${request.headers.host}${BASE}/accounts/${switches.namesWrongHash ? 'F'.repeat(64) : account.hashValue}/orders/${orderId}`,
      );
    return reply.code(201).send();
  };

  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(BASE)) return;
    const shown = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (shown === undefined || !tokens.isGood(shown)) return unauthorized(reply);
  });

  app.get(`${BASE}/accounts/accountNumbers`, () =>
    book.accounts.map(({ accountNumber, hashValue }) => ({ accountNumber, hashValue })),
  );

  app.get<OfAccount>(`${BASE}/accounts/:hash`, (request, reply) => {
    const account = accountOf(request.params.hash);
    if (!account) return notFound(reply, 'Account');
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
  });

  app.get<OfAccount & { Querystring: Record<string, string | undefined> }>(
    `${BASE}/accounts/:hash/orders`,
    (request, reply) => {
      const account = accountOf(request.params.hash);
      if (!account) return notFound(reply, 'Account');
      const { fromEnteredTime, toEnteredTime, maxResults, status } = request.query;
      for (const [name, value] of Object.entries({ fromEnteredTime, toEnteredTime })) {
        if (value === undefined || !QUERY_TIME.test(value))
          return refused(reply, `'${value ?? ''}' is not a valid value for ${name}`);
      }
      const [fromMs, toMs] = [Date.parse(fromEnteredTime ?? ''), Date.parse(toEnteredTime ?? '')];
      // A minute over: clients cut their windows at times of their own.
      if (switches.windowDays > 0 && toMs - fromMs > switches.windowDays * DAY_MS + 60_000)
        return refused(reply, `The window may be ${switches.windowDays} days long at most`);
      if (switches.reachDays > 0 && fromMs < nowMs() - switches.reachDays * DAY_MS)
        return refused(reply, `Orders are kept for ${switches.reachDays} days`);
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
    },
  );

  app.get<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const account = accountOf(request.params.hash);
    const order = account && book.order(account, request.params.id);
    return order ? orderToJson(order, switches.timeForm, switches.statusName) : notFound(reply, 'Order');
  });

  app.post<OfAccount>(`${BASE}/accounts/:hash/orders`, (request, reply) => {
    const account = accountOf(request.params.hash);
    if (!account) return notFound(reply, 'Account');
    const read = readOrderRequest(request.body);
    if (!('order' in read)) return refused(reply, read.message, read.errors);
    return placed(reply, request, account, book.enter(account, read.order).orderId);
  });

  app.put<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const account = accountOf(request.params.hash);
    const order = account && book.order(account, request.params.id);
    if (!account || !order) return notFound(reply, 'Order');
    book.beforeReplace(order);
    if (!isOpen(order)) return refused(reply, `Order cannot be replaced in status ${order.status}`);
    const read = readOrderRequest(request.body);
    if (!('order' in read)) return refused(reply, read.message, read.errors);
    return placed(reply, request, account, book.replace(order, read.order).orderId);
  });

  app.delete<OfOrder>(`${BASE}/accounts/:hash/orders/:id`, (request, reply) => {
    const account = accountOf(request.params.hash);
    const order = account && book.order(account, request.params.id);
    if (!order) return notFound(reply, 'Order');
    if (!isOpen(order)) return refused(reply, `Order cannot be canceled in status ${order.status}`);
    book.cancel(order);
    return reply.code(200).send();
  });
}
