import { type AlertRow, newAlert } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import type { Body } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import { AlertDocuments } from './alert-documents.ts';
import { createAlertStash } from './alert-stash.ts';

/** An alert above 100 on AAPL with the id `a1`, changed. */
export const row = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});

/** An alert at a revision, as the server sends it; null for a removed one. */
export const state = (
  Revision: number,
  alert: AlertRow | null,
  Id = alert?.Id ?? 'a1',
): Body<'alertChanged'> => ({
  Id,
  Revision,
  Version: 1,
  Body: alert === null ? null : { ...alert },
});

/** A page of the user Ann with a store of alerts. What the server sends is called by hand. */
export class AlertStorePage {
  readonly clock = createManualClock();
  /** Text of the browser's storage by key. */
  readonly texts = new Map<string, string>();
  /** Kind and symbol of each reported problem. */
  readonly problems: string[] = [];
  user = { userId: 'ann', isDemo: false, permissionMask: Permission.ChartAlerts as number };
  /** The trading socket is open. */
  isOpen = true;
  /** Name, id and seen revision of each message to the server. */
  sent: string[] = [];
  store = this.openPage();

  /** Another page of the same browser. */
  openPage(): AlertDocuments {
    const store = new AlertDocuments({
      clock: this.clock,
      trading: {
        sendReady: (name, body) => {
          if (!this.isOpen) return false;
          const { Id, Seen } = { Id: '', Seen: '', ...body };
          this.sent.push(`${name} ${Id} ${Seen}`.trim());
          return true;
        },
      },
      user: () => this.user,
      stash: createAlertStash(() => ({
        getItem: (key) => this.texts.get(key) ?? null,
        setItem: (key, value) => void this.texts.set(key, value),
        removeItem: (key) => void this.texts.delete(key),
      })),
    });
    store.onProblem((problem) =>
      this.problems.push(
        `${problem.kind} ${problem.row.Symbol}${problem.kind === 'merged' ? ` ${problem.level}` : ''}`,
      ),
    );
    return store;
  }

  /** The account is selected and the server's list has arrived. */
  ready(...alerts: readonly [number, AlertRow][]): void {
    this.store.subscribe(() => {});
    this.store.onAccountReady();
    this.list(...alerts);
    this.sent = [];
  }

  /** A message of the server, and the pause after which the next one is shown. */
  #receive(message: ReceivedBy<'alertDocuments'>): void {
    this.store.onTrading(message);
    this.clock.advance(100);
  }

  list(...alerts: readonly [number, AlertRow][]): void {
    const Items = alerts.map(([Revision, alert]) => ({
      Id: alert.Id,
      Revision,
      Version: 1,
      Body: { ...alert },
    }));
    this.#receive({ name: 'alertDocuments', body: { Items, HasMore: false } });
  }

  stored(Revision: number, Id = 'a1'): void {
    this.#receive({ name: 'alertStored', body: { Id, Revision } });
  }

  changed(body: Body<'alertChanged'>): void {
    this.#receive({ name: 'alertChanged', body });
  }

  conflict(body: Body<'alertConflict'>): void {
    this.#receive({ name: 'alertConflict', body });
  }

  shown(): readonly AlertRow[] {
    return [...this.store.get().rows.values()];
  }
}
