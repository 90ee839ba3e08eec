import * as v from 'valibot';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';

/** What a workspace stores for an Order Entry window: nothing of a half-filled order, only what it is about. */
export interface OrderEntryState {
  /** Empty until the window has been on screen. */
  readonly Symbol: string;
  readonly Linked: boolean;
}

export const orderEntryState: StateDefinition<OrderEntryState> = defineState<OrderEntryState>({
  schema: v.object({
    Symbol: v.pipe(v.string(), v.trim(), v.toUpperCase(), v.maxLength(23)),
    Linked: v.boolean(),
  }),
  initial: { Symbol: '', Linked: false },
  migrations: [],
});
