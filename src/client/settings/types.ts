export type Theme = 'light' | 'dark';

/** How the desk of one user looks, and how long it waits. */
export interface UserSettings {
  readonly theme: Theme;
  readonly showGettingStarted: boolean;
  /** Ids of the tools in the toolbar; null = the user has chosen none and has the default of the tools. */
  readonly toolbarItems: readonly string[] | null;
  readonly density: 'compact' | 'normal';
  readonly pricePalette: 'classic' | 'color-safe' | 'red-up';
  /** Delay before a lost connection is opened again, seconds (1 to 300). */
  readonly reconnectSeconds: number;
  /** A price that nothing has vouched for in this many seconds is marked stale (5 to 3,600). */
  readonly staleAfterSeconds: number;
}
