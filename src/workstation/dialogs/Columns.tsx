import { useMemo, useState, type FormEvent } from 'react';
import type { ColumnChoice } from '../../plugin-api/column-types.ts';
import { Button, Checkbox, DialogActions, TextField } from '../../ui/index.ts';
import styles from './Columns.module.css';
import { groupsOf, known, NO_COLUMN, toggled } from './column-choice.ts';
import type { OpenColumnSets } from './column-sets.ts';
import { ColumnOrder } from './ColumnOrder.tsx';

/** `chosen` and `defaults` are ids of `columns` in order. `openSets` opens the saved sets. `close` receives the chosen ids, or null when the user cancels. */
export interface ColumnsProps {
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly defaults: readonly string[];
  readonly openSets: OpenColumnSets;
  readonly close: (ids: readonly string[] | null) => void;
}

/** Ticks columns on the left, orders them on the right. */
export function Columns({ columns, chosen: before, defaults, openSets, close }: ColumnsProps) {
  const [chosen, setChosen] = useState(() => known(columns, before));
  const [query, setQuery] = useState('');
  /** Why a set could not be loaded. */
  const [problem, setProblem] = useState('');
  const groups = useMemo(() => groupsOf(columns, query), [columns, query]);
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) close(chosen);
  };
  const chooseSet = async () => {
    setProblem('');
    const set = await openSets(chosen);
    if (set?.ok === true) setChosen(known(columns, set.value));
    else if (set !== null) setProblem(set.error);
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.panes}>
        <div className={styles.pane}>
          <TextField
            label="Find a column"
            isLabelHidden
            placeholder="Find a column"
            value={query}
            onChange={setQuery}
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <div className={styles.scroller}>
            {groups.map(({ category, columns: group }) => (
              <fieldset key={category} className={styles.category}>
                {category === '' ? null : <legend>{category}</legend>}
                {group.map(({ id, label, help }) => (
                  <div key={id} title={help} className={styles.choice}>
                    <Checkbox
                      label={label}
                      isChecked={ticked.has(id)}
                      onChange={() => setChosen(toggled(chosen, id))}
                    />
                  </div>
                ))}
              </fieldset>
            ))}
            {groups.length === 0 ? <p className={styles.none}>No column matches.</p> : null}
          </div>
        </div>
        <ColumnOrder columns={columns} chosen={chosen} onChange={setChosen} />
      </div>
      <p role="alert" className={styles.problem}>
        {chosen.length === 0 ? NO_COLUMN : problem}
      </p>
      <DialogActions>
        <Button tone="quiet" onClick={() => setChosen(known(columns, defaults))}>
          Default columns
        </Button>
        <Button tone="quiet" onClick={() => void chooseSet()}>
          Column sets…
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={chosen.length === 0}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}
