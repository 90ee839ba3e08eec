import { Plus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import {
  EXTENSION_OPERATIONS,
  SCREEN_OPERATIONS,
  type ScreenField,
  type ScreenOperation,
} from '../../src/domain/screener/index.ts';
import type { Dialogs } from '../../src/plugin-api/index.ts';
import {
  Button,
  Checkbox,
  Combobox,
  DialogActions,
  ErrorState,
  IconButton,
  Select,
  Skeleton,
  TextField,
} from '../../src/ui/index.ts';
import {
  focusAfterRemoval,
  problemOf,
  sameFilters,
  sectionsOf,
  usesExtension,
  type FilterPart,
} from './filters.ts';
import styles from './MarketScreen.module.css';
import type { ScreenRun } from './screen-run.ts';
import { MAX_FILTERS, type ScreenFilter } from './state.ts';

/** A row while it is edited; the key tells rows apart that say the same. */
interface EditedFilter extends ScreenFilter {
  readonly key: number;
}

interface FilterDialogProps {
  readonly present: readonly ScreenFilter[];
  readonly screen: Pick<ScreenRun, 'fields'>;
  readonly close: (filters: readonly ScreenFilter[] | null) => void;
  /** Told whether the rows differ from those at the beginning. */
  readonly onEdit: (isChanged: boolean) => void;
}

const ADD_BUTTON = '[data-add]';
const CATEGORIES = ['Fundamental', 'Indicator', 'Trading'] as const;

/** Rows of field, operation and value. Every message stands at the row and under the part that it is about. */
function FilterDialog({ present, screen, close, onEdit }: FilterDialogProps) {
  const [fields, setFields] = useState<readonly ScreenField[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    screen.fields().then(
      (answer) => {
        if (!isGone) setFields(answer);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [screen, attempt]);
  if (hasFailed)
    return (
      <ErrorState
        title="The fields did not load"
        text="The market data service does not answer. Your filters are unchanged."
        onRetry={() => setAttempt((count) => count + 1)}
      />
    );
  if (fields === null) return <Skeleton rows={4} label="Loading the fields" />;
  return <FilterForm present={present} fields={fields} close={close} onEdit={onEdit} />;
}

interface FilterFormProps extends Omit<FilterDialogProps, 'screen'> {
  readonly fields: readonly ScreenField[];
}

let lastKey = 0;
const emptyRow = (Group: number | null): EditedFilter => ({
  Field: null,
  Operation: null,
  Value: '',
  Group,
  key: ++lastKey,
});

function FilterForm({ present, fields, close, onEdit }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** What takes the focus when the rows have been drawn again. */
  const focusNext = useRef<string | null>(null);
  const [rows, setRows] = useState<readonly EditedFilter[]>(() =>
    present.length === 0 ? [emptyRow(null)] : present.map((row) => ({ ...row, key: ++lastKey })),
  );
  const [isExtended, setExtended] = useState(() => usesExtension(present));
  const [first] = useState(rows);
  /** Messages appear when the rows are accepted, and then follow what is changed. */
  const [isJudged, setJudged] = useState(false);
  useEffect(() => {
    // The fields come after the dialog has chosen where the focus goes: it is moved on to the first of them.
    const focusFirst = () => {
      if (form.current?.contains(form.current.ownerDocument.activeElement) === false)
        form.current.querySelector('input')?.focus();
    };
    focusFirst();
    const host = form.current?.ownerDocument.defaultView;
    const frame = host?.requestAnimationFrame(focusFirst);
    return () => {
      if (frame !== undefined) host?.cancelAnimationFrame(frame);
    };
  }, []);
  useEffect(() => {
    onEdit(!sameFilters(rows, first));
    const selector = focusNext.current;
    focusNext.current = null;
    if (selector !== null) form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [rows, first, onEdit]);
  const options = useMemo(
    () =>
      CATEGORIES.flatMap((category) =>
        fields
          .filter((field) => field.Category === category)
          .map(({ Field, Name }) => ({ value: Field, label: Name, group: category })),
      ),
    [fields],
  );
  const byName = useMemo(() => new Map(fields.map((field) => [field.Field, field])), [fields]);
  const operations = useMemo(
    () =>
      [...SCREEN_OPERATIONS, ...(isExtended ? EXTENSION_OPERATIONS : [])].map(({ id, label }) => ({
        value: id,
        label,
      })),
    [isExtended],
  );
  const fieldOf = ({ Field }: EditedFilter) => (Field === null ? undefined : byName.get(Field));
  const problem = (row: EditedFilter) => problemOf(row, fieldOf(row), isExtended);
  const change = (key: number, to: Partial<ScreenFilter>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const add = (...added: readonly EditedFilter[]) => {
    focusNext.current = `[data-filter="${added[0]?.key ?? ''}"] input`;
    setRows((now) => [...now, ...added].slice(0, MAX_FILTERS));
  };
  const remove = (key: number) => {
    const next = focusAfterRemoval(
      ordered.map((row) => row.key),
      key,
    );
    focusNext.current = next === null ? ADD_BUTTON : `[data-filter="${next}"] > button`;
    setRows((now) => now.filter((row) => row.key !== key));
  };
  const setExtension = (isOn: boolean) => {
    setExtended(isOn);
    if (!isOn) setRows((now) => now.map((row) => ({ ...row, Group: null })));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (rows.every((row) => problem(row) === null)) close(rows.map(({ key: _key, ...row }) => row));
  };
  const sections = sectionsOf(rows);
  const ordered = sections.flatMap((section) => section.rows);
  const isFull = rows.length >= MAX_FILTERS;

  const line = (row: EditedFilter) => {
    const number = ordered.indexOf(row) + 1;
    const found = isJudged ? problem(row) : null;
    const errorOf = (part: FilterPart) => (found?.part === part ? found.message : null);
    return (
      <fieldset key={row.key} data-filter={row.key} className={styles.row} aria-label={`Filter ${number}`}>
        <Combobox
          label={`Field of filter ${number}`}
          isLabelHidden
          placeholder="Field"
          noMatch="No such field."
          value={row.Field}
          options={options}
          onChange={(Field) => change(row.key, { Field })}
          error={errorOf('field')}
        />
        <Select<ScreenOperation>
          label={`Operation of filter ${number}`}
          isLabelHidden
          placeholder="Operation"
          value={row.Operation}
          options={operations}
          onChange={(Operation) => change(row.key, { Operation })}
          error={errorOf('operation')}
        />
        <TextField
          label={`Value of filter ${number}`}
          isLabelHidden
          placeholder={placeholderOf(row, fieldOf(row))}
          value={row.Value}
          maxLength={200}
          spellCheck={false}
          onChange={(Value) => change(row.key, { Value })}
          error={errorOf('value')}
        />
        <IconButton label={`Remove filter ${number}`} onClick={() => remove(row.key)}>
          <X size={14} />
        </IconButton>
      </fieldset>
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {rows.length === 0 ? (
        <p className={styles.none}>No filters. A screener with no filters does not load.</p>
      ) : (
        <div className={styles.heads} aria-hidden>
          <span>Field</span>
          <span>Operation</span>
          <span>Value</span>
          <span />
        </div>
      )}
      <div className={styles.rows}>
        {sections.map(({ Group, rows: inside }) =>
          Group === null ? (
            inside.map(line)
          ) : (
            <div key={Group} role="group" aria-label="Alternatives" className={styles.alternatives}>
              <span className={styles.heads}>One of these is enough</span>
              {inside.map(line)}
              <Button
                tone="quiet"
                className={styles.addInside}
                disabled={isFull}
                onClick={() => add(emptyRow(Group))}
              >
                <Plus size={13} />
                Add alternative
              </Button>
            </div>
          ),
        )}
      </div>
      <div className={styles.adds}>
        <Button data-add disabled={isFull} onClick={() => add(emptyRow(null))}>
          <Plus size={13} />
          Add filter
        </Button>
        {isExtended ? (
          <Button
            disabled={isFull}
            onClick={() => {
              const group = Math.max(0, ...rows.map(({ Group }) => Group ?? 0)) + 1;
              add(emptyRow(group), emptyRow(group));
            }}
          >
            <Plus size={13} />
            Add alternatives
          </Button>
        ) : null}
      </div>
      <div className={styles.extension}>
        <Checkbox
          label="Extended filters: Between, and alternatives of which one is enough"
          isChecked={isExtended}
          onChange={setExtension}
        />
        <p className={styles.hint}>
          An extension: plain filters must all hold, and numbers are compared by Greater than and Less than
          only. A range is written 10 - 20.
        </p>
      </div>
      <DialogActions>
        <Button
          tone="quiet"
          disabled={rows.length === 0}
          onClick={() => {
            focusNext.current = ADD_BUTTON;
            setRows([]);
          }}
        >
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

/** An example of what the row takes. */
function placeholderOf(
  { Operation }: Pick<ScreenFilter, 'Operation'>,
  field: ScreenField | undefined,
): string {
  if (field === undefined) return 'Value';
  switch (field.Type) {
    case 'Text':
      return 'Text';
    case 'Percentage':
      return Operation === 'Between' ? '5% - 10%' : '5%';
    case 'Integer':
    case 'Decimal':
      return Operation === 'Between' ? '10 - 20' : '1.5M';
  }
}

/** Asks for the filters of a screener. Resolves to the new rows, or null when cancelled. */
export function chooseFilters(
  dialogs: Dialogs,
  screen: Pick<ScreenRun, 'fields'>,
  present: readonly ScreenFilter[],
): Promise<readonly ScreenFilter[] | null> {
  let isChanged = false;
  const onEdit = (next: boolean) => {
    isChanged = next;
  };
  return dialogs.open<readonly ScreenFilter[]>({
    title: 'Market screen filter',
    width: 680,
    content: ({ close }) => <FilterDialog present={present} screen={screen} close={close} onEdit={onEdit} />,
    mayLeave: async () =>
      !isChanged ||
      dialogs.confirm({
        title: 'Market screen filter',
        message: 'You have filter changes that are not applied yet. Leave without them?',
        yes: 'Leave',
        no: 'Keep editing',
      }),
  });
}
