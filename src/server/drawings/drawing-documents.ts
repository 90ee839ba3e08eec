import {
  type Drawing,
  DRAWING_SCHEMA_VERSION,
  drawingIdPrefix,
  MAX_DRAWINGS_PER_SYMBOL,
  MAX_DRAWINGS_PER_USER,
  readDrawing,
} from '../../domain/drawings/index.ts';
import { type DocumentRules, UserDocuments } from '../documents/user-documents.ts';
import { UserTasks } from '../documents/user-tasks.ts';
import type { DocumentStore } from '../storage/document-store.ts';

const count = (value: number): string => value.toLocaleString('en-US');

const RULES: DocumentRules<Drawing> = {
  kind: 'drawing',
  schemaVersion: DRAWING_SCHEMA_VERSION,
  maxDocuments: MAX_DRAWINGS_PER_USER,
  maxRemoved: MAX_DRAWINGS_PER_USER,
  read: readDrawing,
  groupOf: ({ Symbol }) => ({
    idPrefix: drawingIdPrefix(Symbol),
    maxDocuments: MAX_DRAWINGS_PER_SYMBOL,
    message: `${Symbol} has ${count(MAX_DRAWINGS_PER_SYMBOL)} shared drawings, the maximum. Delete some before you add more.`,
  }),
  messages: {
    tooNew: 'This drawing was made by a newer version of Tapedeck, which this server cannot read.',
    invalid: 'The drawing is invalid. It was not stored.',
    full: `You have ${count(MAX_DRAWINGS_PER_USER)} shared drawings, the maximum. Delete some before you add more.`,
  },
};

/** Shared drawings of registered users, a document each. */
export class DrawingDocuments extends UserDocuments<Drawing> {
  readonly #tasks: UserTasks;

  constructor(documents: DocumentStore, hostMs: () => number) {
    const tasks = new UserTasks();
    super({ rules: RULES, documents, tasks, hostMs });
    this.#tasks = tasks;
  }

  /** Resolves when the writes that are under way now have ended. */
  settled(): Promise<void> {
    return this.#tasks.settled();
  }

  /** The user's drawings of a symbol. */
  listOf(userId: string, symbol: string): ReturnType<DrawingDocuments['list']> {
    return this.list(userId, drawingIdPrefix(symbol));
  }
}
