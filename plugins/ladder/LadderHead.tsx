import { useEffect, useRef } from 'react';
import { formatInteger, formatSignedPrice } from '../../src/domain/columns/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import {
  formatQuotePrice,
  type ToolWindow,
  UNKNOWN_TEXT,
  useToolState,
  writeData,
  writeText,
} from '../../src/plugin-api/index.ts';
import { Button, NumberField, Select } from '../../src/ui/index.ts';
import type { Ladder } from './ladder.ts';
import styles from './Ladder.module.css';
import type { LadderPainter } from './ladder-painter.ts';
import { QUANTITY_CHOICES } from './model/quantity-steps.ts';
import { ROW_STEPS, type LadderState, type RowStep } from './state.ts';
import type { Armed } from './use-armed.ts';
import type { QuantityField } from './use-quantity.ts';
import { useWheel } from './use-wheel.ts';

export interface LadderHeadProps {
  readonly tool: ToolWindow<LadderState>;
  readonly ladder: Ladder;
  readonly painter: LadderPainter;
  readonly quantity: QuantityField;
  readonly armed: Armed;
  readonly canTrade: boolean;
}

const priceText = (dollars: number): string => (dollars > 0 ? formatQuotePrice(dollars) : UNKNOWN_TEXT);

/** `Long 100 @ 100.02`, or `Flat`. */
function positionText({ position: { quantity, average } }: Ladder): string {
  if (quantity === 0) return 'Flat';
  const rounded = Math.round(average * 1e4) / 1e4;
  return `${quantity > 0 ? 'Long' : 'Short'} ${formatInteger(Math.abs(quantity))} @ ${formatQuotePrice(rounded)}`;
}

/** Writes position, profit, bid and ask. */
function paintHead(
  places: Readonly<Record<'position' | 'profit' | 'bid' | 'ask', HTMLElement | null>>,
  ladder: Ladder,
) {
  const { position, profit, bid, ask } = places;
  if (position === null || profit === null || bid === null || ask === null) return;
  const { bidE4, askE4 } = ladder.market.quote;
  const { last } = ladder.market;
  const open = last === null ? null : ladder.profitAt(last.priceE4);
  writeText(position, positionText(ladder));
  writeText(profit, open === null ? '' : formatSignedPrice(open));
  writeData(profit, 'tone', open === null || open === 0 ? null : open > 0 ? 'up' : 'down');
  writeText(bid, priceText(fromE4(bidE4)));
  writeText(ask, priceText(fromE4(askE4)));
}

/** Position and quote, the quantity of the next order, and the switch that arms the clicks. */
export function LadderHead({ tool, ladder, painter, quantity, armed, canTrade }: LadderHeadProps) {
  const position = useRef<HTMLSpanElement>(null);
  const profit = useRef<HTMLSpanElement>(null);
  const bid = useRef<HTMLSpanElement>(null);
  const ask = useRef<HTMLSpanElement>(null);
  const step = useToolState(tool, ({ RowStep }) => RowStep);
  useEffect(
    () =>
      painter.on('head', () =>
        paintHead(
          { position: position.current, profit: profit.current, bid: bid.current, ask: ask.current },
          ladder,
        ),
      ),
    [painter, ladder],
  );
  return (
    <div className={styles.head}>
      <div className={styles.facts}>
        <span ref={position} data-fact="position" />
        <span ref={profit} data-fact="profit" className={styles.number} />
        <span className={styles.quote}>
          <span className={styles.muted}>Bid</span> <span ref={bid} data-fact="bid" />{' '}
          <span className={styles.muted}>Ask</span> <span ref={ask} data-fact="ask" />
        </span>
      </div>
      <div className={styles.controls}>
        <Quantity quantity={quantity} />
        <div className={styles.step}>
          <Select
            label="Distance of rows"
            isLabelHidden
            value={String(step)}
            options={ROW_STEPS.map((dollars) => ({
              value: String(dollars),
              label: `${dollars.toFixed(2)} a row`,
            }))}
            onChange={(value) =>
              tool.update({
                RowStep: ROW_STEPS.find((dollars) => String(dollars) === value) ?? (0.01 satisfies RowStep),
              })
            }
          />
        </div>
        <Button
          className={styles.arm}
          aria-pressed={armed.isArmed}
          disabled={!canTrade}
          title={
            armed.isArmed
              ? 'Clicks send orders at once. Press to switch that off.'
              : 'Clicks open the order ticket. Press to send orders at once.'
          }
          onClick={() => {
            void armed.toggle();
          }}
        >
          {armed.isArmed ? 'ARMED' : 'Arm'}
        </Button>
      </div>
    </div>
  );
}

/** The quantity of the next order: typed, stepped by the wheel, or chosen. */
function Quantity({ quantity }: { readonly quantity: QuantityField }) {
  const field = useRef<HTMLDivElement>(null);
  useWheel(field, ({ deltaY }) => quantity.step(deltaY < 0 ? 1 : -1));
  return (
    <>
      <div ref={field} className={styles.quantity}>
        <NumberField
          label="Quantity"
          isLabelHidden
          value={quantity.typed}
          onChange={quantity.set}
          error={quantity.problem}
          min={1}
          hasSteppers={false}
        />
      </div>
      <div className={styles.choices} role="group" aria-label="Quantities">
        {QUANTITY_CHOICES[quantity.isOption ? 'contracts' : 'shares'].map((choice) => (
          <button
            key={choice}
            type="button"
            className={styles.choice}
            aria-pressed={quantity.typed === choice}
            onClick={() => quantity.set(choice)}
          >
            {formatInteger(choice)}
          </button>
        ))}
      </div>
    </>
  );
}
