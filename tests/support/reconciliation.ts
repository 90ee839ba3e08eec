import { expect } from 'vitest';
import type { Platform } from '../../src/client/index.ts';
import type { BrokerDifference, Reconciliation } from '../../src/client/types.ts';
import type { skippableClock } from './skippable-clock.ts';
import { until } from './until.ts';

/** A client whose long timers the test lets fall due. */
interface ReconciledClient {
  readonly platform: Platform;
  readonly clock: ReturnType<typeof skippableClock>;
}

/** How the account compares, by the client. */
export function stateOf({ platform }: ReconciledClient): Reconciliation {
  const { reconciliation } = platform.tradingApi.get();
  if (reconciliation === null) throw new Error('The client compares nothing.');
  return reconciliation;
}

/** Differences as `title: here / there`. */
export const shownDifferences = (client: ReconciledClient): string[] =>
  stateOf(client).differences.map(
    ({ title, here, there, isKept }) => `${title}: ${here} / ${there}${isKept ? ' (kept)' : ''}`,
  );

/** Lets the client read and compare the account a few times: a difference shows after two readings. */
export async function compareAgain(client: ReconciledClient, times = 3): Promise<void> {
  const seen = new Set<number | null>([stateOf(client).comparedMs]);
  const stop = client.platform.tradingApi.subscribe(() => seen.add(stateOf(client).comparedMs));
  await until(() => {
    client.clock.hurry(60_000);
    client.clock.hurry(5_000);
    expect(seen.size).toBeGreaterThan(times);
  });
  stop();
}

/** The difference of a title. */
export function differenceOf(client: ReconciledClient, title: string): BrokerDifference {
  const found = stateOf(client).differences.find((each) => each.title === title);
  if (found === undefined) throw new Error(`There is no difference "${title}".`);
  return found;
}
