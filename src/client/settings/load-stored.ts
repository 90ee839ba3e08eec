import { isPassing, type HttpApi, type RouteAnswer } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';

/** Pauses between the attempts to load, ms. */
const RETRY_DELAYS_MS: readonly number[] = [500, 1_500, 4_000];
/** No attempt begins later than this, so that a server without an answer does not keep the user waiting for all of them. */
const LAST_TRY_MS = 20_000;

/** The load was cancelled by another one or by the sign-out. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Loads the stored settings and workspaces, with retries. */
export interface StoredLoader {
  /** Resolves with the server's state after a few attempts. Rejects with the last failure, or with `GivenUp` when cancelled. */
  load(token: () => string | null): Promise<RouteAnswer<'loadSettings'>>;
  /** Ends the load under way, if any. */
  cancel(): void;
}

/** Creates a loader; it runs one load at a time, and a new one cancels the one before. */
export function createStoredLoader(api: HttpApi, clock: HostClock): StoredLoader {
  /** Rises with every load and every cancel. A load that finds it changed stops. */
  let generation = 0;
  let endPause = (): void => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, ms);
      endPause = () => {
        clock.clearTimeout(timer);
        resolve();
      };
    });
  function cancel(): void {
    generation++;
    endPause();
  }

  return {
    async load(token) {
      cancel();
      const mine = generation;
      const begunMs = clock.nowMs();
      for (let attempt = 0; ; attempt++) {
        const outcome = await api.call('loadSettings', null, { token: token() }).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        );
        if (mine !== generation) throw new GivenUp('The sign-in was cancelled.');
        if ('answer' in outcome) return outcome.answer;
        const delayMs = RETRY_DELAYS_MS[attempt];
        if (
          delayMs === undefined ||
          !isPassing(outcome.error) ||
          clock.nowMs() + delayMs - begunMs > LAST_TRY_MS
        )
          throw outcome.error;
        await pause(delayMs);
        if (mine !== generation) throw new GivenUp('The sign-in was cancelled.');
      }
    },
    cancel,
  };
}
