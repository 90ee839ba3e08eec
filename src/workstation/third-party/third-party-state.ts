import * as v from 'valibot';
import { MAX_SYMBOL_LENGTH } from '../../domain/symbols/symbol.ts';
import { defineState, type StateDefinition } from '../../plugin-api/index.ts';
import { TOOL_LIMITS } from '../../tool-channel/index.ts';

/** What a workspace stores for a window of a third-party tool. */
export interface ThirdPartyState {
  /** The symbol of the linked windows; empty = none yet. */
  readonly Symbol: string;
  readonly Linked: boolean;
  /** The JSON text that the tool stores; empty = nothing. */
  readonly Stored: string;
}

export const thirdPartyState: StateDefinition<ThirdPartyState> = defineState<ThirdPartyState>({
  schema: v.object({
    Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
    Linked: v.boolean(),
    Stored: v.pipe(v.string(), v.maxLength(TOOL_LIMITS.storedChars)),
  }),
  initial: { Symbol: '', Linked: false, Stored: '' },
  migrations: [],
});
