import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { ReplayClock } from './replay-clock.ts';

/** The clock as clients see it. */
export interface HeldClock extends Pick<ReplayClock, 'nowMs' | 'session' | 'isOpen'> {
  /** Everything before the close is published, or was visible without a listener: the clock shows the present again. */
  release(): void;
}

/**
 * Time leaps from a close to the next open between two rounds of events: while `hasListener` is true, the clock stands at the last millisecond of
 * the session until `release`, so that no order's day ends before its closing prints.
 */
export function createHeldClock(clock: ReplayClock, hasListener: () => boolean): HeldClock {
  let begun = clock.session();
  let isEnded = !clock.isOpen();
  const isHeld = (): boolean =>
    hasListener() && (clock.session().date > begun.date || (!isEnded && !clock.isOpen()));

  return {
    nowMs: () => (isHeld() ? begun.closeMs - 1 : clock.nowMs()),
    session: (): UsEquitySession => (isHeld() ? begun : clock.session()),
    isOpen: () => isHeld() || clock.isOpen(),
    release() {
      begun = clock.session();
      isEnded = !clock.isOpen();
    },
  };
}
