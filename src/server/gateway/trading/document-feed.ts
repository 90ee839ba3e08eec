import type { DocumentWriteOutcome, UserDocument, UserDocuments } from '../../documents/user-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import { chunksOf } from '../chunks.ts';

/** A write as a connection receives it. */
interface PutMessage {
  readonly Id: string;
  readonly Seen: number;
  readonly Version: number;
  readonly Body: unknown;
}

/** A document in a message of a list. */
export interface ListedState {
  readonly Id: string;
  readonly Revision: number;
  readonly Version: number;
  readonly Body: Record<string, unknown>;
}

/** A document in any other message; the body of a removed one is null. */
export type DocumentState = Omit<ListedState, 'Body'> & { readonly Body: ListedState['Body'] | null };

/** What a feed needs of its connection, and what differs from kind to kind of documents. */
export interface DocumentFeedOptions<Row extends { readonly Id: string }> {
  readonly documents: UserDocuments<Row>;
  /** Version of the bodies that this release writes. */
  readonly schemaVersion: number;
  readonly userAgent: string;
  readonly send: (frame: string) => void;
  /** Why a user may not have such documents. */
  readonly refusalFor: (principal: Principal) => Refusal | undefined;
  /** True for a document whose changes the connection receives. */
  readonly isFollowed?: (id: string) => boolean;
  /** The messages of the kind. */
  readonly encode: {
    readonly stored: (body: { readonly Id: string; readonly Revision: number }) => string;
    readonly refused: (body: { readonly Id: string; readonly Message: string }) => string;
    readonly conflict: (body: DocumentState) => string;
    readonly changed: (body: DocumentState) => string;
  };
}

/** The messages of one trading connection about documents of a kind: answers to writes, and changes by others. Lists differ from kind to kind. */
export class DocumentFeed<Row extends { readonly Id: string }> {
  readonly #parts: DocumentFeedOptions<Row>;
  // A field, not a method: the service knows this connection's listener by it.
  readonly #onChanged = (document: UserDocument<Row>): void => {
    const { isFollowed = () => true, send, encode } = this.#parts;
    if (isFollowed(document.id)) send(encode.changed(this.#toState(document)));
  };
  #end: (() => void) | undefined;

  constructor(parts: DocumentFeedOptions<Row>) {
    this.#parts = parts;
  }

  /** Receives the changes of the user's documents from now on. Returns a function that states whether this is still so. */
  follow(userId: string): () => boolean {
    const end = (this.#end ??= this.#parts.documents.listen(userId, this.#onChanged));
    return () => this.#end === end;
  }

  /** Sends documents in parts of a size that does not hold up other messages. */
  sendList(
    documents: readonly UserDocument<Row>[],
    encode: (items: ListedState[], hasMore: boolean) => string,
  ): void {
    for (const { items, hasMore } of chunksOf(documents))
      this.#parts.send(
        encode(
          items.flatMap((document) => {
            const { Body, ...rest } = this.#toState(document);
            return Body === null ? [] : [{ ...rest, Body }];
          }),
          hasMore,
        ),
      );
  }

  /** Stores a document and answers the write. */
  async put({ Id: id, Seen: seenRevision, Version, Body }: PutMessage, principal: Principal): Promise<void> {
    const { documents, userAgent } = this.#parts;
    const write = { id, seenRevision, schemaVersion: Version, body: Body, userAgent };
    await this.#answer(id, principal, () => documents.put(principal.userId, write, this.#onChanged));
  }

  /** Removes a document and answers the write. */
  async remove(
    { Id: id, Seen: seenRevision }: Pick<PutMessage, 'Id' | 'Seen'>,
    principal: Principal,
  ): Promise<void> {
    const { documents, userAgent } = this.#parts;
    const write = { id, seenRevision, userAgent };
    await this.#answer(id, principal, () => documents.remove(principal.userId, write, this.#onChanged));
  }

  /** Ends the subscription. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
  }

  async #answer(
    id: string,
    principal: Principal,
    write: () => Promise<DocumentWriteOutcome<Row>>,
  ): Promise<void> {
    const { refusalFor, send, encode } = this.#parts;
    const refusal = refusalFor(principal);
    const outcome: DocumentWriteOutcome<Row> =
      refusal === undefined ? await write() : { kind: 'refused', message: refusal.message };
    if (outcome.kind === 'stored') send(encode.stored({ Id: id, Revision: outcome.revision }));
    else if (outcome.kind === 'refused') send(encode.refused({ Id: id, Message: outcome.message }));
    else send(encode.conflict(this.#toState(outcome.present)));
  }

  #toState({ id, revision, row }: UserDocument<Row>): DocumentState {
    const Body = row === null ? null : { ...row };
    return { Id: id, Revision: revision, Version: this.#parts.schemaVersion, Body };
  }
}
