import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatSignedMoney,
  UNKNOWN_TEXT,
} from '../../../src/domain/columns/index.ts';
import { OBJECTIVES } from '../../../src/domain/strategy/search/objectives.ts';
import type { GridColumn } from '../../../src/ui/index.ts';
import type { Search, SearchSet } from '../types.ts';
import { scoreText } from './search-labels.ts';

type Figures = NonNullable<SearchSet['Figures']>;

const ratio = (value: number): string => value.toFixed(2);
const share = (value: number): string => formatPercent(value * 100);

const FIGURES: readonly {
  readonly id: keyof Figures;
  readonly header: string;
  readonly title?: string;
  readonly width: number;
  readonly text: (value: number) => string;
}[] = [
  { id: 'Net', header: 'Net P&L', width: 96, text: formatSignedMoney },
  {
    id: 'Drawdown',
    header: 'Drawdown',
    title: 'Largest fall of the net P&L over all bars',
    width: 88,
    text: formatMoney,
  },
  { id: 'Trades', header: 'Trades', title: 'Closed trades', width: 60, text: formatInteger },
  { id: 'WinRate', header: 'Win rate', width: 72, text: share },
  { id: 'Sharpe', header: 'Sharpe', width: 64, text: ratio },
  { id: 'Sortino', header: 'Sortino', width: 64, text: ratio },
  { id: 'Calmar', header: 'Calmar', width: 64, text: ratio },
  { id: 'ProfitFactor', header: 'Profit factor', width: 84, text: ratio },
  {
    id: 'Expectancy',
    header: 'Expectancy',
    title: 'Mean net profit of a trade',
    width: 84,
    text: formatSignedMoney,
  },
  { id: 'Cagr', header: 'CAGR', width: 68, text: share },
  { id: 'Capital', header: 'Capital', title: 'Capital base of the returns', width: 96, text: formatMoney },
];

/** A value of a parameter as what it is sorted by: numbers by their size. */
function sortValue(text: string): number | string {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text : number;
}

/** The grid of the sets of a search: its parameters, the objective, the figures and why a set failed. */
export function setColumns({
  Ranges,
  Objective,
}: Pick<Search['Terms'], 'Ranges' | 'Objective'>): readonly GridColumn<SearchSet>[] {
  const isFigure = FIGURES.some(({ header }) => header === OBJECTIVES[Objective].label);
  return [
    ...Ranges.map(({ Name }, at): GridColumn<SearchSet> => ({
      id: `parameter-${at}`,
      header: Name,
      align: 'right',
      width: Math.max(64, 9 * Name.length + 24),
      value: ({ Values }) => sortValue(Values[at] ?? ''),
      text: ({ Values }) => Values[at] ?? '',
      className: () => 'grid-strong',
    })),
    ...(isFigure
      ? []
      : [
          {
            id: 'Score',
            header: OBJECTIVES[Objective].label,
            align: 'right',
            width: 104,
            value: ({ Score }: SearchSet) => Score,
            text: ({ Score }: SearchSet) => scoreText(Objective, Score),
          } as const,
        ]),
    ...FIGURES.map(({ id, header, title, width, text }): GridColumn<SearchSet> => ({
      id,
      header,
      ...(title === undefined ? {} : { title }),
      align: 'right',
      width,
      value: ({ Figures: figures }) => figures?.[id] ?? null,
      text: ({ Figures: figures }) => {
        const value = figures?.[id] ?? null;
        return value === null ? UNKNOWN_TEXT : text(value);
      },
      className: ({ Figures: figures }) => signClass(id, figures?.[id] ?? null),
    })),
    {
      id: 'Fault',
      header: 'Why it failed',
      align: 'left',
      isWide: true,
      minWidth: 96,
      text: ({ Fault }) => Fault,
      className: () => 'grid-muted',
    },
  ];
}

function signClass(id: keyof Figures, value: number | null): string {
  if ((id !== 'Net' && id !== 'Expectancy') || value === null || value === 0) return '';
  return value > 0 ? 'grid-up' : 'grid-down';
}
