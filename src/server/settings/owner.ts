/** Whose settings are read or written. */
export interface Owner {
  readonly userId: string;
  readonly isDemo: boolean;
}
