import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { StandInBook, type QuoteOf } from './book.ts';
import { createFaults, type Faults } from './faults.ts';
import { consentPage, errorPage } from './pages.ts';
import { USUAL_SWITCHES, type StandInSwitches } from './switches.ts';
import { createStandInTokens, USUAL_LIVES, type StandInTokens } from './tokens.ts';
import { addTraderRoutes } from './trader-routes.ts';

export interface StandInOptions {
  readonly host?: string;
  /** 0 = any free one. */
  readonly port?: number;
  readonly key: string;
  readonly secret: string;
  /** Callbacks that were registered here; the redirect must name one of them exactly. */
  readonly callbacks: readonly string[];
  readonly accounts?: readonly string[];
  readonly quoteOf: QuoteOf;
  readonly nowMs?: () => number;
  /** Orders move by themselves in steps of this; without it only `book.step()` moves them. */
  readonly stepMs?: number;
}

export interface StandInBroker {
  readonly url: string;
  readonly book: StandInBook;
  readonly tokens: StandInTokens;
  readonly faults: Faults;
  readonly switches: StandInSwitches;
  /** `METHOD /path` of every call so far, without queries. */
  readonly calls: readonly string[];
  /** Everything as at the beginning, with these accounts; tokens that were given stay good. */
  reset(accounts: readonly string[]): void;
  close(): Promise<void>;
}

export const STAND_IN_ACCOUNTS = ['70000001', '70000002'];

/** A broker that speaks the real one's protocol on this machine: OAuth, accounts, orders, and its faults on request. */
export async function startStandInBroker(options: StandInOptions): Promise<StandInBroker> {
  const nowMs = options.nowMs ?? (() => Date.now());
  const book = new StandInBook(options.accounts ?? STAND_IN_ACCOUNTS, options.quoteOf, nowMs);
  const tokens = createStandInTokens(nowMs);
  const faults = createFaults();
  const switches: StandInSwitches = { ...USUAL_SWITCHES };
  const calls: string[] = [];

  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    calls.push(`${request.method} ${path}`);
    const fault = faults.take(request.method, path);
    if (fault)
      return reply.code(fault.status).headers(fault.headers).type(fault.contentType).send(fault.body);
  });
  addOauthRoutes(app, options, tokens, switches, book);
  addTraderRoutes(app, { book, tokens, switches, nowMs });

  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  // A TCP server's address is an AddressInfo once it listens.
  const { port } = app.server.address() as AddressInfo;
  const timer = options.stepMs === undefined ? undefined : setInterval(() => book.step(), options.stepMs);
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    book,
    tokens,
    faults,
    switches,
    calls,
    reset(accounts) {
      book.reset(accounts);
      faults.clear();
      Object.assign(switches, USUAL_SWITCHES);
      Object.assign(tokens.lives, USUAL_LIVES);
      calls.length = 0;
    },
    async close() {
      clearInterval(timer);
      await app.close();
    },
  };
}

function addOauthRoutes(
  app: FastifyInstance,
  { key, secret, callbacks }: StandInOptions,
  tokens: StandInTokens,
  switches: StandInSwitches,
  book: StandInBook,
): void {
  const textsOf = (value: unknown): Record<string, string> =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : {};

  /** What is wrong with a request for a login; nothing is ever sent to a callback that was not registered. */
  const faultOf = (query: Record<string, string>): string | undefined => {
    if (query.response_type !== 'code') return 'response_type must be code.';
    if (query.client_id !== key) return 'This application is not known here.';
    return callbacks.includes(query.redirect_uri ?? '')
      ? undefined
      : 'The callback is not the registered one.';
  };
  const backTo = (query: Record<string, string>, values: Record<string, string>): string => {
    const address = new URL(query.redirect_uri ?? '');
    for (const [name, value] of Object.entries({
      ...values,
      ...(query.state === undefined ? {} : { state: query.state }),
    }))
      address.searchParams.set(name, value);
    return address.href;
  };
  const allow = (query: Record<string, string>): string =>
    backTo(query, { code: tokens.newCode(query.redirect_uri ?? ''), session: randomUUID() });

  app.get('/v1/oauth/authorize', (request, reply) => {
    const query = textsOf(request.query);
    const fault = faultOf(query);
    if (fault) return reply.code(400).type('text/html; charset=utf-8').send(errorPage(fault));
    if (switches.allowsAtOnce) return reply.redirect(allow(query), 302);
    return reply.type('text/html; charset=utf-8').send(
      consentPage(
        query,
        book.accounts.map(({ accountNumber }) => accountNumber),
      ),
    );
  });
  app.post('/v1/oauth/authorize', (request, reply) => {
    const { decision, ...query } = textsOf(request.body);
    const fault = faultOf(query);
    if (fault) return reply.code(400).type('text/html; charset=utf-8').send(errorPage(fault));
    return reply.redirect(
      decision === 'allow' ? allow(query) : backTo(query, { error: 'access_denied' }),
      302,
    );
  });

  app.post('/v1/oauth/token', (request, reply) => {
    const expected = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    if (request.headers.authorization !== expected)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Unauthorized' });
    const form = textsOf(request.body);
    if (form.grant_type === 'authorization_code') {
      const granted = tokens.exchange(form.code ?? '', form.redirect_uri ?? '');
      return (
        granted ??
        reply.code(400).send({
          error: 'invalid_request',
          error_description: 'Bad authorization code: expired, used, or for another callback',
        })
      );
    }
    if (form.grant_type === 'refresh_token') {
      const granted = tokens.refresh(form.refresh_token ?? '');
      if (granted) return granted;
      const inner = JSON.stringify({
        error_description:
          'Exception while authenticating refresh token [tokenDigest=0, Exception=Failed refresh token authentication [tokenDigest=0]]',
        error: 'refresh_token_authentication_error',
      });
      return reply
        .code(400)
        .send({ error: 'unsupported_token_type', error_description: `400 Bad Request: "${inner}"` });
    }
    return reply.code(400).send({
      error: 'unsupported_grant_type',
      error_description: 'grant_type must be authorization_code or refresh_token',
    });
  });
}
