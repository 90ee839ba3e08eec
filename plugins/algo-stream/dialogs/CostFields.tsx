import {
  COST_BOUNDS,
  type AmountBounds,
  type CostSettings,
} from '../../../src/domain/strategy/costs/settings.ts';
import { NumberField, Select } from '../../../src/ui/index.ts';
import { FoldedFields } from './FoldedFields.tsx';
import styles from './StrategyForms.module.css';
import { costsOfForm, type CostForm, type CostProblems } from './cost-form.ts';

type Options<Kind extends string> = readonly { readonly value: Kind; readonly label: string }[];

const SLIPPAGE_OPTIONS: Options<CostSettings['Slippage']> = [
  { value: 'None', label: 'None' },
  { value: 'Cents', label: 'Cents a share' },
  { value: 'BasisPoints', label: 'Basis points of the price' },
  { value: 'RangePercent', label: '% of the range of the bar' },
];
const SPREAD_OPTIONS: Options<CostSettings['Spread']> = [
  { value: 'None', label: 'None' },
  { value: 'Cents', label: 'Cents a share' },
  { value: 'BasisPoints', label: 'Basis points of the price' },
];
const COMMISSION_OPTIONS: Options<CostSettings['Commission']> = [
  { value: 'Account', label: 'Fees of the account' },
  { value: 'None', label: 'None' },
  { value: 'PerShare', label: 'Dollars a share' },
  { value: 'PerOrder', label: 'Dollars an order' },
  { value: 'Percent', label: '% of the value' },
];
/** Labels of the amount of a commission. */
const COMMISSION_LABELS = {
  PerShare: 'Commission, $ a share',
  PerOrder: 'Commission, $ an order',
  Percent: 'Commission, %',
} as const;

interface CostFieldsProps {
  readonly costs: CostForm;
  readonly problems: CostProblems;
  readonly onChange: (costs: CostForm) => void;
}

type AmountField = {
  [Name in keyof CostForm]: CostForm[Name] extends number | null ? Name : never;
}[keyof CostForm];

/** The amount of a kind; nothing for a kind without one. */
function Amount({
  field,
  label,
  bounds,
  costs,
  problems,
  onChange,
}: CostFieldsProps & {
  readonly field: AmountField;
  readonly label: string;
  readonly bounds: AmountBounds | null;
}) {
  if (bounds === null) return <span />;
  return (
    <NumberField
      label={label}
      value={costs[field]}
      onChange={(value) => onChange({ ...costs, [field]: value })}
      min={0}
      max={bounds.max}
      step={bounds.decimals > 2 ? 0.001 : 1}
      decimals={bounds.decimals}
      error={problems[field] ?? null}
    />
  );
}

/** The kind of a cost beside its amount. */
function KindFields(fields: CostFieldsProps) {
  const { costs, onChange } = fields;
  const { Slippage, Spread, Commission } = costs;
  const { slippage, spread, commission } = COST_BOUNDS;
  const hasCommission = Commission !== 'Account' && Commission !== 'None';
  return (
    <>
      <Select
        label="Slippage"
        value={Slippage}
        options={SLIPPAGE_OPTIONS}
        onChange={(kind) => onChange({ ...costs, Slippage: kind })}
      />
      <Amount
        {...fields}
        field="SlippageAmount"
        label="Slippage amount"
        bounds={Slippage === 'None' ? null : slippage[Slippage]}
      />
      <Select
        label="Spread"
        value={Spread}
        options={SPREAD_OPTIONS}
        onChange={(kind) => onChange({ ...costs, Spread: kind })}
      />
      <Amount
        {...fields}
        field="SpreadAmount"
        label="Spread amount"
        bounds={Spread === 'None' ? null : spread[Spread]}
      />
      <Select
        label="Commissions"
        value={Commission}
        options={COMMISSION_OPTIONS}
        onChange={(kind) => onChange({ ...costs, Commission: kind })}
      />
      <Amount
        {...fields}
        field="CommissionAmount"
        label={hasCommission ? COMMISSION_LABELS[Commission] : ''}
        bounds={hasCommission ? commission[Commission] : null}
      />
    </>
  );
}

/** Costs and fills of a backtest, closed until they are wanted: it opens by itself when they are set, or wrong. */
export function CostFields(fields: CostFieldsProps) {
  const { costs, problems } = fields;
  const hasProblem = Object.keys(problems).length > 0;
  const { commissionMinimum, volumePercent, borrowPercent } = COST_BOUNDS;
  return (
    <FoldedFields title="Costs and fills" isSet={costsOfForm(costs) !== undefined} hasProblem={hasProblem}>
      <div className={styles.pair}>
        <KindFields {...fields} />
        {costs.Commission === 'PerShare' ? (
          <>
            <Amount
              {...fields}
              field="CommissionMinimum"
              label="Minimum commission, $ an order"
              bounds={commissionMinimum}
            />
            <span />
          </>
        ) : null}
        <Amount {...fields} field="VolumePercent" label="Max % of bar volume" bounds={volumePercent} />
        <Amount
          {...fields}
          field="BorrowPercent"
          label="Borrow cost of shorts, % a year"
          bounds={borrowPercent}
        />
      </div>
      <p className={styles.note}>
        Slippage and half of the spread make market and stop fills worse. Without a volume limit each order
        fills in full.
      </p>
    </FoldedFields>
  );
}
