import type { OrderKeySetting, ToolPlatform } from '../../src/plugin-api/index.ts';
import type { RouteChoice } from './ticket.ts';

/** What the keys trade: symbol and quantity of the Order Entry window used last. */
export interface HotkeyTarget {
  readonly symbol: string;
  readonly quantity: number;
  readonly route: RouteChoice;
}

/** A key and what it does, in the language of `src/domain/hotkeys`. */
export type BoundKey = OrderKeySetting;

/** The keys of a user who has chosen none. Shift and a letter: no browser uses these keys, and in a text field they type the letter. */
export const DEFAULT_KEYS: readonly BoundKey[] = [
  { key: 'Shift+KeyB', text: 'Buy ticket quantity at ask' },
  { key: 'Shift+KeyS', text: 'Sell ticket quantity at bid' },
  { key: 'Shift+KeyX', text: 'Cancel last' },
  { key: 'Shift+KeyC', text: 'Cancel symbol' },
  { key: 'Shift+KeyF', text: 'Flatten symbol' },
];

/** The keys of the user, or those of the workstation. */
export const boundKeys = ({ settings }: Pick<ToolPlatform, 'settings'>): readonly BoundKey[] =>
  settings.saved.get().orderKeys ?? DEFAULT_KEYS;
