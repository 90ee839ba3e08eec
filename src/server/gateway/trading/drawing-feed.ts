import { type Drawing, DRAWING_SCHEMA_VERSION, symbolOfDrawing } from '../../../domain/drawings/index.ts';
import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import type { DocumentWriteOutcome, UserDocument } from '../../documents/user-documents.ts';
import type { DrawingDocuments } from '../../drawings/drawing-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import { chunksOf } from '../chunks.ts';
import { CHARTS_NOT_PERMITTED, NO_DRAWINGS_IN_DEMO } from './refusals.ts';

/** Max symbols whose drawings a connection follows. */
export const MAX_FOLLOWED_SYMBOLS = 500;
const TOO_MANY_SYMBOLS = `One browser page shows the shared drawings of at most ${MAX_FOLLOWED_SYMBOLS} symbols. Close some charts.`;

/** The messages of one trading connection about shared drawings: lists by symbol, writes and changes by others. */
export class DrawingFeed {
  readonly #documents: DrawingDocuments;
  readonly #userAgent: string;
  readonly #send: (frame: string) => void;
  readonly #symbols = new Set<string>();
  // A field, not a method: the service knows this connection's listener by it.
  readonly #onChanged = (document: UserDocument<Drawing>): void => {
    if (this.#symbols.has(symbolOfDrawing(document.id)))
      this.#send(encode('drawingChanged', toState(document)));
  };
  #end: (() => void) | undefined;

  constructor(documents: DrawingDocuments, userAgent: string, send: (frame: string) => void) {
    this.#documents = documents;
    this.#userAgent = userAgent;
    this.#send = send;
  }

  /** Sends the user's drawings of a symbol, and from now on each change. */
  async list({ Symbol }: Body<'drawingList'>, principal: Principal): Promise<void> {
    const refusal = this.#listRefusal(Symbol, principal);
    if (refusal !== undefined)
      return this.#send(encode('drawingListRefused', { Symbol, Message: refusal.message }));
    const { userId } = principal;
    // Follow before the list is read, so that no change is missed. The client keeps the newer revision of the two.
    this.#symbols.add(Symbol);
    const end = (this.#end ??= this.#documents.listen(userId, this.#onChanged));
    const listed = await this.#documents.listOf(userId, Symbol);
    // The user or the symbol has left meanwhile.
    if (this.#end !== end || !this.#symbols.has(Symbol)) return;
    for (const { items, hasMore } of chunksOf(listed))
      this.#send(encode('drawingDocuments', { Symbol, Items: items.flatMap(toItem), HasMore: hasMore }));
  }

  /** Ends the changes of a symbol. */
  leave({ Symbol }: Body<'drawingLeave'>): void {
    this.#symbols.delete(Symbol);
  }

  /** Stores a drawing and answers the write. */
  async put(body: Body<'drawingPut'>, principal: Principal): Promise<void> {
    const { Id: id, Seen: seenRevision, Version: schemaVersion, Body: value } = body;
    await this.#answer(id, principal, () =>
      this.#documents.put(
        principal.userId,
        { id, seenRevision, schemaVersion, body: value, userAgent: this.#userAgent },
        this.#onChanged,
      ),
    );
  }

  /** Removes a drawing and answers the write. */
  async remove(body: Body<'drawingRemove'>, principal: Principal): Promise<void> {
    await this.#answer(body.Id, principal, () =>
      this.#documents.remove(
        principal.userId,
        { id: body.Id, seenRevision: body.Seen, userAgent: this.#userAgent },
        this.#onChanged,
      ),
    );
  }

  /** Ends all subscriptions. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.#symbols.clear();
  }

  #listRefusal(symbol: string, principal: Principal): Pick<Refusal, 'message'> | undefined {
    const isOneMore = !this.#symbols.has(symbol) && this.#symbols.size >= MAX_FOLLOWED_SYMBOLS;
    return refusalFor(principal) ?? (isOneMore ? { message: TOO_MANY_SYMBOLS } : undefined);
  }

  async #answer(
    id: string,
    principal: Principal,
    write: () => Promise<DocumentWriteOutcome<Drawing>>,
  ): Promise<void> {
    const refusal = refusalFor(principal);
    const outcome: DocumentWriteOutcome<Drawing> =
      refusal === undefined ? await write() : { kind: 'refused', message: refusal.message };
    if (outcome.kind === 'stored')
      this.#send(encode('drawingStored', { Id: id, Revision: outcome.revision }));
    else if (outcome.kind === 'refused')
      this.#send(encode('drawingRefused', { Id: id, Message: outcome.message }));
    else this.#send(encode('drawingConflict', toState(outcome.present)));
  }
}

function refusalFor({ isDemo, permissionMask }: Principal): Refusal | undefined {
  if (isDemo) return NO_DRAWINGS_IN_DEMO;
  return hasPermission(permissionMask, Permission.Chart) ? undefined : CHARTS_NOT_PERMITTED;
}

function toState({ id, revision, row }: UserDocument<Drawing>): Body<'drawingChanged'> {
  const Body = row === null ? null : { ...row };
  return { Id: id, Revision: revision, Version: DRAWING_SCHEMA_VERSION, Body };
}

function toItem(document: UserDocument<Drawing>): Body<'drawingDocuments'>['Items'] {
  const { Body, ...rest } = toState(document);
  return Body === null ? [] : [{ ...rest, Body }];
}
