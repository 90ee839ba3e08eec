import type { CreateExternalLink, ExternalBrokerHost } from './external-link.ts';

/** Wait before the server is queried again for its broker, ms. */
const RETRY_MS = 15_000;

/**
 * Loads the code of external brokers, and chooses the dialect of the broker that this server has. Waits until the server says which; rejects once the
 * user has signed out.
 */
export async function loadExternalLink(host: ExternalBrokerHost): Promise<CreateExternalLink> {
  const { createAlpacaLink, createSchwabLink, fetchBrokerState } =
    await import('../external-broker/index.ts');
  for (;;) {
    const state = await fetchBrokerState(host);
    if (state !== null) return state.Broker === 'alpaca' ? createAlpacaLink : createSchwabLink;
    if (host.session.get().userId === null) throw new Error('No user is signed in any more.');
    await new Promise<void>((resolve) => void host.clock.setTimeout(resolve, RETRY_MS));
  }
}
