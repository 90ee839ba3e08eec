import { MAX_ANNOTATION_TEXT } from '../../../domain/strategy/annotations.ts';
import { formatInteger } from '../../../domain/format/format-number.ts';
import type { StrategyAlert, StrategyAlerts } from '../runs/strategy-alerts.ts';

/** A notice waits so long for further failures of its user, ms. */
const QUIET_MS = 2_000;
/** And no longer than this after the first, ms. */
const MAX_WAIT_MS = 60_000;

/** A failure of a schedule before it is joined with others. */
type Failure = Omit<StrategyAlert, 'number'>;

interface Joined {
  readonly first: Failure;
  /** Host clock, ms. */
  readonly sinceMs: number;
  count: number;
  timer: NodeJS.Timeout;
}

/** Notifies users of scheduled starts that failed: failures of one user that follow one another within a minute are one notice. */
export class FailureNotices {
  readonly #alerts: Pick<StrategyAlerts, 'publish'>;
  readonly #joined = new Map<string, Joined>();
  /** Notices so far: their notifications differ. */
  #count = 0;

  constructor(alerts: Pick<StrategyAlerts, 'publish'>) {
    this.#alerts = alerts;
  }

  add(failure: Failure): void {
    const { userId } = failure;
    const nowMs = performance.now();
    const joined = this.#joined.get(userId);
    if (joined === undefined) {
      const timer = this.#publishIn(userId, QUIET_MS);
      this.#joined.set(userId, { first: failure, sinceMs: nowMs, count: 1, timer });
      return;
    }
    joined.count += 1;
    clearTimeout(joined.timer);
    const leftMs = Math.max(0, joined.sinceMs + MAX_WAIT_MS - nowMs);
    joined.timer = this.#publishIn(userId, Math.min(QUIET_MS, leftMs));
  }

  /** Publishes what waits: the server stops. */
  close(): void {
    for (const userId of [...this.#joined.keys()]) this.#publish(userId);
  }

  #publishIn(userId: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#publish(userId), ms);
  }

  #publish(userId: string): void {
    const joined = this.#joined.get(userId);
    if (joined === undefined) return;
    clearTimeout(joined.timer);
    this.#joined.delete(userId);
    this.#count += 1;
    const { first } = joined;
    this.#alerts.publish({ ...first, text: shortened(noticeText(joined)), number: this.#count });
  }
}

function noticeText({ first, count }: Joined): string {
  const line = first.text.replaceAll(/\s+/g, ' ');
  return count === 1 ? line : `${formatInteger(count)} scheduled starts failed. The first: ${line}`;
}

const shortened = (text: string): string =>
  text.length > MAX_ANNOTATION_TEXT ? `${text.slice(0, MAX_ANNOTATION_TEXT - 1)}…` : text;
