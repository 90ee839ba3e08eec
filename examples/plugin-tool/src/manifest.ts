import { MoveHorizontal, Search } from 'lucide-react';
import * as v from 'valibot';
import { definePlugin, defineState, symbolTool } from '@tapedeck/plugin-api';
import { MAX_SYMBOL_LENGTH, Permission } from '@tapedeck/plugin-api/domain';
import { barRange } from './bar-range.ts';

/** What a workspace stores for a Spread window. */
export interface SpreadState {
  /** Empty = none chosen yet. */
  readonly Symbol: string;
  readonly Linked: boolean;
}

const state = defineState<SpreadState>({
  schema: v.object({
    Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
    Linked: v.boolean(),
  }),
  initial: { Symbol: '', Linked: false },
  migrations: [],
});

export const { symbolToShow, showSymbol, chooseSymbol } = symbolTool('spread');

/** Spread: how wide the market of one symbol is. */
export const spread = definePlugin<SpreadState>({
  id: 'spread',
  title: 'Spread',
  summary: 'How wide the market of one symbol is',
  icon: MoveHorizontal,
  permission: Permission.Stocks,
  isSingleton: false,
  isHiddenInDemo: false,
  state,
  linking: { sends: ['fdc3.instrument'], receives: ['fdc3.instrument'] },
  commands: [{ id: 'symbol', title: 'Symbol', icon: Search, run: chooseSymbol }],
  toolbar: ['symbol', 'link'],
  studies: [barRange],
  titleOf: ({ Symbol }) => (Symbol === '' ? 'Spread' : `Spread - ${Symbol}`),
  followsState: true,
  helpTopic: 'spread',
  savedItemType: null,
  load: () => import('./Spread.tsx'),
});
