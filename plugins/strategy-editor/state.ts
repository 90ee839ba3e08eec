import * as v from 'valibot';
import { defineState, type StateDefinition } from '../../src/plugin-api/index.ts';

/** The panes beside the code. */
export const PANES = ['Problems', 'Log', 'Results', 'Chart'] as const;
/** One of these panes. */
export type Pane = (typeof PANES)[number];

/** Modifications that are not saved. */
export interface Draft {
  readonly Name: string;
  readonly Code: string;
  readonly Parameters: string;
  /** Key of the text that the modifications began from (`sourceKey`); null = the strategy is new. */
  readonly Base: string | null;
}

/** What a workspace stores for a Strategy Editor window. */
export interface StrategyEditorState {
  /** Name of the stored strategy; empty = none is chosen, or the draft is a new one. */
  readonly Strategy: string;
  readonly Draft: Draft | null;
  /** Whether each save starts a backtest. */
  readonly RunOnSave: boolean;
  /** Id of the run that the panes show; empty = the newest one. */
  readonly RunId: string;
  readonly Pane: Pane;
  /** Width of the panes, per cent of the window. */
  readonly PanesShare: number;
  /** Height of the parameters, per cent of the panes. */
  readonly ParametersShare: number;
}

const MAX_NAME_CHARACTERS = 80;
/** As many as the editor lets through; a longer text is refused when it is saved. */
const MAX_CODE_CHARACTERS = 60_000;
const MAX_PARAMETERS_CHARACTERS = 10_000;
/** Of what a splitter divides, per cent. */
export const MIN_SHARE = 15;
export const MAX_SHARE = 85;

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
const share = v.pipe(v.number(), v.minValue(MIN_SHARE), v.maxValue(MAX_SHARE));

export const strategyEditorState: StateDefinition<StrategyEditorState> = defineState<StrategyEditorState>({
  schema: v.object({
    Strategy: text(MAX_NAME_CHARACTERS),
    Draft: v.nullable(
      v.object({
        Name: text(MAX_NAME_CHARACTERS),
        Code: text(MAX_CODE_CHARACTERS),
        Parameters: text(MAX_PARAMETERS_CHARACTERS),
        Base: v.nullable(text(40)),
      }),
    ),
    RunOnSave: v.boolean(),
    RunId: text(64),
    Pane: v.picklist(PANES),
    PanesShare: share,
    ParametersShare: share,
  }),
  initial: {
    Strategy: '',
    Draft: null,
    RunOnSave: false,
    RunId: '',
    Pane: 'Problems',
    PanesShare: 45,
    ParametersShare: 30,
  },
  migrations: [],
});

/** A key of code and parameters: two texts with one key are taken for the same. FNV-1a, 32 bits, with the length. */
export function sourceKey({
  code,
  parameters,
}: {
  readonly code: string;
  readonly parameters: string;
}): string {
  const whole = JSON.stringify([code, parameters]);
  let hash = 0x811c9dc5;
  for (let n = 0; n < whole.length; n += 1) hash = Math.imul(hash ^ whole.charCodeAt(n), 0x01000193);
  return `${whole.length}-${(hash >>> 0).toString(16)}`;
}
