import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { StandInBook, type QuoteOf } from './book.ts';
import { createFaults, type Faults } from './faults.ts';
import { addOauthRoutes, type RegisteredApp } from './oauth-routes.ts';
import { USUAL_SWITCHES, type StandInSwitches } from './switches.ts';
import { createStandInTokens, USUAL_LIVES, type StandInTokens } from './tokens.ts';
import { addTraderRoutes } from './trader-routes.ts';

/** How the stand-in is started. */
export interface StandInOptions extends RegisteredApp {
  readonly host?: string;
  /** 0 = any free one. */
  readonly port?: number;
  readonly accounts?: readonly string[];
  readonly quoteOf: QuoteOf;
  readonly nowMs?: () => number;
  /** Orders move by themselves in steps of this; without it only `book.step()` moves them. */
  readonly stepMs?: number;
}

/** A running stand-in. */
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

/** Account numbers where the options name none. */
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
  addOauthRoutes(app, { registered: options, tokens, switches, book });
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
