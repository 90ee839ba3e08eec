import { X } from 'lucide-react';
import {
  EXTENSION_OPERATIONS,
  SCREEN_OPERATIONS,
  type ScreenField,
  type ScreenOperation,
} from '../../src/domain/screener/index.ts';
import { Combobox, IconButton, Select, TextField } from '../../src/ui/index.ts';
import type { FilterPart } from './filters.ts';
import styles from './MarketScreen.module.css';
import type { ScreenFilter } from './state.ts';
import type { EditedFilter, FilterRows } from './use-filter-rows.ts';

const CATEGORIES = ['Fundamental', 'Indicator', 'Trading'] as const;
const PLAIN_CHOICES = SCREEN_OPERATIONS.map(({ id, label }) => ({ value: id, label }));
const ALL_CHOICES = [
  ...PLAIN_CHOICES,
  ...EXTENSION_OPERATIONS.map(({ id, label }) => ({ value: id, label })),
];

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly group: string;
}

/** The fields as choices, by category. */
export function fieldChoices(fields: readonly ScreenField[]): readonly FieldChoice[] {
  return CATEGORIES.flatMap((category) =>
    fields
      .filter((field) => field.Category === category)
      .map(({ Field, Name }) => ({ value: Field, label: Name, group: category })),
  );
}

interface FilterRowProps {
  readonly row: EditedFilter;
  readonly form: FilterRows;
  readonly choices: readonly FieldChoice[];
}

/** Field, operation and value of one filter, each with its own message. */
export function FilterRow({ row, form, choices }: FilterRowProps) {
  const number = form.numberOf(row);
  const problem = form.shownProblem(row);
  const errorOf = (part: FilterPart) => (problem?.part === part ? problem.message : null);
  return (
    <fieldset data-filter={row.key} className={styles.row} aria-label={`Filter ${number}`}>
      <Combobox
        label={`Field of filter ${number}`}
        isLabelHidden
        placeholder="Field"
        noMatch="No such field."
        value={row.Field}
        options={choices}
        onChange={(Field) => form.change(row.key, { Field })}
        error={errorOf('field')}
      />
      <Select<ScreenOperation>
        label={`Operation of filter ${number}`}
        isLabelHidden
        placeholder="Operation"
        value={row.Operation}
        options={form.isExtended ? ALL_CHOICES : PLAIN_CHOICES}
        onChange={(Operation) => form.change(row.key, { Operation })}
        error={errorOf('operation')}
      />
      <TextField
        label={`Value of filter ${number}`}
        isLabelHidden
        placeholder={placeholderOf(row, form.fieldOf(row))}
        value={row.Value}
        maxLength={200}
        spellCheck={false}
        onChange={(Value) => form.change(row.key, { Value })}
        error={errorOf('value')}
      />
      <IconButton label={`Remove filter ${number}`} onClick={() => form.remove(row.key)}>
        <X size={14} />
      </IconButton>
    </fieldset>
  );
}

/** An example of a value that the row accepts. */
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
