/** A document of the user as the server lists it, not read yet. */
export interface ListedDocument {
  readonly id: string;
  /** Version of the body's form. */
  readonly version: number;
  readonly body: unknown;
}

/** Calls about documents of all kinds. They reject with an `HttpError`. */
export interface DocumentCalls {
  /** Some documents of a kind, those after an id (null = the first ones), and the id to continue after; null at the end. */
  page(
    kind: 'alert' | 'drawing',
    after: string | null,
  ): Promise<{ readonly items: readonly ListedDocument[]; readonly next: string | null }>;
  /** Earlier states of documents and saved items, the newest first: those before a version (null = the newest), and what the documents are now. */
  versions(before: number | null): Promise<VersionPage>;
  /** A version with its whole body. */
  version(id: number): Promise<VersionedDocument>;
}

/** What a version is of: an alert, a shared drawing, or a saved item of a tool. */
export type VersionedKind = 'alert' | 'drawing' | 'save';

/** A state of a document, not read yet. */
export interface VersionedDocument {
  readonly kind: VersionedKind;
  /** Id of the document. */
  readonly document: string;
  /** Version of the body's form. */
  readonly version: number;
  /** In lists, a saved item has `Type` and `Name` only. Null for a removed document. */
  readonly body: object | null;
}

/** The state of a document until it was replaced or removed. */
export interface DocumentVersion extends VersionedDocument {
  readonly id: number;
  /** UTC ms. */
  readonly changedMs: number;
  /** The browser that replaced or removed it, `Chrome on Windows`; empty when it is not known. */
  readonly browser: string;
  readonly isRemoval: boolean;
}

/** A page of the history. */
export interface VersionPage {
  readonly versions: readonly DocumentVersion[];
  readonly present: readonly VersionedDocument[];
  /** The version to continue before; null at the end. */
  readonly next: number | null;
}
