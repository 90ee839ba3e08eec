import { type Drawing, DRAWING_SCHEMA_VERSION, symbolOfDrawing } from '../../../domain/drawings/index.ts';
import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { encode, type Body } from '../../../protocol/index.ts';
import type { DrawingDocuments } from '../../drawings/drawing-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import { DocumentFeed } from './document-feed.ts';
import { CHARTS_NOT_PERMITTED, NO_DRAWINGS_IN_DEMO } from './refusals.ts';

/** Max symbols whose drawings a connection follows. */
export const MAX_FOLLOWED_SYMBOLS = 500;
const TOO_MANY_SYMBOLS = `One browser page shows the shared drawings of at most ${MAX_FOLLOWED_SYMBOLS} symbols. Close some charts.`;

/** The messages of one trading connection about shared drawings: lists by symbol, writes and changes by others. */
export class DrawingFeed {
  readonly #documents: DrawingDocuments;
  readonly #send: (frame: string) => void;
  readonly #symbols = new Set<string>();
  readonly #feed: DocumentFeed<Drawing>;

  constructor(documents: DrawingDocuments, userAgent: string, send: (frame: string) => void) {
    this.#documents = documents;
    this.#send = send;
    this.#feed = new DocumentFeed<Drawing>({
      documents,
      userAgent,
      send,
      schemaVersion: DRAWING_SCHEMA_VERSION,
      refusalFor,
      isFollowed: (id) => this.#symbols.has(symbolOfDrawing(id)),
      encode: {
        stored: (body) => encode('drawingStored', body),
        refused: (body) => encode('drawingRefused', body),
        conflict: (body) => encode('drawingConflict', body),
        changed: (body) => encode('drawingChanged', body),
      },
    });
  }

  /** Sends the user's drawings of a symbol, and from now on each change. */
  async list({ Symbol }: Body<'drawingList'>, principal: Principal): Promise<void> {
    const refusal = this.#listRefusal(Symbol, principal);
    if (refusal !== undefined)
      return this.#send(encode('drawingListRefused', { Symbol, Message: refusal.message }));
    // Follow before the list is read, so that no change is missed. The client keeps the newer revision of the two.
    this.#symbols.add(Symbol);
    const isFollowing = this.#feed.follow(principal.userId);
    const listed = await this.#documents.listOf(principal.userId, Symbol);
    // The user or the symbol has left meanwhile.
    if (!isFollowing() || !this.#symbols.has(Symbol)) return;
    this.#feed.sendList(listed, (Items, HasMore) => encode('drawingDocuments', { Symbol, Items, HasMore }));
  }

  /** Ends the changes of a symbol. */
  leave({ Symbol }: Body<'drawingLeave'>): void {
    this.#symbols.delete(Symbol);
  }

  /** Stores a drawing and answers the write. */
  put(body: Body<'drawingPut'>, principal: Principal): Promise<void> {
    return this.#feed.put(body, principal);
  }

  /** Removes a drawing and answers the write. */
  remove(body: Body<'drawingRemove'>, principal: Principal): Promise<void> {
    return this.#feed.remove(body, principal);
  }

  /** Ends all subscriptions. */
  stop(): void {
    this.#feed.stop();
    this.#symbols.clear();
  }

  #listRefusal(symbol: string, principal: Principal): Pick<Refusal, 'message'> | undefined {
    const isOneMore = !this.#symbols.has(symbol) && this.#symbols.size >= MAX_FOLLOWED_SYMBOLS;
    return refusalFor(principal) ?? (isOneMore ? { message: TOO_MANY_SYMBOLS } : undefined);
  }
}

function refusalFor({ isDemo, permissionMask }: Principal): Refusal | undefined {
  if (isDemo) return NO_DRAWINGS_IN_DEMO;
  return hasPermission(permissionMask, Permission.Chart) ? undefined : CHARTS_NOT_PERMITTED;
}
