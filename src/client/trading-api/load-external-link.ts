import type { HostClock } from '../host-clock.ts';
import type { CreateExternalLink, ExternalBrokerHost } from './external-link.ts';

/** Wait before the server is queried again for its broker, ms. */
const RETRY_MS = 15_000;

/** Resolves after a while, or at once when the signal ends it. */
async function pause(clock: HostClock, delayMs: number, ending: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = clock.setTimeout(() => {
      ending.removeEventListener('abort', end);
      resolve();
    }, delayMs);
    const end = (): void => {
      clock.clearTimeout(timer);
      resolve();
    };
    ending.addEventListener('abort', end, { once: true });
  });
}

/**
 * Loads the code of external brokers, and chooses the dialect of the broker that this server has. Waits until the server says which; rejects once the
 * user has signed out, or the signal has ended it.
 */
export async function loadExternalLink(
  host: ExternalBrokerHost,
  ending: AbortSignal,
): Promise<CreateExternalLink> {
  const { createAlpacaLink, createSchwabLink, fetchBrokerState } =
    await import('../external-broker/index.ts');
  for (;;) {
    const state = await fetchBrokerState(host);
    if (state !== null) return state.Broker === 'alpaca' ? createAlpacaLink : createSchwabLink;
    if (host.session.get().userId === null) throw new Error('No user is signed in any more.');
    if (!ending.aborted) await pause(host.clock, RETRY_MS, ending);
    if (ending.aborted) throw new Error('The link to the broker is not needed any more.');
  }
}
