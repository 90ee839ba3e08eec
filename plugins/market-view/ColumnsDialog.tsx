import { useState, type FormEvent } from 'react';
import { COLUMN_CATEGORIES, DEFAULT_MARKET_VIEW_COLUMNS, SYMBOL_COLUMNS } from '../../src/domain/columns/index.ts';
import type { Dialogs } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions } from '../../src/ui/index.ts';
import styles from './MarketView.module.css';
import { applyChoice, NO_COLUMN_MESSAGE } from './choose-columns.ts';
import { columnSetting, type ColumnSetting } from './state.ts';

interface ColumnsDialogProps {
  readonly present: readonly ColumnSetting[];
  readonly close: (columns: readonly ColumnSetting[] | null) => void;
}

function ColumnsDialog({ present, close }: ColumnsDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => present.map((column) => column.Id));
  const isEmpty = chosen.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty) close(applyChoice(present, chosen));
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.columns}>
        {COLUMN_CATEGORIES.map((category) => (
          <fieldset key={category} className={styles.category}>
            <legend>{category}</legend>
            {SYMBOL_COLUMNS.filter((column) => column.category === category).map((column) => (
              <div key={column.id} title={column.help}>
                <Checkbox
                  label={column.label}
                  isChecked={chosen.includes(column.id)}
                  onChange={(isChecked) => setChosen(isChecked ? [...chosen, column.id] : chosen.filter((id) => id !== column.id))}
                />
              </div>
            ))}
          </fieldset>
        ))}
      </div>
      <p role="alert" className={styles.problem}>{isEmpty ? NO_COLUMN_MESSAGE : ''}</p>
      <DialogActions>
        <Button tone="quiet" onClick={() => close(DEFAULT_MARKET_VIEW_COLUMNS.map(columnSetting))}>Default columns</Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isEmpty}>Ok</Button>
      </DialogActions>
    </form>
  );
}

/** Asks which columns to show. Resolves to the new settings, or null when cancelled. */
export function chooseColumns(dialogs: Dialogs, present: readonly ColumnSetting[]): Promise<readonly ColumnSetting[] | null> {
  return dialogs.open<readonly ColumnSetting[]>({
    title: 'Columns',
    width: 660,
    content: ({ close }) => <ColumnsDialog present={present} close={close} />,
  });
}
