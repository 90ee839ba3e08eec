import * as v from 'valibot';
import { externalBrokerHttp } from '../../protocol/index.ts';
import type { BrokerKey, ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { Outcome } from '../types.ts';

/** What our server knows of the user's login at the broker. */
export type ServerState = v.InferOutput<typeof externalBrokerHttp.brokerState.response>;

/** The standing login by our server; null when the server did not answer, or answered with something else. */
export async function fetchBrokerState(host: Pick<ExternalBrokerHost, 'fetch'>): Promise<ServerState | null> {
  try {
    const response = await host.fetch(externalBrokerHttp.brokerState.path, { method: 'GET' });
    const parsed = v.safeParse(externalBrokerHttp.brokerState.response, await response.json());
    return response.ok && parsed.success ? parsed.output : null;
  } catch {
    // The server cannot be reached, or its answer is no JSON: the same as no answer.
    return null;
  }
}

/** Ends the login at the broker. Never rejects. */
export async function logOutAtBroker(host: Pick<ExternalBrokerHost, 'fetch'>): Promise<Outcome> {
  try {
    const response = await host.fetch(externalBrokerHttp.brokerLogout.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const parsed = v.safeParse(externalBrokerHttp.brokerLogout.response, await response.json());
    return response.ok && parsed.success
      ? { ok: true }
      : { ok: false, message: 'The login at the broker could not be ended; try again.' };
  } catch {
    return { ok: false, message: 'The server could not be reached; try again.' };
  }
}

/** Has the server check and keep a key of the broker. Never rejects. */
export async function connectKey(
  host: Pick<ExternalBrokerHost, 'fetch'>,
  { id, secret }: BrokerKey,
): Promise<Outcome> {
  try {
    const response = await host.fetch(externalBrokerHttp.brokerSetKeys.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ KeyId: id, Secret: secret }),
    });
    const parsed = v.safeParse(externalBrokerHttp.brokerSetKeys.response, await response.json());
    if (!response.ok || !parsed.success)
      return { ok: false, message: 'The key could not be checked; check it for spaces and try again.' };
    return parsed.output.Error === null ? { ok: true } : { ok: false, message: parsed.output.Error };
  } catch {
    return { ok: false, message: 'The server could not be reached; try again.' };
  }
}
