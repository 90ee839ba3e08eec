import type { RouteChoice } from './ticket.ts';

/** What the keys trade: symbol and quantity of the Order Entry window used last. */
export interface HotkeyTarget {
  readonly symbol: string;
  readonly quantity: number;
  readonly route: RouteChoice;
}
/** Shift and a letter: no browser uses these keys, and in a text field they type the letter. */
export const HOTKEYS = [
  { id: 'order.keys.buy', key: 'Shift+KeyB', keys: 'Shift+B', title: 'Buy at the ask' },
  { id: 'order.keys.sell', key: 'Shift+KeyS', keys: 'Shift+S', title: 'Sell at the bid' },
  { id: 'order.keys.cancel-last', key: 'Shift+KeyX', keys: 'Shift+X', title: 'Cancel the last order' },
  {
    id: 'order.keys.cancel-symbol',
    key: 'Shift+KeyC',
    keys: 'Shift+C',
    title: 'Cancel all orders of the symbol',
  },
  { id: 'order.keys.flatten', key: 'Shift+KeyF', keys: 'Shift+F', title: 'Flatten the symbol' },
] as const;
export type HotkeyId = (typeof HOTKEYS)[number]['id'];
