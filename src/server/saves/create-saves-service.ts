import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { MAX_SAVES_PER_USER, saveProblem } from '../../domain/saves/index.ts';
import type { SaveDocuments } from './save-documents.ts';
import { nameTaken, SAVES_FULL, SAVES_TOO_LARGE } from './save-messages.ts';
import type { SavedItemRecord, SavedItems } from '../storage/repositories.ts';
import type { Owner } from '../settings/owner.ts';

const NOT_FOUND = 'This save is no longer there.';
/** Saves of the tools: lists, filters, alerts. Refusals are sentences for the user. */
export interface SavesService {
  list(owner: Owner, toolType: string): Promise<SavedItemRecord[]>;
  lists(owner: Owner): Promise<SavedItemRecord[]>;
  save(
    owner: Owner,
    item: {
      readonly toolType: string;
      readonly name: string;
      readonly data: unknown;
      readonly id: number | undefined;
    },
  ): Promise<Result<SavedItemRecord, string>>;
  load(owner: Owner, id: number): Promise<Result<unknown, string>>;
  remove(owner: Owner, id: number): Promise<Result<true, string>>;
}

/** `documents` publishes what the calls write to the pages of the user. */
export function createSavesService(
  items: SavedItems,
  hostMs: () => number,
  documents: Pick<SaveDocuments, 'publishing'>,
): SavesService {
  const publishing = documents.publishing.bind(documents);
  const writerOf = ({ userAgent = '' }: Owner) => ({ atMs: hostMs(), userAgent });
  return {
    list: (owner, toolType) => items.ofTool(owner.userId, toolType),
    lists: (owner) => items.ofUser(owner.userId),
    async save(owner, { toolType, name, data, id }) {
      if (owner.isDemo) return err('Saving is not supported during Demo Session');
      const problem = saveProblem(name, data);
      if (problem !== null) return err(problem);
      const item = { toolType, name, data: JSON.stringify(data), id };
      const outcome = await publishing(owner.userId, async () => {
        const saved = await items.save(owner.userId, item, MAX_SAVES_PER_USER, writerOf(owner));
        return { value: saved, writtenId: saved.kind === 'saved' ? saved.item.id : null };
      });
      switch (outcome.kind) {
        case 'saved':
          return ok(outcome.item);
        case 'name-taken':
          return err(nameTaken(name));
        case 'full':
          return err(SAVES_FULL);
        case 'too-large':
          return err(SAVES_TOO_LARGE);
        case 'not-found':
          return err(NOT_FOUND);
      }
    },
    async load(owner, id) {
      const text = await items.data(owner.userId, id);
      return text === undefined ? err(NOT_FOUND) : ok(JSON.parse(text) as unknown);
    },
    async remove(owner, id) {
      if (owner.isDemo) return err('Deleting is not supported during Demo Session');
      const isRemoved = await publishing(owner.userId, async () => {
        const value = await items.remove(owner.userId, id, writerOf(owner));
        return { value, writtenId: value ? id : null };
      });
      return isRemoved ? ok(true) : err(NOT_FOUND);
    },
  };
}
