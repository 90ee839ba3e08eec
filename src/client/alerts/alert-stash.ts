import * as v from 'valibot';
import type { AlertRow } from '../../domain/alerts/index.ts';
import { createUnsentStash, type TextStorage, type UnsentStash } from '../documents/unsent-stash.ts';
import { alertRowSchema } from './alert-row-schema.ts';

/** A change of an alert that the server has not confirmed. */
export interface UnsentAlert {
  readonly id: string;
  /** Revision that the change is based on; 0 = the server has confirmed none. */
  readonly revision: number;
  /** The alert at that revision. Without a revision: the alert in the first write that was sent; null before it. */
  readonly seen: AlertRow | null;
  /** The alert after the change; null when it was removed. */
  readonly row: AlertRow | null;
  /** It comes from an older release: it is added only if the server does not know its id. */
  readonly isOffer: boolean;
  /** It was removed and is added again. */
  readonly isRestored: boolean;
}

/** Keeps unconfirmed changes of alerts in the browser. */
export type AlertStash = UnsentStash<UnsentAlert>;

const unsentSchema = v.object({
  id: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seen: v.nullable(alertRowSchema),
  row: v.nullable(alertRowSchema),
  isOffer: v.optional(v.boolean(), false),
  isRestored: v.optional(v.boolean(), false),
});

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export const createAlertStash = (storage?: () => TextStorage | undefined): AlertStash =>
  createUnsentStash({ key: 'tapedeck.unsentAlerts', schema: unsentSchema }, storage);
