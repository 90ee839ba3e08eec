import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { brokerErrorText } from '../../../domain/orders/schwab/index.ts';
import { accountHashField, TRADER_PATH } from '../../../protocol/index.ts';
import { BrokerUnreachableError, callBroker } from '../broker-http.ts';
import type { TraderRouteOptions } from '../external-broker-service.ts';
import { checked, definedOnly, filledPath, passOn, UNANSWERED_TEXT, UNREACHED_TEXT } from '../proxy-kit.ts';
import type { SchwabConfig } from './config.ts';
import { schwabOrderSchema } from './order-schema.ts';

/** The broker may take this long; shorter than the limit of our own handlers. */
const READ_LIMIT_MS = 25_000;
const BROKER_PATH = '/trader/v1';

const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'a time with milliseconds and Z expected'),
);
const orderId = v.pipe(v.string(), v.regex(/^\d{1,18}$/, 'an order id of the broker expected'));
const ofAccount = v.strictObject({ hash: accountHashField });
const ofOrder = v.strictObject({ hash: accountHashField, id: orderId });
const none = v.strictObject({});

interface TraderRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly params: v.GenericSchema<unknown, Readonly<Record<string, string | undefined>>>;
  readonly query: v.GenericSchema<unknown, Readonly<Record<string, string | undefined>>>;
  readonly hasBody?: true;
}

/** The calls of the broker's trader API that the product makes; no other path is passed on. */
const ROUTES: readonly TraderRoute[] = [
  { method: 'GET', path: '/accounts/accountNumbers', params: none, query: none },
  {
    method: 'GET',
    path: '/accounts/:hash',
    params: ofAccount,
    query: v.strictObject({ fields: v.optional(v.literal('positions')) }),
  },
  {
    method: 'GET',
    path: '/accounts/:hash/orders',
    params: ofAccount,
    query: v.strictObject({
      fromEnteredTime: time,
      toEnteredTime: time,
      maxResults: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))),
      status: v.optional(v.pipe(v.string(), v.regex(/^[A-Z_]{1,40}$/))),
    }),
  },
  { method: 'POST', path: '/accounts/:hash/orders', params: ofAccount, query: none, hasBody: true },
  { method: 'GET', path: '/accounts/:hash/orders/:id', params: ofOrder, query: none },
  { method: 'PUT', path: '/accounts/:hash/orders/:id', params: ofOrder, query: none, hasBody: true },
  { method: 'DELETE', path: '/accounts/:hash/orders/:id', params: ofOrder, query: none },
];

/** What the proxy needs of the logins. */
interface BrokerTokens {
  readonly config: SchwabConfig;
  bearerOf(
    accessToken: string,
  ): Promise<{ readonly userId: string; readonly brokerToken: string } | undefined>;
  tokenRefused(userId: string, brokerToken: string): Promise<void>;
}

/** Passes the trader calls of signed-in users on to the broker, with the broker's token in place of ours. */
export function addTraderProxy(
  app: FastifyInstance,
  service: BrokerTokens,
  options: Pick<TraderRouteOptions, 'logger' | 'rateLimit' | 'refuseForeign'>,
): void {
  for (const route of ROUTES) {
    app.route({
      method: route.method,
      url: TRADER_PATH + route.path,
      config: { rateLimit: options.rateLimit },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        options.refuseForeign(request);
        const shown = /^Bearer ([^\s]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
        const bearer = shown === undefined ? undefined : await service.bearerOf(shown);
        // The broker's own words for a token that is no good: the client treats both alike.
        if (!bearer) return reply.code(401).send({ message: brokerErrorText(401) });
        const params = checked(route.params, request.params);
        const query = new URLSearchParams(definedOnly(checked(route.query, request.query)));
        const body = route.hasBody ? JSON.stringify(checked(schwabOrderSchema, request.body)) : undefined;
        const path = filledPath(route.path, params);
        const url = `${service.config.url}${BROKER_PATH}${path}${query.size === 0 ? '' : `?${query}`}`;
        const headers = {
          authorization: `Bearer ${bearer.brokerToken}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        };
        try {
          const answer = await callBroker(
            url,
            { method: route.method, headers, ...(body === undefined ? {} : { body }) },
            READ_LIMIT_MS,
          );
          if (answer.status === 401) await service.tokenRefused(bearer.userId, bearer.brokerToken);
          nameOrder(reply, answer.headers);
          return passOn(reply, answer);
        } catch (error) {
          if (!(error instanceof BrokerUnreachableError)) throw error;
          options.logger.warn(
            { method: route.method, path: route.path, reason: error.message },
            'the external broker did not answer',
          );
          if (route.method === 'GET' || !error.wasSent)
            return reply.code(503).send({ message: UNREACHED_TEXT });
          return reply.code(504).send({ message: UNANSWERED_TEXT });
        }
      },
    });
  }
}

/** The broker's address of an order becomes ours. */
function nameOrder(reply: FastifyReply, headers: Headers): void {
  const place = /\/accounts\/([A-Za-z0-9]{1,128})\/orders\/(\d{1,18})\/?$/.exec(
    headers.get('location') ?? '',
  );
  if (place) reply.header('location', `${TRADER_PATH}/accounts/${place[1]}/orders/${place[2]}`);
}
