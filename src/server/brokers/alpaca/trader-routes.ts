import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { brokerErrorText } from '../../../domain/orders/schwab/index.ts';
import { ALPACA_PATH } from '../../../protocol/index.ts';
import { BrokerUnreachableError, type BrokerAnswer } from '../broker-http.ts';
import type { TraderRouteOptions } from '../external-broker-service.ts';
import { checked, definedOnly, filledPath, passOn, UNANSWERED_TEXT, UNREACHED_TEXT } from '../proxy-kit.ts';
import type { AlpacaKey } from './config.ts';
import { alpacaChangeSchema, alpacaOrderSchema } from './order-schema.ts';

const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'a time with milliseconds and Z expected'),
);
const orderId = v.pipe(v.string(), v.regex(/^[0-9a-fA-F-]{1,64}$/, 'an order id of the broker expected'));
const ofOrder = v.strictObject({ id: orderId });
const none = v.strictObject({});
const listQuery = v.strictObject({
  status: v.picklist(['open', 'closed', 'all']),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/))),
  after: v.optional(time),
  until: v.optional(time),
  direction: v.optional(v.picklist(['asc', 'desc'])),
  nested: v.optional(v.literal('true')),
});

/** The answer of a call, or the wait until the limit of requests of its key allows it, seconds. */
export type AlpacaCall = { readonly answer: BrokerAnswer } | { readonly retryAfterSeconds: number };

/** What the routes need of the broker. */
export interface AlpacaCaller {
  keyOf(userId: string): Promise<AlpacaKey | undefined>;
  call(key: AlpacaKey, method: string, path: string, body?: string): Promise<AlpacaCall>;
}

interface AlpacaRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly params: v.GenericSchema<unknown, Readonly<Record<string, string | undefined>>>;
  readonly query: v.GenericSchema<unknown, Readonly<Record<string, string | undefined>>>;
  readonly body?: v.GenericSchema;
  /** The path at Alpaca, where it is another than ours. */
  readonly target?: string;
}

/** The calls of Alpaca's trading API that the product makes; no other path is passed on. */
const ROUTES: readonly AlpacaRoute[] = [
  { method: 'GET', path: '/account', params: none, query: none },
  { method: 'GET', path: '/positions', params: none, query: none },
  { method: 'GET', path: '/orders', params: none, query: listQuery },
  { method: 'POST', path: '/orders', params: none, query: none, body: alpacaOrderSchema },
  {
    method: 'GET',
    path: '/orders/:id',
    params: ofOrder,
    query: v.strictObject({ nested: v.optional(v.literal('true')) }),
  },
  { method: 'PATCH', path: '/orders/:id', params: ofOrder, query: none, body: alpacaChangeSchema },
  { method: 'DELETE', path: '/orders/:id', params: ofOrder, query: none },
  {
    method: 'GET',
    path: '/client-orders',
    // The colon of Alpaca's own path would begin a parameter here.
    target: '/orders:by_client_order_id',
    params: none,
    query: v.strictObject({ client_order_id: v.pipe(v.string(), v.regex(/^[\w-]{1,48}$/)) }),
  },
];

/** Passes the trading calls of signed-in users on to Alpaca, with the key of the user. */
export function addAlpacaRoutes(
  app: FastifyInstance,
  broker: AlpacaCaller,
  options: TraderRouteOptions,
): void {
  for (const route of ROUTES)
    app.route({
      method: route.method,
      url: ALPACA_PATH + route.path,
      config: { rateLimit: options.rateLimit },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        options.refuseForeign(request);
        const { userId } = await options.callerOf(request);
        const key = await broker.keyOf(userId);
        if (!key) return reply.code(401).send({ message: brokerErrorText(401) });
        const params = checked(route.params, request.params);
        const query = new URLSearchParams(definedOnly(checked(route.query, request.query)));
        const body = route.body === undefined ? undefined : JSON.stringify(checked(route.body, request.body));
        const path = route.target ?? filledPath(route.path, params);
        const url = `/v2${path}${query.size === 0 ? '' : `?${query}`}`;
        try {
          const called = await broker.call(key, route.method, url, body);
          if ('answer' in called) return passOn(reply, called.answer);
          return reply
            .code(429)
            .header('retry-after', String(called.retryAfterSeconds))
            .send({ message: brokerErrorText(429) });
        } catch (error) {
          if (!(error instanceof BrokerUnreachableError)) throw error;
          options.logger.warn(
            { method: route.method, path: route.path, reason: error.message },
            'the external broker did not answer',
          );
          return sendUnanswered(reply, route.method !== 'GET' && error.wasSent);
        }
      },
    });
}

function sendUnanswered(reply: FastifyReply, mayHaveActed: boolean): FastifyReply {
  return mayHaveActed
    ? reply.code(504).send({ message: UNANSWERED_TEXT })
    : reply.code(503).send({ message: UNREACHED_TEXT });
}
