import { Checkbox, TextField } from '../../../src/ui/index.ts';
import { fixedValue, type ParameterRow } from './optimize-form.ts';
import styles from './Optimize.module.css';

interface RowProps {
  readonly row: ParameterRow;
  /** The value that it has while it does not vary. */
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (change: Partial<ParameterRow>) => void;
}

function RangeFields({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  const field = (name: 'from' | 'to' | 'step', label: string) => (
    <TextField
      label={`${row.name} ${label}`}
      isLabelHidden
      inputMode="decimal"
      maxLength={20}
      value={row[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <>
      <td>{field('from', 'from')}</td>
      <td>{field('to', 'to')}</td>
      <td>{field('step', 'step')}</td>
    </>
  );
}

function Row({ row, value, problem, onChange }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Checkbox label={row.name} isChecked={row.isVaried} onChange={(isVaried) => onChange({ isVaried })} />
      </th>
      {!row.isVaried ? (
        <td colSpan={3} className={styles.fixed}>
          {value === '' ? 'Fixed, empty' : `Fixed at ${value}`}
        </td>
      ) : row.kind === 'Number' ? (
        <RangeFields row={row} onChange={onChange} />
      ) : (
        <td colSpan={3}>
          <TextField
            label={`${row.name} values`}
            isLabelHidden
            maxLength={400}
            value={row.values}
            onChange={(values) => onChange({ values })}
          />
        </td>
      )}
      <td className={styles.rowProblem}>{problem ?? ''}</td>
    </tr>
  );
}

/** A row for each declared parameter: it varies, or has one value. */
export function ParameterRows({
  rows,
  parameters,
  problems,
  onChange,
}: {
  readonly rows: readonly ParameterRow[];
  /** The parameter text, which says the values of those that do not vary. */
  readonly parameters: string;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (rows: readonly ParameterRow[]) => void;
}) {
  return (
    <div className={styles.parameterRows}>
      <table className={styles.parameters} aria-label="Parameters to vary">
        <thead>
          <tr>
            <th scope="col">Vary</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Step</th>
            <th scope="col">
              <span className={styles.hidden}>Problem</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.name}
              row={row}
              value={fixedValue(parameters, row)}
              problem={problems.get(row.name)}
              onChange={(change) =>
                onChange(rows.map((each) => (each === row ? { ...each, ...change } : each)))
              }
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
