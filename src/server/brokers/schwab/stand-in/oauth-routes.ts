import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StandInBook } from './book.ts';
import { consentPage, errorPage } from './pages.ts';
import type { StandInSwitches } from './switches.ts';
import type { StandInTokens } from './tokens.ts';

/** The application that is registered at the broker: its key, its secret, and the callbacks that a redirect may name. */
export interface RegisteredApp {
  readonly key: string;
  readonly secret: string;
  readonly callbacks: readonly string[];
}

interface Deps {
  readonly registered: RegisteredApp;
  readonly tokens: StandInTokens;
  readonly switches: StandInSwitches;
  readonly book: StandInBook;
}

type Fields = Readonly<Record<string, string>>;

const AUTHORIZE_PATH = '/v1/oauth/authorize';
const HTML = 'text/html; charset=utf-8';
const REFRESH_REFUSED = JSON.stringify({
  error_description:
    'Exception while authenticating refresh token [tokenDigest=0, Exception=Failed refresh token authentication [tokenDigest=0]]',
  error: 'refresh_token_authentication_error',
});

/** The broker's OAuth: the login page, and the exchange of codes and refresh tokens for tokens. */
export function addOauthRoutes(app: FastifyInstance, deps: Deps): void {
  addAuthorizeRoutes(app, deps);
  app.post('/v1/oauth/token', (request, reply) => grantToken(deps, request, reply));
}

function addAuthorizeRoutes(app: FastifyInstance, { registered, tokens, switches, book }: Deps): void {
  const allow = (query: Fields): string =>
    callbackUrl(query, { code: tokens.newCode(query.redirect_uri ?? ''), session: randomUUID() });

  app.get(AUTHORIZE_PATH, (request, reply) => {
    const query = textsOf(request.query);
    const fault = faultOf(query, registered);
    if (fault) return reply.code(400).type(HTML).send(errorPage(fault));
    if (switches.allowsAtOnce) return reply.redirect(allow(query), 302);
    return reply.type(HTML).send(
      consentPage(
        query,
        book.accounts.map(({ accountNumber }) => accountNumber),
      ),
    );
  });
  app.post(AUTHORIZE_PATH, (request, reply) => {
    const { decision, ...query } = textsOf(request.body);
    const fault = faultOf(query, registered);
    if (fault) return reply.code(400).type(HTML).send(errorPage(fault));
    const url = decision === 'allow' ? allow(query) : callbackUrl(query, { error: 'access_denied' });
    return reply.redirect(url, 302);
  });
}

function grantToken({ registered, tokens }: Deps, request: FastifyRequest, reply: FastifyReply): unknown {
  const refuse = (error: string, description: string, status = 400): FastifyReply =>
    reply.code(status).send({ error, error_description: description });
  const expected = `Basic ${Buffer.from(`${registered.key}:${registered.secret}`).toString('base64')}`;
  if (request.headers.authorization !== expected) return refuse('invalid_client', 'Unauthorized', 401);
  const form = textsOf(request.body);
  switch (form.grant_type) {
    case 'authorization_code':
      return (
        tokens.exchange(form.code ?? '', form.redirect_uri ?? '') ??
        refuse('invalid_request', 'Bad authorization code: expired, used, or for another callback')
      );
    case 'refresh_token':
      return (
        tokens.refresh(form.refresh_token ?? '') ??
        refuse('unsupported_token_type', `400 Bad Request: "${REFRESH_REFUSED}"`)
      );
    default:
      return refuse('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
  }
}

/** What is wrong with a request for a login. A callback that is not registered is never redirected to. */
function faultOf(query: Fields, { key, callbacks }: RegisteredApp): string | undefined {
  if (query.response_type !== 'code') return 'response_type must be code.';
  if (query.client_id !== key) return 'This application is not known here.';
  return callbacks.includes(query.redirect_uri ?? '') ? undefined : 'The callback is not the registered one.';
}

/** The callback of the query with these values and the query's state. */
function callbackUrl(query: Fields, values: Fields): string {
  const url = new URL(query.redirect_uri ?? '');
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  if (query.state !== undefined) url.searchParams.set('state', query.state);
  return url.href;
}

/** The fields of a query or a form that are single texts. */
function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
