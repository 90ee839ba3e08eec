/** A plain observable value: works with React's useSyncExternalStore. */
export interface Readable<Value> {
  get(): Value;
  subscribe(listener: () => void): () => void;
}

/** How a call of the user's went; the message can be shown. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string };
