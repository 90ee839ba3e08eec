import { csvText } from '../../src/domain/csv/csv.ts';
import { displaySymbol, isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { RealisedGains, WireRealisedLine } from '../../src/plugin-api/index.ts';

/** Description of property: quantity and name, `100 sh AAPL`. */
export const descriptionOf = ({
  Quantity,
  Symbol,
}: Pick<WireRealisedLine, 'Quantity' | 'Symbol'>): string => {
  const unit = isOptionSymbol(Symbol) ? (Quantity === 1 ? 'contract' : 'contracts') : 'sh';
  return `${Quantity} ${unit} ${displaySymbol(Symbol)}`;
};

const HEADER = [
  'Term',
  'Symbol',
  'Description',
  'Date acquired',
  'Date sold',
  'Proceeds',
  'Cost',
  'Gain or loss',
  'Side',
  'Closed by',
  'Lot',
  'Order',
  'Lot chosen by',
];

/** The realised gains as a CSV file: the lines of each term with their total, then how they lead to the closed P&L of the positions. */
export function gainsCsv({
  lines,
  ShortTerm,
  LongTerm,
  Reconciliation,
}: Pick<RealisedGains, 'lines' | 'ShortTerm' | 'LongTerm' | 'Reconciliation'>): string {
  const linesOf = (isLongTerm: boolean) =>
    lines
      .filter((line) => line.IsLongTerm === isLongTerm)
      .map((line) => [
        isLongTerm ? 'Long' : 'Short',
        displaySymbol(line.Symbol),
        descriptionOf(line),
        line.Acquired,
        line.Sold,
        line.Proceeds,
        line.Cost,
        line.Gain,
        line.Side,
        line.Cause,
        line.Lot,
        line.OrderId,
        line.IsChosen ? 'Holder' : 'Method',
      ]);
  const total = (name: string, { Proceeds, Cost, Gain }: RealisedGains['ShortTerm']) => [
    name,
    null,
    null,
    null,
    null,
    Proceeds,
    Cost,
    Gain,
  ];
  const figure = (name: string, amount: number) => [name, null, null, null, null, null, null, amount];
  return csvText(HEADER, [
    ...linesOf(false),
    total('Short-term total', ShortTerm),
    ...linesOf(true),
    total('Long-term total', LongTerm),
    figure('Realised since the beginning, before fees', Reconciliation.Realised),
    figure(
      'Difference of other lots than the oldest, in the cost of open lots',
      Reconciliation.MethodDifference,
    ),
    figure('Closed P&L of the positions', Reconciliation.PositionsClosedPl),
  ]);
}
