/** Whose settings are read or written. */
export interface Owner {
  readonly userId: string;
  readonly isDemo: boolean;
  /** Of the browser; left out when it is not known. */
  readonly userAgent?: string;
}
