import type { ColumnInput } from '../domain/columns/index.ts';
import type { ColumnNeed, ContributedColumn, DeskColumn } from './column-types.ts';

const DEFAULT_WIDTH_PX = 80;

/** The fields of a row that a column must declare, and what they are when it does not. All others are prices and sizes of the feed. */
const DECLARED_FIELDS: Readonly<
  Partial<Record<keyof ColumnInput, { readonly need: ColumnNeed; readonly unknown?: string | number | null }>>
> = {
  company: { need: 'facts', unknown: '' },
  exchange: { need: 'facts', unknown: '' },
  currency: { need: 'facts', unknown: '' },
  sector: { need: 'facts', unknown: null },
  industry: { need: 'facts', unknown: null },
  sharesOutstanding: { need: 'facts', unknown: null },
  shortInterest: { need: 'facts', unknown: null },
  dividend: { need: 'facts', unknown: null },
  eps: { need: 'facts', unknown: null },
  yearHigh: { need: 'facts', unknown: 0 },
  yearLow: { need: 'facts', unknown: 0 },
  yearSinceMs: { need: 'facts' },
  open: { need: 'facts', unknown: 0 },
  high: { need: 'facts', unknown: 0 },
  low: { need: 'facts', unknown: 0 },
  previousClose: { need: 'facts', unknown: 0 },
  previousVolume: { need: 'facts', unknown: 0 },
  vwap: { need: 'facts', unknown: 0 },
  historical: { need: 'history', unknown: null },
};

/** What a manifest says about its columns. */
interface ColumnsOfTool {
  readonly id: string;
  readonly title: string;
  readonly columns?: readonly ContributedColumn[];
}

/**
 * The columns that a tool contributes, as grids show them. `report` gets, once for each column and cause, what the author has to correct; a column with a
 * fault shows a dash and disturbs no other.
 */
export function deskColumns(
  tool: ColumnsOfTool,
  report: (message: string) => void = (message) => console.error(message),
): readonly DeskColumn[] {
  return (tool.columns ?? []).map((column) => toDeskColumn(tool, column, report));
}

function toDeskColumn(
  { id, title }: ColumnsOfTool,
  column: ContributedColumn,
  report: (message: string) => void,
): DeskColumn {
  const reported = new Set<string>();
  const once = (message: string): void => {
    if (reported.has(message)) return;
    reported.add(message);
    report(message);
  };
  const name = `The column "${column.id}" of ${title}`;
  const declared = new DeclaredInput(column.needs, (field, need) =>
    once(
      `${name} reads ${field}, which it does not declare. Add '${need}' to needs of the column in plugins/${id}/manifest.ts.`,
    ),
  );
  return {
    id: contributionId(id, column.id),
    label: column.label,
    shortLabel: column.shortLabel,
    category: title,
    help: column.help,
    trigger: 'quote',
    format: column.format,
    align: 'right',
    defaultWidthPx: DEFAULT_WIDTH_PX,
    isDirectional: column.isDirectional === true,
    isLive: false,
    needsHistory: column.needs.includes('history'),
    needsFacts: column.needs.includes('facts'),
    value(row) {
      try {
        const value = column.value(declared.withRow(row));
        return value === null || Number.isFinite(value) ? value : null;
      } catch (error) {
        once(`${name} has failed: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
    },
  };
}

/** The id under which grids store a column of a tool, and charts a study. */
export const contributionId = (pluginId: string, columnId: string): string => `${pluginId}.${columnId}`;

/** The fields of a row that a column has declared. One object for all rows: a tick allocates nothing. */
class DeclaredInput {
  readonly #input: ColumnInput;
  #row: ColumnInput = NO_ROW;

  constructor(needs: readonly ColumnNeed[], refuse: (field: string, need: ColumnNeed) => void) {
    const input = {};
    for (const field of FIELDS) {
      const declared = DECLARED_FIELDS[field];
      const get =
        declared === undefined || needs.includes(declared.need)
          ? () => this.#row[field]
          : () => {
              refuse(field, declared.need);
              return declared.unknown;
            };
      Object.defineProperty(input, field, { get, enumerable: true });
    }
    // Every field was just defined, with the type that it has in a row.
    this.#input = input as ColumnInput;
  }

  withRow(row: ColumnInput): ColumnInput {
    this.#row = row;
    return this.#input;
  }
}

/** A row of which nothing is known. */
const NO_ROW: ColumnInput = {
  symbol: '',
  company: '',
  exchange: '',
  currency: '',
  sector: null,
  industry: null,
  sharesOutstanding: null,
  shortInterest: null,
  dividend: null,
  eps: null,
  yearHigh: 0,
  yearLow: 0,
  yearSinceMs: undefined,
  last: 0,
  lastSize: 0,
  open: 0,
  high: 0,
  low: 0,
  previousClose: 0,
  volume: 0,
  previousVolume: 0,
  vwap: 0,
  tick: 0,
  bid: 0,
  bidSize: 0,
  bidExchange: '',
  ask: 0,
  askSize: 0,
  askExchange: '',
  timeMs: 0,
  historical: null,
};
// The keys of a literal object are those of its type.
const FIELDS = Object.keys(NO_ROW) as readonly (keyof ColumnInput)[];
