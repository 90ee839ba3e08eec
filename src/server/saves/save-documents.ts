import { MAX_SAVES_PER_USER, readSave, type Save, SAVE_SCHEMA_VERSION } from '../../domain/saves/index.ts';
import { type DocumentRules, UserDocuments } from '../documents/user-documents.ts';
import { UserTasks } from '../documents/user-tasks.ts';
import { nameTaken, SAVES_FULL, SAVES_TOO_LARGE } from './save-messages.ts';
import type { DocumentStore } from '../storage/document-store.ts';

const RULES: DocumentRules<Save> = {
  kind: 'save',
  schemaVersion: SAVE_SCHEMA_VERSION,
  maxDocuments: MAX_SAVES_PER_USER,
  maxRemoved: MAX_SAVES_PER_USER,
  read: readSave,
  messages: {
    tooNew: 'This save was made by a newer version of Tapedeck, which this server cannot read.',
    invalid: 'The save is invalid. It was not stored.',
    full: SAVES_FULL,
    tooLarge: SAVES_TOO_LARGE,
  },
  nameTaken: ({ Name }) => nameTaken(Name),
};

/** Saves of registered users, a document each. The calls of the specification write the same documents. */
export class SaveDocuments extends UserDocuments<Save> {
  readonly #documents: DocumentStore;
  readonly #tasks: UserTasks;

  constructor(documents: DocumentStore, hostMs: () => number) {
    const tasks = new UserTasks();
    super({ rules: RULES, documents, tasks, hostMs });
    this.#documents = documents;
    this.#tasks = tasks;
  }

  /** Runs a write that names no revision after the user's earlier ones, and publishes the save with the id that it returns. */
  publishing<Value>(
    userId: string,
    write: () => Promise<{ readonly value: Value; readonly writtenId: number | null }>,
  ): Promise<Value> {
    return this.#tasks.run(userId, async () => {
      const { value, writtenId } = await write();
      const ids = writtenId === null ? [] : [String(writtenId)];
      for (const stored of await this.#documents.find(userId, 'save', ids)) this.publish(userId, stored);
      return value;
    });
  }

  /** Resolves when the writes that are under way now have ended. */
  settled(): Promise<void> {
    return this.#tasks.settled();
  }
}
