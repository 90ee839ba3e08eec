/** Color theme of the workstation. */
export type Theme = 'light' | 'dark';

/** What new windows of a tool begin with: a state of the tool, with the number of migrations it has been through. */
export interface NewWindow {
  readonly version: number;
  readonly data: unknown;
}

/** A key of the user that sends or cancels orders once it is armed. */
export interface OrderKeySetting {
  /** In tinykeys syntax, by the place on the keyboard: `Shift+KeyB`. */
  readonly key: string;
  /** What it does, in the language of `src/domain/hotkeys`. */
  readonly text: string;
}

/** What the user has set of a tool's settings page. Values of the initial settings are left out, so that those of a later version apply. */
export interface StoredToolSettings {
  /** Number of migrations that the values have been through. */
  readonly version: number;
  /** Values by the ids of the settings; undefined for what was stored and is no value of any setting. */
  readonly values: Readonly<Record<string, boolean | number | string | undefined>>;
}

/** Preferences of a user: appearance, toolbar and time limits. */
export interface UserSettings {
  readonly theme: Theme;
  readonly showGettingStarted: boolean;
  /** Ids of the tools in the toolbar; null = the default toolbar of the manifests. */
  readonly toolbarItems: readonly string[] | null;
  readonly density: 'compact' | 'normal';
  /** Ids of the studies that a chart's list of studies has at its top. */
  readonly favoriteStudies: readonly string[];
  /** By id of the tool: what its new windows begin with, where the user has chosen that. */
  readonly newWindows: Readonly<Record<string, NewWindow>>;
  /** The order keys of the user; null = those of the workstation. */
  readonly orderKeys: readonly OrderKeySetting[] | null;
  /** Keys that the user has chosen for commands, by the id of the command, in tinykeys syntax; null = the command has no key. Others have their keys of the workstation. */
  readonly commandKeys: Readonly<Record<string, string | null>>;
  readonly pricePalette: 'classic' | 'color-safe' | 'red-up';
  /** Delay before a lost connection is reopened, seconds (1 to 300). */
  readonly reconnectSeconds: number;
  /** Time without a connection after which the server cancels the open orders of a session, seconds (1 to 300); null = never. */
  readonly cancelAfterSeconds: number | null;
  /** Age at which a price that the feed has not confirmed again is marked stale, seconds (5 to 3,600). */
  readonly staleAfterSeconds: number;
  /** How far the market may move after a ticket was edited until its order needs a confirmation, per cent (0.1 to 20). */
  readonly priceMovedPercent: number;
  /** How far a limit may be through the market until its order needs a confirmation, per cent (0.1 to 20). */
  readonly throughMarketPercent: number;
  /** How long an order waits before it is sent, seconds (0 to 3); 0 = it is sent at once. */
  readonly holdSeconds: number;
  /** Whether orders of armed keys and of an armed ladder wait as well. */
  readonly isArmedHeld: boolean;
  /** The group template that new orders of an account begin with, as the id of its save, by account. */
  readonly orderTemplates: Readonly<Record<string, string>>;
  /** What the user has allowed of third-party tools, by the id of the tool: the SHA-256 of its entry, then its permissions. */
  readonly toolConsents: Readonly<Record<string, string>>;
  /** Values of the settings that tools declare, by the id of the tool. Those of a tool that is not installed are kept. */
  readonly toolSettings: Readonly<Record<string, StoredToolSettings | undefined>>;
}
