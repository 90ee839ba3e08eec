import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../domain/assert/assert.ts';
import { OidcSignIn } from './oidc-sign-in.ts';

const MINUTE_MS = 60_000;
const RETURN_URL = 'https://trading.example/oidc';
const SUBJECT = { issuer: 'https://provider.example/', subject: 'ann' };

let nowMs: number;
let stored: Map<string, string>;
beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 5, 15);
  stored = new Map();
});

/** The sign-in of a server that has just started, on a database that may have been there before. `calls.answers`: how many answers were taken to the provider. */
function startedSignIn() {
  const calls = { answers: 0 };
  const signIn = new OidcSignIn({
    config: {
      issuer: new URL(SUBJECT.issuer),
      clientId: 'tapedeck',
      clientSecret: undefined,
      label: 'Example',
      scopes: 'openid',
      createsUsers: false,
      linksByEmail: false,
    },
    provider: {
      begin: async (returnUrl) =>
        ok({
          url: `${SUBJECT.issuer}authorize`,
          checks: { state: `state-${stored.size}-${nowMs}`, nonce: 'n', codeVerifier: 'v', returnUrl },
        }),
      finish: async () => {
        calls.answers += 1;
        return ok({
          ...SUBJECT,
          profile: async () => ok({ verifiedEmail: undefined, preferredName: undefined }),
        });
      },
    },
    users: { canLink: false, isLinked: async () => true, linkAtFirstSignIn: async () => false },
    repositories: {
      system: {
        get: async (name) => stored.get(name),
        set: async (name, value) => void stored.set(name, value),
      },
    },
    clock: { hostMs: () => nowMs, exchangeMs: () => nowMs },
    throttle: { attempt: async () => undefined, withdrawn: async () => undefined },
    log: () => undefined,
  });
  return { signIn, calls };
}

async function begun(signIn: OidcSignIn): Promise<string> {
  const outcome = await signIn.beginOidc(RETURN_URL);
  if (!outcome.ok) throw new Error(`the sign-in did not begin: ${outcome.error.reason}`);
  return outcome.value.pending;
}

const finish = (signIn: OidcSignIn, pending: string) =>
  signIn.finishOidc({ pending, query: '?code=c', address: '192.0.2.1' });

async function ticketOf(signIn: OidcSignIn): Promise<string> {
  const outcome = await finish(signIn, await begun(signIn));
  if (!outcome.ok) throw new Error(`there is no ticket: ${outcome.error.reason}`);
  return outcome.value;
}

describe('a ticket', () => {
  it('is used once, and works for five minutes', async () => {
    const { signIn } = startedSignIn();
    const ticket = await signIn.readTicket(await ticketOf(signIn));
    expect(ticket).toMatchObject(SUBJECT);
    if (!ticket) return;
    expect([signIn.useTicket(ticket), signIn.useTicket(ticket)]).toEqual([true, false]);
    const late = await ticketOf(signIn);
    nowMs += 5 * MINUTE_MS - 1;
    expect(await signIn.readTicket(late)).toMatchObject(SUBJECT);
    nowMs += 1;
    expect(await signIn.readTicket(late)).toBeUndefined();
  });

  it('does not outlive the run of the server, which alone knows that it was used', async () => {
    const before = startedSignIn().signIn;
    const sealed = await ticketOf(before);
    const ticket = await before.readTicket(sealed);
    expect(ticket && before.useTicket(ticket)).toBe(true);
    expect(await startedSignIn().signIn.readTicket(sealed)).toBeUndefined();
  });
});

describe('an answer of the provider', () => {
  it('goes to the provider once, within 15 minutes, also after a restart of the server', async () => {
    const pending = await begun(startedSignIn().signIn);
    const { signIn, calls } = startedSignIn();
    expect(await finish(signIn, pending)).toMatchObject({ ok: true });
    expect(await finish(signIn, pending)).toEqual({ ok: false, error: { reason: 'pending' } });
    const late = await begun(signIn);
    nowMs += 15 * MINUTE_MS;
    expect(await finish(signIn, late)).toEqual({ ok: false, error: { reason: 'pending' } });
    expect(await finish(signIn, 'v1.forged')).toEqual({ ok: false, error: { reason: 'pending' } });
    expect(calls.answers).toBe(1);
  });
});
