import type { Result } from '../../domain/assert/assert.ts';
import type {
  DocumentGroup,
  DocumentKind,
  DocumentStore,
  PutOutcome,
  StoredDocument,
  WriteConflict,
} from '../storage/document-store.ts';
import type { UserTasks } from './user-tasks.ts';

/** Documents in a page of all documents of a user: reading and sending them is a matter of milliseconds. */
const PAGE_DOCUMENTS = 500;

/** A document as clients receive it. */
export interface UserDocument<Row> {
  readonly id: string;
  /** 1, 2, 3 … with each write; 0 when the server knows no such document. */
  readonly revision: number;
  /** Null when it is removed or unknown. */
  readonly row: Row | null;
}

/** A write as a client sends it: not validated yet. */
export interface DocumentPut {
  readonly id: string;
  /** Revision that the client last received; 0 for a new document. */
  readonly seenRevision: number;
  readonly schemaVersion: number;
  readonly body: unknown;
  /** Of the writer's browser; left out when it is not known. */
  readonly userAgent?: string;
}

/** What became of a write. */
export type DocumentWriteOutcome<Row> =
  | { readonly kind: 'stored'; readonly revision: number }
  /** Another write came first. */
  | { readonly kind: 'conflict'; readonly present: UserDocument<Row> }
  /** Nothing was stored; the message is for the user. */
  | { readonly kind: 'refused'; readonly message: string; readonly isNameTaken?: boolean };

/** Receives the changes of a user's documents. */
export type DocumentListener<Row> = (document: UserDocument<Row>) => void;

/** What differs from kind to kind of documents. */
export interface DocumentRules<Row extends { readonly Id: string }> {
  readonly kind: DocumentKind;
  /** Version of the bodies that this release writes. */
  readonly schemaVersion: number;
  /** Max documents of a user. */
  readonly maxDocuments: number;
  /** Max ids of removed documents that are kept of a user. A browser that was away while more were removed may restore one. */
  readonly maxRemoved: number;
  readonly read: (schemaVersion: number, body: unknown) => Result<Row, 'too-new' | 'invalid'>;
  /** Documents that have a limit of their own, and the message of its refusal. */
  readonly groupOf?: (row: Row) => DocumentGroup & { readonly message: string };
  /** Messages of the refusals, for the user. `tooLarge` is of kinds whose documents have a limit of their length together. */
  readonly messages: Readonly<Record<'tooNew' | 'invalid' | 'full', string> & { tooLarge?: string }>;
  /** The refusal of a name that another document has; of kinds with names. */
  readonly nameTaken?: (row: Row) => string;
}

/** What the documents of a kind use of the server. */
export interface UserDocumentsOptions<Row extends { readonly Id: string }> {
  readonly rules: DocumentRules<Row>;
  readonly documents: DocumentStore;
  /** Runs the writes of each user one after another. */
  readonly tasks: UserTasks;
  readonly hostMs: () => number;
  /** Completes a body with what the server knows of the document. Returns the same row when there is nothing to add. */
  readonly complete?: (userId: string, row: Row) => Promise<Row>;
  /** Called after each write, before it is published. */
  readonly onWritten?: (userId: string, document: UserDocument<Row>) => void;
}

/** Documents of one kind of registered users: reads, writes, and publishes each change to the user's other connections. */
export class UserDocuments<Row extends { readonly Id: string }> {
  readonly #parts: UserDocumentsOptions<Row>;
  readonly #listeners = new Map<string, Set<DocumentListener<Row>>>();

  constructor(parts: UserDocumentsOptions<Row>) {
    this.#parts = parts;
  }

  /**
   * The user's documents; with `idPrefix` those whose ids begin with it. Removed ones and bodies of a later release are left out. It is read between
   * two writes, so that a listener has the changes of the list before it and all others after it.
   */
  list(userId: string, idPrefix?: string): Promise<UserDocument<Row>[]> {
    return this.#parts.tasks.run(userId, () => this.listInTask(userId, idPrefix));
  }

  /** The same within a task of the user. */
  async listInTask(userId: string, idPrefix?: string): Promise<UserDocument<Row>[]> {
    const { documents, rules } = this.#parts;
    const stored = await documents.listPresent(userId, rules.kind, idPrefix);
    return stored.flatMap((document) => this.#read(document) ?? []);
  }

  /**
   * Some of the user's documents, those after an id; '' = from the first on. `next` is the id to continue after; null at the end. Bodies of a later
   * release are left out.
   */
  async page(
    userId: string,
    afterId: string,
  ): Promise<{ readonly items: readonly UserDocument<Row>[]; readonly next: string | null }> {
    const { documents, rules } = this.#parts;
    const stored = await documents.pageOfPresent(userId, rules.kind, afterId, PAGE_DOCUMENTS + 1);
    const page = stored.slice(0, PAGE_DOCUMENTS);
    const last = stored.length > page.length ? page.at(-1) : undefined;
    return { items: page.flatMap((document) => this.#read(document) ?? []), next: last?.id ?? null };
  }

  /**
   * Stores a new document or a new body of one. When the server completes the body, listeners receive it as it is stored, the sender
   * included.
   */
  put(
    userId: string,
    write: DocumentPut,
    sender?: DocumentListener<Row>,
  ): Promise<DocumentWriteOutcome<Row>> {
    const { rules, complete = async (_userId: string, row: Row) => row } = this.#parts;
    return this.#parts.tasks.run(userId, async () => {
      const read = rules.read(write.schemaVersion, write.body);
      if (!read.ok) return refused(rules.messages[read.error === 'too-new' ? 'tooNew' : 'invalid']);
      if (read.value.Id !== write.id) return refused(rules.messages.invalid);
      const row = await complete(userId, read.value);
      const outcome = await this.#parts.documents.put(
        userId,
        rules.kind,
        {
          id: write.id,
          seenRevision: write.seenRevision,
          schemaVersion: rules.schemaVersion,
          body: JSON.stringify(row),
          atMs: this.#parts.hostMs(),
          userAgent: write.userAgent ?? '',
        },
        rules.maxDocuments,
        rules.groupOf?.(row),
      );
      if (outcome.kind === 'conflict') return this.#toConflict(write.id, outcome);
      if (outcome.kind !== 'stored') return this.#toRefusal(row, outcome.kind);
      const document = { id: write.id, revision: outcome.revision, row };
      this.#written(userId, document, row === read.value ? sender : undefined);
      return outcome;
    });
  }

  /** Removes a document. */
  remove(
    userId: string,
    write: Pick<DocumentPut, 'id' | 'seenRevision' | 'userAgent'>,
    sender?: DocumentListener<Row>,
  ): Promise<DocumentWriteOutcome<Row>> {
    const { documents, rules, hostMs } = this.#parts;
    return this.#parts.tasks.run(userId, async () => {
      const removal = { ...write, atMs: hostMs() };
      const outcome = await documents.remove(userId, rules.kind, removal, rules.maxRemoved);
      if (outcome.kind === 'conflict') return this.#toConflict(write.id, outcome);
      this.#written(userId, { id: write.id, revision: outcome.revision, row: null }, sender);
      return outcome;
    });
  }

  /** Calls back with each change of the user's documents. Returns a function that ends it. */
  listen(userId: string, listener: DocumentListener<Row>): () => void {
    const group = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, group);
    group.add(listener);
    return () => {
      group.delete(listener);
      if (group.size === 0 && this.#listeners.get(userId) === group) this.#listeners.delete(userId);
    };
  }

  /** Publishes a document that the server itself has changed. */
  publish(userId: string, stored: StoredDocument): void {
    const document = this.#read(stored);
    if (document !== undefined) this.#publish(userId, document, undefined);
  }

  #written(userId: string, document: UserDocument<Row>, sender: DocumentListener<Row> | undefined): void {
    this.#parts.onWritten?.(userId, document);
    this.#publish(userId, document, sender);
  }

  #publish(userId: string, document: UserDocument<Row>, sender: DocumentListener<Row> | undefined): void {
    for (const listener of [...(this.#listeners.get(userId) ?? [])])
      if (listener !== sender) listener(document);
  }

  /** Undefined for a body that this release cannot read. */
  #read({ id, revision, schemaVersion, body }: StoredDocument): UserDocument<Row> | undefined {
    if (body === null) return { id, revision, row: null };
    const value = parsed(body);
    const read = this.#parts.rules.read(schemaVersion, value);
    return read.ok ? { id, revision, row: read.value } : undefined;
  }

  #toRefusal(row: Row, limit: Exclude<PutOutcome['kind'], 'stored' | 'conflict'>): DocumentWriteOutcome<Row> {
    const { messages, groupOf, nameTaken } = this.#parts.rules;
    switch (limit) {
      case 'full':
        return refused(messages.full);
      case 'group-full':
        return refused(groupOf?.(row).message ?? messages.full);
      case 'too-large':
        return refused(messages.tooLarge ?? messages.full);
      case 'name-taken':
        return { ...refused(nameTaken?.(row) ?? messages.invalid), isNameTaken: true };
    }
  }

  #toConflict(id: string, { present }: WriteConflict): DocumentWriteOutcome<Row> {
    if (present === undefined) return { kind: 'conflict', present: { id, revision: 0, row: null } };
    const document = this.#read(present);
    return document === undefined
      ? refused(this.#parts.rules.messages.tooNew)
      : { kind: 'conflict', present: document };
  }
}

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(message: string): { readonly kind: 'refused'; readonly message: string } {
  return { kind: 'refused', message };
}
