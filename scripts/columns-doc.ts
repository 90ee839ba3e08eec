import { fileURLToPath } from 'node:url';
import {
  COLUMN_CATEGORIES,
  COLUMN_TRIGGER_NUMBERS,
  DEFAULT_MARKET_VIEW_COLUMNS,
  SYMBOL_COLUMNS,
  type SymbolColumn,
} from '../src/domain/columns/index.ts';
import { screenField } from '../src/domain/screener/index.ts';

export const COLUMNS_DOC = fileURLToPath(new URL('../docs/columns.md', import.meta.url));

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row(column: SymbolColumn): string {
  const { id, label, shortLabel, trigger, format, needsHistory, help } = column;
  const cells = [
    `\`${id}\``,
    label,
    shortLabel,
    `${trigger} (${COLUMN_TRIGGER_NUMBERS[trigger]})`,
    format,
    needsHistory ? 'yes' : '',
    screenField(id)?.Type ?? '',
    help,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** The page about the columns of symbol grids. */
export function columnsDoc(): string {
  const sections = COLUMN_CATEGORIES.map((category) => {
    const columns = SYMBOL_COLUMNS.filter((column) => column.category === category);
    return [
      `## ${category} (${columns.length})`,
      '',
      '| Id | Name | Header | Driven by | Printed as | Needs history | Field of the screener | What it is |',
      '|---|---|---|---|---|---|---|---|',
      ...columns.map(row),
    ].join('\n');
  });
  return `# Columns of symbol grids

Generated from \`src/domain/columns\` by \`npm run docs\`; do not edit by hand. ${SYMBOL_COLUMNS.length} columns.

A column is worked out in the browser from the prices of the moment, from the facts of the company and, where "needs history" says so, from the figures of
the daily history up to the last finished session, which the server works out (\`src/domain/bars/historical-figures.ts\` defines each of them).
A column that is not known prints a dash and sorts last. Percentages are in per cent; a change of 0 counts as up; the percent change is 100 when the
previous close is 0 or below. Ids are stored in workspaces and saved lists and are never renamed.

"52 weeks" are the sessions after the same date a year before the present session, up to and including it, in every market
(\`src/domain/bars/periods.ts\`). When less of them is known, as in a short recording, the six columns underline their values with dots, and the
tooltip says since when.

A new Market View shows ${DEFAULT_MARKET_VIEW_COLUMNS.map((id) => `\`${id}\``).join(', ')}.

The screener filters by the columns that have a field type there, under the same ids; its rules are in [screener.md](screener.md).

${sections.join('\n\n')}
`;
}
