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
}
