/** A window of a ready workspace, or windows side by side (`row`) or one above the other (`column`). It takes `weight` shares of its row or column. */
export type ReadyPart = { readonly weight: number } & (
  | {
      readonly tool: string;
      /** Parts of the state in place of the initial ones. */
      readonly state?: Readonly<Record<string, unknown>>;
    }
  | { readonly row: readonly ReadyPart[] }
  | { readonly column: readonly ReadyPart[] }
);

/** A workspace that users can add as it is, to see what the tools do together. */
export interface ReadyWorkspace {
  readonly id: string;
  readonly title: string;
  /** Whom it is for and what it shows, in one sentence. */
  readonly summary: string;
  readonly content: ReadyPart;
}
