import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { ScreenField } from '../../src/domain/screener/index.ts';
import { Button, Checkbox, DialogActions } from '../../src/ui/index.ts';
import { fieldChoices, FilterRow } from './FilterRow.tsx';
import styles from './MarketScreen.module.css';
import type { ScreenFilter } from './state.ts';
import { type FilterRows, useFilterRows } from './use-filter-rows.ts';

export interface FilterFormProps {
  readonly present: readonly ScreenFilter[];
  readonly fields: readonly ScreenField[];
  readonly close: (filters: readonly ScreenFilter[] | null) => void;
  /** Called with whether the rows differ from those at the beginning. */
  readonly onEdit: (isChanged: boolean) => void;
}

/** Rows of field, operation and value. Every message stands at the row and under the part that it is about. */
export function FilterForm({ present, fields, close, onEdit }: FilterFormProps) {
  const form = useFilterRows({ present, fields, onEdit, onAccept: close });
  return (
    <form ref={form.form} noValidate onSubmit={form.submit}>
      {form.isEmpty ? (
        <p className={styles.none}>No filters. A screener with no filters does not load.</p>
      ) : (
        <div className={styles.heads} aria-hidden>
          <span>Field</span>
          <span>Operation</span>
          <span>Value</span>
          <span />
        </div>
      )}
      <Sections form={form} fields={fields} />
      <AddButtons form={form} />
      <div className={styles.extension}>
        <Checkbox
          label="Extended filters: Between, and alternatives of which one is enough"
          isChecked={form.isExtended}
          onChange={form.setExtended}
        />
        <p className={styles.hint}>
          An extension: plain filters must all hold, and numbers are compared by Greater than and Less than
          only. A range is written 10 - 20.
        </p>
      </div>
      <DialogActions>
        <Button tone="quiet" disabled={form.isEmpty} onClick={form.removeAll}>
          Remove all
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

/** The rows that must all hold, then each group of alternatives. */
function Sections({ form, fields }: { readonly form: FilterRows; readonly fields: readonly ScreenField[] }) {
  const choices = useMemo(() => fieldChoices(fields), [fields]);
  return (
    <div className={styles.rows}>
      {form.sections.map(({ Group, rows }) => {
        const lines = rows.map((row) => <FilterRow key={row.key} row={row} form={form} choices={choices} />);
        return Group === null ? (
          lines
        ) : (
          <div key={Group} role="group" aria-label="Alternatives" className={styles.alternatives}>
            <span className={styles.heads}>At least one must hold</span>
            {lines}
            <Button
              tone="quiet"
              className={styles.addInside}
              disabled={form.isFull}
              onClick={() => form.add(Group)}
            >
              <Plus size={13} />
              Add alternative
            </Button>
          </div>
        );
      })}
    </div>
  );
}

function AddButtons({ form }: { readonly form: FilterRows }) {
  return (
    <div className={styles.adds}>
      <Button data-add disabled={form.isFull} onClick={() => form.add(null)}>
        <Plus size={13} />
        Add filter
      </Button>
      {form.isExtended ? (
        <Button disabled={form.isFull} onClick={form.addAlternatives}>
          <Plus size={13} />
          Add alternatives
        </Button>
      ) : null}
    </div>
  );
}
