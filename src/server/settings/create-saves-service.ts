import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { SavedItemRecord, SavedItems } from '../storage/repositories.ts';
import type { Owner } from './owner.ts';

export const MAX_SAVES_PER_USER = 500;
const MAX_DATA_CHARS = 1_000_000;
/** Writing JSON takes stack for each level; no tool's data comes near. */
const MAX_DATA_DEPTH = 100;
/** A text is stored as it was given, or not at all: these would be lost or refused by one of the databases. */
const UNSTORABLE = /\p{Control}|\p{Surrogate}/u;

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

export function createSavesService(items: SavedItems, hostMs: () => number): SavesService {
  const writerOf = ({ userAgent = '' }: Owner) => ({ atMs: hostMs(), userAgent });
  return {
    list: (owner, toolType) => items.ofTool(owner.userId, toolType),
    lists: (owner) => items.ofUser(owner.userId),
    async save(owner, { toolType, name, data, id }) {
      if (owner.isDemo) return err('Saving is not supported during Demo Session');
      if (UNSTORABLE.test(name)) return err('The name holds a character that cannot be stored.');
      if (data === null || data === undefined) return err('There is nothing to save.');
      if (isDeeperThan(data, MAX_DATA_DEPTH))
        return err(`This is nested too deeply to save: at most ${MAX_DATA_DEPTH} levels.`);
      if (hasErrorText(data))
        return err('Data with a text named Error cannot be saved: loading it would read as a failure.');
      const text = JSON.stringify(data);
      if (text.length > MAX_DATA_CHARS)
        return err(`This is too large to save: ${text.length} characters, at most ${MAX_DATA_CHARS}.`);
      const item = { toolType, name, data: text, id };
      const outcome = await items.save(owner.userId, item, MAX_SAVES_PER_USER, writerOf(owner));
      switch (outcome.kind) {
        case 'saved':
          return ok(outcome.item);
        case 'name-taken':
          return err(`"${name}" already exists`);
        case 'full':
          return err(
            `You have ${MAX_SAVES_PER_USER} saves, which is as many as there may be. Delete some first.`,
          );
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
      return (await items.remove(owner.userId, id, writerOf(owner))) ? ok(true) : err(NOT_FOUND);
    },
  };
}

/** The answer to a load is the data itself, so data of this form would look like a failure. */
function hasErrorText(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'Error' in data && typeof data.Error === 'string';
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
