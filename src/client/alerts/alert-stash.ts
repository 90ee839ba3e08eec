import * as v from 'valibot';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../../domain/alerts/index.ts';

/** A change of an alert that the server has not confirmed. */
export interface UnsentAlert {
  readonly id: string;
  /** Revision that the change is based on; 0 = the alert is new. */
  readonly revision: number;
  /** The alert at that revision; null for a new one. */
  readonly seen: AlertRow | null;
  /** The alert after the change; null when it was removed. */
  readonly row: AlertRow | null;
  /** It comes from an older release: it is added only if the server does not know its id. */
  readonly isOffer: boolean;
}

/** Keeps unconfirmed changes of alerts in the browser until a page of the same user has sent them. Never throws: without storage they are in the page only. */
export interface AlertStash {
  read(userId: string): readonly UnsentAlert[];
  /** Replaces the changes of these alerts; those of other alerts, which another tab may have put there, stay. */
  replace(userId: string, ids: ReadonlySet<string>, unsent: readonly UnsentAlert[]): void;
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'tapedeck.unsentAlerts';

const alertRow = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, AlertRow>(({ dataset, addIssue, NEVER }) => {
    const read = readAlert(ALERT_SCHEMA_VERSION, dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: 'alert expected' });
    return NEVER;
  }),
);
const unsentSchema = v.object({
  userId: v.string(),
  id: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seen: v.nullable(alertRow),
  row: v.nullable(alertRow),
  isOffer: v.optional(v.boolean(), false),
});
type StashedAlert = v.InferOutput<typeof unsentSchema>;

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export function createAlertStash(storage: () => TextStorage | undefined = browserStorage): AlertStash {
  /** Damaged entries are left out. */
  function readAll(): StashedAlert[] {
    try {
      const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? '[]');
      return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
        const parsed = v.safeParse(unsentSchema, item);
        return parsed.success ? [parsed.output] : [];
      });
    } catch {
      return [];
    }
  }
  return {
    read: (userId) =>
      readAll()
        .filter((item) => item.userId === userId)
        .map(({ id, revision, seen, row, isOffer }) => ({ id, revision, seen, row, isOffer })),
    replace(userId, ids, unsent) {
      const present = readAll();
      const others = present.filter((item) => item.userId !== userId || !ids.has(item.id));
      const items = [...others, ...unsent.map((item) => ({ userId, ...item }))];
      try {
        if (items.length > 0) storage()?.setItem(KEY, JSON.stringify(items));
        else if (present.length > 0) storage()?.removeItem(KEY);
      } catch {
        /* Storage is full or blocked: the changes are sent while this page is open. */
      }
    },
  };
}

function browserStorage(): TextStorage | undefined {
  return typeof document === 'undefined' ? undefined : localStorage;
}
