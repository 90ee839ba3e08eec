import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { MAX_LEG_RATIO } from '../../../src/domain/orders/legs.ts';
import { displaySymbol, isOptionSymbol } from '../../../src/domain/symbols/symbol.ts';
import { Button, IconButton, NumberField } from '../../../src/ui/index.ts';
import type { SpreadLive } from './spread-live.ts';
import type { StoredLeg } from './spread-schema.ts';
import { otherSide } from './spread-state.ts';
import { legText, type LegFigureId } from './spread-texts.ts';
import styles from './Spread.module.css';
import { useLive } from './use-spread.ts';

export interface LegsTableProps {
  readonly legs: readonly StoredLeg[];
  readonly live: SpreadLive;
  readonly onChange: (symbol: string, change: Partial<Pick<StoredLeg, 'Side' | 'Ratio'>>) => void;
  readonly onRemove: (symbol: string) => void;
}

const FIGURES: readonly { readonly id: LegFigureId; readonly label: string; readonly help: string }[] = [
  { id: 'bid', label: 'Bid', help: 'Best bid of the leg' },
  { id: 'ask', label: 'Ask', help: 'Best ask of the leg' },
  { id: 'volatility', label: 'IV', help: 'Implied volatility of the middle of the quote' },
  { id: 'delta', label: 'Delta', help: 'Shares of the underlying that the leg moves like in one unit' },
];

/** A stock leg counts lots of 100 shares. */
const nameOf = (symbol: string): string =>
  isOptionSymbol(symbol) ? displaySymbol(symbol) : `${symbol} 100 shares`;

function Figure({
  live,
  index,
  id,
}: {
  readonly live: SpreadLive;
  readonly index: number;
  readonly id: LegFigureId;
}) {
  return <td className={styles.number}>{useLive(live, ({ legs }) => legText(legs[index], id))}</td>;
}

/** The name of a leg. Where room is short its root and date are cut off, never its strike and right. */
function LegName({ name }: { readonly name: string }) {
  const [, root = '', terms = name] = /^(.*'\d\d )(.*)$/.exec(name) ?? [];
  return (
    <span className={styles.legName}>
      <span className={styles.legRoot}>{root}</span>
      <span>{terms}</span>
    </span>
  );
}

/** One leg. Its texts are live, the rest follows the legs. */
function LegRow({
  leg,
  index,
  live,
  onChange,
  onRemove,
}: Omit<LegsTableProps, 'legs'> & { readonly leg: StoredLeg; readonly index: number }) {
  const name = nameOf(leg.Symbol);
  return (
    <tr data-leg={leg.Symbol}>
      <td>
        <Button
          className={styles.side}
          data-side={leg.Side}
          aria-label={`${leg.Side} ${name}: switch to ${otherSide(leg.Side)}`}
          title={`Switch to ${otherSide(leg.Side)}`}
          onClick={() => onChange(leg.Symbol, { Side: otherSide(leg.Side) })}
        >
          {leg.Side}
        </Button>
      </td>
      <td className={styles.ratio}>
        <NumberField
          label={`Ratio of ${name}`}
          isLabelHidden
          hasSteppers={false}
          value={leg.Ratio}
          min={1}
          max={MAX_LEG_RATIO}
          onChange={(Ratio) => onChange(leg.Symbol, { Ratio })}
        />
      </td>
      <th scope="row" className={styles.leg} title={leg.Symbol}>
        <LegName name={name} />
      </th>
      {FIGURES.map(({ id }) => (
        <Figure key={id} live={live} index={index} id={id} />
      ))}
      <td>
        <IconButton label={`Remove ${name}`} data-remove="" onClick={() => onRemove(leg.Symbol)}>
          <X size={14} aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

/** The legs: side, ratio, contract and its figures. */
export function LegsTable({ legs, live, onChange, onRemove }: LegsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const removedAt = useRef<number | null>(null);
  // The focus goes to the leg that takes the place of a removed one, not back to the start of the page.
  useEffect(() => {
    const index = removedAt.current;
    removedAt.current = null;
    if (index === null) return;
    const rest = body.current?.querySelectorAll<HTMLElement>('[data-remove]');
    rest?.[Math.min(index, rest.length - 1)]?.focus();
  }, [legs]);
  const remove = (symbol: string) => {
    removedAt.current = legs.findIndex(({ Symbol }) => Symbol === symbol);
    onRemove(symbol);
  };
  return (
    <div className={styles.legs}>
      <table className={styles.table} aria-label="Legs">
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">Ratio</th>
            <th scope="col">Leg</th>
            {FIGURES.map(({ id, label, help }) => (
              <th key={id} scope="col" className={styles.number} title={help}>
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {legs.map((leg, index) => (
            <LegRow
              key={leg.Symbol}
              leg={leg}
              index={index}
              live={live}
              onChange={onChange}
              onRemove={remove}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
