import type { GridColumn } from '../../../src/ui/index.ts';
import type { ChainAnalytics } from '../model/analytics.ts';
import type { Contract, StrikeRow } from '../model/contract.ts';
import type {
  ChainLayout,
  ContractColumn,
  ContractView,
  PlacedContractColumn,
  Tone,
} from '../model/contract-columns.ts';
import { parityOf, parityText } from '../model/parity-mark.ts';

export type ChainSide = 'call' | 'put';
export const STRIKE_CELL = 'strike';
const STRIKE_WIDTH_PX = 76;

/** The class names that cells carry by what they show. */
export interface CellClasses {
  readonly base: string;
  readonly strike: string;
  /** A strike whose quotes contradict put-call parity. */
  readonly parity: string;
  readonly inTheMoney: string;
  readonly trade: string;
  readonly tones: Readonly<Record<Exclude<Tone, ''>, string>>;
}

/** A cell of a strike line: a column of one side, or the strike between the two. */
export interface ChainCell {
  readonly id: string;
  readonly side: ChainSide | null;
  readonly column: ContractColumn | null;
  readonly widthPx: number;
  /** How the cell is written. */
  readonly written: GridColumn<StrikeRow>;
  readonly baseClass: string;
}

export const contractOn = (row: StrikeRow, side: ChainSide | null): Contract | undefined =>
  side === null ? undefined : row[side];

/** True when exercising the contract pays at this price of the underlying. */
export function isInTheMoney({ right, strike }: Pick<Contract, 'right' | 'strike'>, spot: number): boolean {
  return spot > 0 && (right === 'C' ? strike < spot : strike > spot);
}

/** A strike without needless zeros: `645`, `22.5`. */
export function strikeText(strike: number): string {
  return strike.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: 3 });
}

function viewOf(row: StrikeRow, side: ChainSide, analytics: ChainAnalytics): ContractView | undefined {
  const contract = row[side];
  if (contract === undefined) return undefined;
  return {
    contract,
    spot: analytics.pricing.spot,
    figures: () => analytics.figures(row, side),
  };
}

function sideCell(
  side: ChainSide,
  { column, widthPx }: PlacedContractColumn,
  analytics: ChainAnalytics,
  classes: CellClasses,
): ChainCell {
  const { flash, tooltip, trade } = column;
  const classNameOf = (row: StrikeRow): string => {
    const view = viewOf(row, side, analytics);
    if (view === undefined) return '';
    const tone = column.tone?.(view) ?? '';
    const { contract } = view;
    const isTradable = trade !== undefined && (trade === 'Buy' ? contract.ask : contract.bid) > 0;
    return [
      tone === '' ? '' : classes.tones[tone],
      isInTheMoney(contract, view.spot) ? classes.inTheMoney : '',
      isTradable ? classes.trade : '',
    ]
      .filter(Boolean)
      .join(' ');
  };
  const id = `${side}.${column.id}`;
  return {
    id,
    side,
    column,
    widthPx,
    baseClass: classes.base,
    written: {
      id,
      header: column.shortLabel,
      text(row) {
        const view = viewOf(row, side, analytics);
        return view === undefined ? '' : column.text(view);
      },
      className: classNameOf,
      ...(flash === undefined ? {} : { flash: (row: StrikeRow) => (row[side] ? flash(row[side]) : 0) }),
      ...(tooltip === undefined
        ? {}
        : {
            tooltip(row: StrikeRow) {
              const view = viewOf(row, side, analytics);
              return view && tooltip(view);
            },
          }),
    },
  };
}

/** All cells of a strike line, left to right: calls, strike, puts. */
export function chainCells(
  { calls, puts }: ChainLayout,
  analytics: ChainAnalytics,
  classes: CellClasses,
): readonly ChainCell[] {
  const strike: ChainCell = {
    id: STRIKE_CELL,
    side: null,
    column: null,
    widthPx: STRIKE_WIDTH_PX,
    baseClass: `${classes.base} ${classes.strike}`,
    written: {
      id: STRIKE_CELL,
      header: 'Strike',
      text: (row) => strikeText(row.strike),
      className: (row) => (parityOf(row, analytics.pricing) === null ? '' : classes.parity),
      tooltip(row) {
        const violation = parityOf(row, analytics.pricing);
        return violation === null ? undefined : parityText(violation);
      },
    },
  };
  return [
    ...calls.map((placed) => sideCell('call', placed, analytics, classes)),
    strike,
    ...puts.map((placed) => sideCell('put', placed, analytics, classes)),
  ];
}

/** The CSS grid template of a line: every column grows alike, the strike keeps its width. */
export function chainTemplate(cells: readonly Pick<ChainCell, 'side' | 'widthPx'>[]): string {
  return cells
    .map(({ side, widthPx }) => (side === null ? `${widthPx}px` : `minmax(${widthPx}px, 1fr)`))
    .join(' ');
}
