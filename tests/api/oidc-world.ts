import * as v from 'valibot';
import { expect } from 'vitest';
import { signInHttp } from '../../src/protocol/http-sign-in.ts';
import type { OidcConfig } from '../../src/server/identity/oidc/oidc-config.ts';
import { runAdminProgram } from '../support/admin-program.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { startProvider, type StandInProvider } from '../support/stand-in-provider.ts';
import { connect } from './wire-client.ts';

/** The provider, and the server that knows it. */
export let provider: StandInProvider;
export let server: TestServer;
/** Servers that a test has started. */
const others: TestServer[] = [];

export async function openOidcWorld(change: Partial<OidcConfig> = {}): Promise<void> {
  provider = await startProvider();
  server = await startTestServer({ config: { oidc: { ...configOf(provider), ...change } } });
}
/** After each test: the provider is in order again. */
export async function tidyOidcWorld(): Promise<void> {
  provider.faults = {};
  provider.returnUrls.clear();
  for (const other of others.splice(0)) await other.end();
}
export async function closeOidcWorld(): Promise<void> {
  await server?.end();
  await provider?.close();
}

export const configOf = ({ issuer, clientId, clientSecret }: StandInProvider): OidcConfig => ({
  issuer,
  clientId,
  clientSecret,
  label: 'Example',
  scopes: 'openid email profile',
  createsUsers: false,
  linksByEmail: false,
});
export async function startOther(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const other = await startTestServer(options);
  others.push(other);
  return other;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export async function post(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = { origin: url },
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    body: body === null ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
export const begin = async (at: TestServer = server): Promise<{ Url: string; Pending: string }> =>
  v.parse(signInHttp.oidcBegin.response, (await post(at, '/api/Account/Oidc/Begin', null)).body);
/** Lets the provider sign its user in; the query with which it sends the browser back. */
export async function queryFrom(Url: string): Promise<string> {
  const { headers } = await fetch(Url, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '').search;
}
export const finish = (Pending: string, Query: string, at: TestServer = server): Promise<Answer> =>
  post(at, '/api/Account/Oidc/Finish', { Pending, Query });
/** From the login page to the answer for a ticket. */
export async function comeBack(subject: string, at: TestServer = server): Promise<Answer> {
  provider.user = { ...provider.user, subject };
  const { Url, Pending } = await begin(at);
  return finish(Pending, await queryFrom(Url), at);
}
export async function ticketOf(subject: string, at: TestServer = server): Promise<string> {
  const answer = await comeBack(subject, at);
  expect(answer).toMatchObject({ status: 200 });
  return v.parse(signInHttp.oidcFinish.response, answer.body).Ticket;
}
export async function connected(at: TestServer = server) {
  const client = await connect('trading', at.ports);
  await client.next('connected');
  return client;
}
/** A ticket is accepted: the name of the user whom it signs in. */
export async function signedIn(Ticket: string, at: TestServer = server): Promise<string> {
  const client = await connected(at);
  client.send('oidcLogin', { Ticket });
  const { UserId } = await client.next('loginSuccess');
  expect((await client.next('availableAccounts')).DemoAccounts).not.toEqual([]);
  client.close();
  return UserId;
}
export async function refusalOf(Ticket: string, at: TestServer = server): Promise<string> {
  const client = await connected(at);
  client.send('oidcLogin', { Ticket });
  const { FailureType } = await client.next('loginFailure');
  expect(client.seen.map(({ name }) => name)).not.toContain('loginSuccess');
  client.close();
  return FailureType;
}
export async function linkedUser(userName: string, at: TestServer = server): Promise<TestUser> {
  const user = await at.addUser(userName);
  const linked = await runAdminProgram(
    at,
    ['user', 'link-oidc', userName, `at-${userName}`],
    provider.issuer,
  );
  expect(linked).toMatchObject({ code: 0 });
  return user;
}
