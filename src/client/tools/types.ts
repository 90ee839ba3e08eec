/** A third-party tool that the server offers. */
export interface ListedTool {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** SHA-256 of its entry, lower-case hexadecimal. */
  readonly sha256: string;
  /** The permissions that it requests. */
  readonly permissions: readonly string[];
  /** The commands of its windows. */
  readonly commands: readonly { readonly id: string; readonly title: string }[];
  /** Its settings as its manifest declares them, not yet checked; null = none. */
  readonly settings: unknown;
  /** Its help pages, likewise. */
  readonly help: readonly unknown[];
}
