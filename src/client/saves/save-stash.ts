import * as v from 'valibot';
import type { Save } from '../../domain/saves/index.ts';
import type { UnsentDocument } from '../documents/document-entries.ts';
import { createUnsentStash, type TextStorage, type UnsentStash } from '../documents/unsent-stash.ts';
import { saveSchema } from './save-schema.ts';
import { UNSENT_SAVES_KEY } from './unsent-key.ts';

const unsentSchema = v.object({
  id: v.string(),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seen: v.nullable(saveSchema),
  row: v.nullable(saveSchema),
  isRestored: v.boolean(),
});

/** Keeps unconfirmed changes of saves in the browser. */
export type SaveStash = UnsentStash<UnsentDocument<Save>>;

/** `storage` is the browser's storage unless given; hosts without one keep nothing. */
export const createSaveStash = (storage?: () => TextStorage | undefined): SaveStash =>
  createUnsentStash({ key: UNSENT_SAVES_KEY, schema: unsentSchema }, storage);
