import { AlertPace, MAX_ALERTS_PER_MINUTE } from '../../../domain/strategy/alert-pace.ts';
import type { RunAlert } from '../../../domain/strategy/annotations.ts';
import type { LogPart } from '../../../domain/strategy/log.ts';
import type { RunRecord } from './run-record.ts';
import type { StrategyAlerts } from './strategy-alerts.ts';

type AlertingRun = Pick<RunRecord, 'key' | 'account' | 'instance'>;

/** Sends the alerts of one live run, a few a minute. The code logs each of them; the log also says how many were not sent. */
export class RunAlertSender {
  readonly #alerts: Pick<StrategyAlerts, 'publish'>;
  readonly #run: AlertingRun;
  readonly #addLog: (part: LogPart) => void;
  readonly #pace = new AlertPace();
  #count = 0;

  constructor(alerts: Pick<StrategyAlerts, 'publish'>, run: AlertingRun, addLog: (part: LogPart) => void) {
    this.#alerts = alerts;
    this.#run = run;
    this.#addLog = addLog;
  }

  /** `nowMs`: exchange time. */
  send(alerts: readonly RunAlert[], nowMs: number): void {
    const { key, account, instance } = this.#run;
    let refused = 0;
    for (const { text } of alerts) {
      if (!this.#pace.admits(nowMs)) {
        refused += 1;
        continue;
      }
      this.#count += 1;
      this.#alerts.publish({
        userId: key.userId,
        account,
        strategy: key.name,
        instanceId: key.instanceId,
        symbol: instance.PrimarySymbol,
        timeMs: nowMs,
        // It becomes a title and the subject of a mail.
        text: text.replaceAll(/\s+/g, ' ').trim(),
        number: this.#count,
      });
    }
    if (refused === 0) return;
    const text = `${refused === 1 ? '1 alert was' : `${refused} alerts were`} not sent: a run sends at most ${MAX_ALERTS_PER_MINUTE} a minute.`;
    this.#addLog({ lines: [{ timeMs: nowMs, text }], dropped: 0 });
  }
}
