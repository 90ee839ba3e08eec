import { useState, type FormEvent } from 'react';
import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions } from '../../src/ui/index.ts';
import { openOrderColumns, positionColumns, tradeLogColumns } from './columns.ts';
import type { ColumnSetting, TradeManagerState } from './state.ts';
import styles from './TradeManager.module.css';

interface Choice { readonly id: string; readonly header: string; readonly title?: string }
interface ColumnsDialogProps { readonly choices: readonly Choice[]; readonly present: readonly ColumnSetting[]; readonly close: (columns: readonly ColumnSetting[] | null) => void }

const NEW_COLUMN_WIDTH_PX = 80;

function ColumnsDialog({ choices, present, close }: ColumnsDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => present.map((column) => column.Id));
  const isEmpty = chosen.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const added = chosen.filter((id) => !present.some((column) => column.Id === id)).map((Id) => ({ Id, Width: NEW_COLUMN_WIDTH_PX }));
    close([...present.filter((column) => chosen.includes(column.Id)), ...added]);
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.choices}>
        {choices.map(({ id, header, title }) => (
          <div key={id} title={title}>
            <Checkbox label={header} isChecked={chosen.includes(id)} onChange={(isChecked) => setChosen(isChecked ? [...chosen, id] : chosen.filter((other) => other !== id))} />
          </div>
        ))}
      </div>
      <p role="alert" className={styles.problem}>{isEmpty ? 'At least one column is required' : ''}</p>
      <DialogActions>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isEmpty}>Ok</Button>
      </DialogActions>
    </form>
  );
}

/** Asks which columns the grid of the current tab shows, and stores them. */
export async function chooseColumns(window: ToolWindow<TradeManagerState>): Promise<void> {
  const tab = window.getState().CurrentTab;
  const choices: readonly Choice[] = tab === 'Positions' ? positionColumns : tab === 'TradeLog' ? tradeLogColumns : openOrderColumns(() => null);
  const present = window.getState()[tab].Columns;
  const columns = await window.platform.dialogs.open<readonly ColumnSetting[]>({
    title: 'Columns', width: 480, content: ({ close }) => <ColumnsDialog choices={choices} present={present} close={close} />,
  });
  if (columns === null) return;
  const state = window.getState();
  if (tab === 'Positions') window.update({ Positions: { ...state.Positions, Columns: columns } });
  else if (tab === 'TradeLog') window.update({ TradeLog: { ...state.TradeLog, Columns: columns } });
  else window.update({ OpenOrders: { ...state.OpenOrders, Columns: columns } });
}
