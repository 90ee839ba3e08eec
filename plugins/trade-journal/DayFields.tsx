import { type ToolWindow, useToolState } from '../../src/plugin-api/index.ts';
import { TextField } from '../../src/ui/index.ts';
import type { TradeJournalState } from './state.ts';

/** First and last day of the list. */
export function DayFields({ tool }: { readonly tool: ToolWindow<TradeJournalState> }) {
  const { From, To } = useToolState(tool, (state) => state.Filter);
  const set = (name: 'From' | 'To', value: string) =>
    tool.update({ Filter: { ...tool.getState().Filter, [name]: value === '' ? null : value } });
  const problem = From !== null && To !== null && To < From ? 'Before the first day' : null;
  return (
    <>
      <TextField label="From" type="date" value={From ?? ''} onChange={(value) => set('From', value)} />
      <TextField
        label="To"
        type="date"
        value={To ?? ''}
        error={problem}
        onChange={(value) => set('To', value)}
      />
    </>
  );
}

/** Whether the days of a filter are in order. */
export const isSpan = ({ From, To }: { readonly From: string | null; readonly To: string | null }): boolean =>
  From === null || To === null || From <= To;
