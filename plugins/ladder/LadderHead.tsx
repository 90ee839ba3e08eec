import { useEffect, useRef } from 'react';
import { formatInteger, formatSignedPrice } from '../../src/domain/columns/index.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import {
  formatQuotePrice,
  HaltMark,
  type ToolWindow,
  UNKNOWN_TEXT,
  useToolState,
  writeData,
  writeText,
} from '../../src/plugin-api/index.ts';
import { Button, Select } from '../../src/ui/index.ts';
import type { Ladder } from './ladder.ts';
import styles from './Ladder.module.css';
import type { LadderPainter } from './ladder-painter.ts';
import { LadderSize } from './LadderSize.tsx';
import { ladderSize } from './order-size.ts';
import { ROW_STEPS, type LadderState, type RowStep } from './state.ts';
import type { Armed } from './use-armed.ts';
import type { QuantityField } from './use-quantity.ts';

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

/** `Buys 49`, or why nothing can be bought; empty where the quantity is entered, and without an ask. */
function sizeText(tool: ToolWindow<LadderState>, { market, symbol }: Ladder): string {
  const { askE4 } = market.quote;
  const state = tool.getState();
  if (state.Size.By === 'Quantity' || askE4 <= 0) return '';
  const sized = ladderSize(tool.platform, state, { symbol, side: 'buy', price: fromE4(askE4) });
  return sized.quantity === null ? sized.problem : `Buys ${formatInteger(sized.quantity)}`;
}

/** Writes position, profit, bid, ask and the size of an order. */
function paintHead(
  places: Readonly<Record<'position' | 'profit' | 'bid' | 'ask' | 'size', HTMLElement | null>>,
  ladder: Ladder,
  tool: ToolWindow<LadderState>,
) {
  const { position, profit, bid, ask, size } = places;
  if (position === null || profit === null || bid === null || ask === null || size === null) return;
  writeText(size, sizeText(tool, ladder));
  const { bidE4, askE4 } = ladder.market.quote;
  const { last } = ladder.market;
  const open = last === null ? null : ladder.profitAt(last.priceE4);
  writeText(position, positionText(ladder));
  writeText(profit, open === null ? '' : formatSignedPrice(open));
  writeData(profit, 'tone', open === null || open === 0 ? null : open > 0 ? 'up' : 'down');
  writeText(bid, priceText(fromE4(bidE4)));
  writeText(ask, priceText(fromE4(askE4)));
}

/** Position and quote, painted once a frame. */
function Facts({ tool, ladder, painter }: Pick<LadderHeadProps, 'tool' | 'ladder' | 'painter'>) {
  const position = useRef<HTMLSpanElement>(null);
  const profit = useRef<HTMLSpanElement>(null);
  const bid = useRef<HTMLSpanElement>(null);
  const ask = useRef<HTMLSpanElement>(null);
  const size = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      painter.on('head', () =>
        paintHead(
          {
            position: position.current,
            profit: profit.current,
            bid: bid.current,
            ask: ask.current,
            size: size.current,
          },
          ladder,
          tool,
        ),
      ),
    [painter, ladder, tool],
  );
  return (
    <div className={styles.facts}>
      <span ref={position} data-fact="position" />
      <span ref={profit} data-fact="profit" className={styles.number} />
      <span ref={size} data-fact="size" className={styles.muted} />
      <span className={styles.quote}>
        <HaltMark platform={tool.platform} symbol={ladder.symbol} /> <span className={styles.muted}>Bid</span>{' '}
        <span ref={bid} data-fact="bid" /> <span className={styles.muted}>Ask</span>{' '}
        <span ref={ask} data-fact="ask" />
      </span>
    </div>
  );
}

/** Position and quote, the size of the next order, and the switch that arms the clicks. */
export function LadderHead({ tool, ladder, painter, quantity, armed, canTrade }: LadderHeadProps) {
  const step = useToolState(tool, ({ RowStep }) => RowStep);
  return (
    <div className={styles.head}>
      <Facts tool={tool} ladder={ladder} painter={painter} />
      <div className={styles.controls}>
        <LadderSize tool={tool} quantity={quantity} />
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
