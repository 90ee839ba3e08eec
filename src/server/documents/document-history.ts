import type { DocumentKind, DocumentStore } from '../storage/document-store.ts';
import type { DocumentVersion, DocumentVersions } from '../storage/document-versions.ts';
import type { SavedItems } from '../storage/repositories.ts';

/** Versions in a page. */
const PAGE_VERSIONS = 100;

/** A document or a saved item as it is now. */
export interface PresentDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly schemaVersion: number;
  /** Parsed JSON; null when it is removed. A saved item has `Type` and `Name` only. */
  readonly body: object | null;
}

/** An earlier state with its body parsed. In a page, a saved item has `Type` and `Name` only. */
export interface ReadVersion extends Omit<DocumentVersion, 'body'> {
  readonly body: object;
}

/** Some earlier states of a user's documents, the newest first, and what their documents are now. */
export interface VersionPage {
  readonly versions: readonly ReadVersion[];
  readonly present: readonly PresentDocument[];
  /** Time to continue before; null at the end. */
  readonly nextMs: number | null;
}

/** What the history reads. */
export interface DocumentHistoryParts {
  readonly documents: DocumentStore;
  readonly documentVersions: DocumentVersions;
  readonly savedItems: SavedItems;
}

/** Earlier states of users' alerts, shared drawings and saved items. */
export class DocumentHistory {
  readonly #parts: DocumentHistoryParts;

  constructor(parts: DocumentHistoryParts) {
    this.#parts = parts;
  }

  /** Versions before a time, or the newest. */
  async page(userId: string, beforeMs: number | undefined): Promise<VersionPage> {
    const found = await this.#parts.documentVersions.page(userId, beforeMs, PAGE_VERSIONS + 1);
    const page = found.slice(0, PAGE_VERSIONS);
    const versions = page.flatMap((version) => {
      const read = readVersion(version);
      return read === undefined ? [] : [{ ...read, body: summaryOf(read) }];
    });
    const idsOf = (kind: DocumentKind) => [
      ...new Set(page.flatMap((version) => (version.kind === kind ? [version.id] : []))),
    ];
    return {
      versions,
      present: [
        ...(await this.#documents(userId, 'alert', idsOf('alert'))),
        ...(await this.#documents(userId, 'drawing', idsOf('drawing'))),
        ...(await this.#saves(userId, idsOf('save'))),
      ],
      nextMs: found.length > page.length ? (page.at(-1)?.changedMs ?? null) : null,
    };
  }

  /** A version with its whole body; undefined when it is not kept any more, or damaged. */
  async load(userId: string, changedMs: number): Promise<ReadVersion | undefined> {
    const version = await this.#parts.documentVersions.load(userId, changedMs);
    return version && readVersion(version);
  }

  async #documents(
    userId: string,
    kind: DocumentKind,
    ids: readonly string[],
  ): Promise<readonly PresentDocument[]> {
    const stored = await this.#parts.documents.find(userId, kind, ids);
    return stored.map(({ id, schemaVersion, body }) => ({
      kind,
      id,
      schemaVersion,
      body: body === null ? null : (objectOf(body) ?? null),
    }));
  }

  async #saves(userId: string, ids: readonly string[]): Promise<readonly PresentDocument[]> {
    if (ids.length === 0) return [];
    const all = await this.#parts.savedItems.ofUser(userId);
    return ids.map((id) => {
      const item = all.find((each) => String(each.id) === id);
      const body = item === undefined ? null : { Type: item.toolType, Name: item.name };
      return { kind: 'save', id, schemaVersion: 1, body };
    });
  }
}

function readVersion(version: DocumentVersion): ReadVersion | undefined {
  const body = objectOf(version.body);
  return body === undefined ? undefined : { ...version, body };
}

/** The data of a saved item may be long, and no list shows it. */
function summaryOf({ kind, body }: ReadVersion): object {
  if (kind !== 'save') return body;
  return { Type: 'Type' in body ? body.Type : '', Name: 'Name' in body ? body.Name : '' };
}

/** Undefined for a text that is no JSON object. */
function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
