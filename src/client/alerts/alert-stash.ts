import * as v from 'valibot';
import type { AlertRow } from '../../domain/alerts/index.ts';
import type { UnsentDocument } from '../documents/document-entries.ts';
import { createUnsentStash, type TextStorage, type UnsentStash } from '../documents/unsent-stash.ts';
import { alertRowSchema } from './alert-row-schema.ts';

/** Keeps unconfirmed changes of alerts in the browser. */
export type AlertStash = UnsentStash<UnsentDocument<AlertRow>>;

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
