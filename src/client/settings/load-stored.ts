import { isPassing, type HttpApi, type RouteAnswer } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';

/** Delays before a load that failed is tried again, ms. */
const RETRY_DELAYS_MS: readonly number[] = [500, 1_500, 4_000];
/** No try begins later than this, so that a server that answers nothing does not keep the user waiting for all of them. */
const LAST_TRY_MS = 20_000;

/** Another load, or nobody's any more, has taken the place of this one. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

export interface StoredLoader {
  /** What the server holds, after a few tries; rejects with the last failure, or with `GivenUp`. */
  load(token: () => string | null): Promise<RouteAnswer<'loadSettings'>>;
  cancel(): void;
}

export function createStoredLoader(api: HttpApi, clock: HostClock): StoredLoader {
  /** Rises with every load and its end; one that finds it changed stops. */
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
