import { type Save, SAVE_SCHEMA_VERSION } from '../../../domain/saves/index.ts';
import { encode } from '../../../protocol/index.ts';
import type { UserDocument } from '../../documents/user-documents.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Refusal } from '../../refusals.ts';
import type { SaveDocuments } from '../../saves/save-documents.ts';
import { NO_SAVES_IN_DEMO } from './refusals.ts';

/** Characters of a part of the list. Longer frames would hold up other messages. */
const PART_CHARS = 500_000;

/** The messages of one trading connection about saves: the list and changes. HTTP calls write them. */
export class SaveFeed {
  readonly #documents: SaveDocuments;
  readonly #send: (frame: string) => void;
  #end: (() => void) | undefined;

  constructor(documents: SaveDocuments, send: (frame: string) => void) {
    this.#documents = documents;
    this.#send = send;
  }

  /** Sends the user's saves, and from now on each change. Returns the refusal for a demo session. */
  async list({ userId, isDemo }: Principal): Promise<Refusal | undefined> {
    if (isDemo) return NO_SAVES_IN_DEMO;
    this.stop();
    // Subscribe before the list is read, so that no change is missed. The client keeps the newer revision of the two.
    const end = this.#documents.listen(userId, (document) =>
      this.#send(encode('saveChanged', toState(document))),
    );
    this.#end = end;
    const documents = await this.#documents.list(userId);
    // The user has left meanwhile.
    if (this.#end !== end) return undefined;
    const parts = partsOf(documents.map(toState));
    parts.forEach((Items, at) =>
      this.#send(encode('saveDocuments', { Items, HasMore: at < parts.length - 1 })),
    );
    return undefined;
  }

  /** Ends the subscription. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
  }
}

const toState = ({ id, revision, row }: UserDocument<Save>) => ({
  Id: id,
  Revision: revision,
  Version: SAVE_SCHEMA_VERSION,
  Body: row === null ? null : { ...row },
});
type State = ReturnType<typeof toState>;
type Listed = State & { readonly Body: NonNullable<State['Body']> };

/** An empty list is one empty part, so that there is always an answer. */
function partsOf(states: readonly State[]): Listed[][] {
  const parts: Listed[][] = [[]];
  let chars = 0;
  for (const { Body, ...rest } of states) {
    if (Body === null) continue;
    const length = JSON.stringify(Body.Data).length;
    if (chars > 0 && chars + length > PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    chars += length;
    parts.at(-1)?.push({ ...rest, Body });
  }
  return parts;
}
