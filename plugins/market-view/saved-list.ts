import * as v from 'valibot';
import { columnsSchema, markOf, sortSchema, type ToolWindow } from '../../src/plugin-api/index.ts';
import { MAX_SYMBOLS, symbolsSchema, type MarketViewState } from './state.ts';

/** The type of saved lists. */
export const SAVED_TYPE = 'MarketView';

/** What is saved under a name: the list and how it is shown. Columns and Sort may be missing, as in a list made elsewhere. */
const savedSchema = v.object({
  Symbols: symbolsSchema,
  Columns: v.optional(columnsSchema),
  Sort: v.optional(sortSchema),
});

/** What would be saved now. */
export function listToSave({ Symbols, Columns, Sort }: MarketViewState): v.InferInput<typeof savedSchema> {
  return { Symbols: [...Symbols], Columns: [...Columns], Sort };
}

/** The change of state that a saved list makes; null when it is no list of symbols. Data may come as its JSON text. */
export function readSavedList(data: unknown): Partial<MarketViewState> | null {
  let value = data;
  if (typeof data === 'string') {
    try {
      value = JSON.parse(data);
    } catch {
      return null;
    }
  }
  const parsed = v.safeParse(savedSchema, value);
  if (!parsed.success) return null;
  const { Symbols, Columns, Sort } = parsed.output;
  return {
    Symbols: [...new Set(Symbols)].slice(0, MAX_SYMBOLS),
    ...(Columns === undefined ? {} : { Columns }),
    ...(Sort === undefined ? {} : { Sort }),
  };
}

/** The dialog of saved lists; what was loaded is shown, what was saved names the window. */
export async function manageSaves(window: ToolWindow<MarketViewState>): Promise<void> {
  const { dialogs } = window.platform;
  const outcome = await dialogs.saves({
    toolType: SAVED_TYPE,
    title: 'Manage saved lists',
    currentName: window.getState().FileName,
    data: () => listToSave(window.getState()),
    onGone: () => window.update({ FileName: null, SavedAs: null }),
  });
  if (outcome === null) return;
  if (outcome.kind === 'saved') {
    window.update({ FileName: outcome.name, SavedAs: markOf(outcome.data) });
    return;
  }
  const change = readSavedList(outcome.data);
  if (change === null)
    await dialogs.alert({
      title: 'Manage saved lists',
      message: `"${outcome.name}" can not be read: it is damaged, or was saved by another tool. Your list stays as it is.`,
    });
  else
    window.update({
      ...change,
      FileName: outcome.name,
      SavedAs: markOf(listToSave({ ...window.getState(), ...change })),
    });
}
