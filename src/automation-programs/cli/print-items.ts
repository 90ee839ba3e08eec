import type { CommandArguments, CommandContext } from './command.ts';
import { usageError } from './command.ts';
import { tableCsv, tableLines, type Column } from './tables.ts';

/** Options of a command that prints a list. */
export const LIST_OPTIONS = { json: { type: 'boolean' }, csv: { type: 'boolean' } } as const;

/** The form of a list. */
export type ListForm = 'table' | 'json' | 'csv';

/** The form that the arguments state; a table unless given. Throws a CommandError for two. */
export function listForm(args: CommandArguments): ListForm {
  if (args.flag('json') && args.flag('csv')) throw usageError('--json and --csv exclude each other.');
  return args.flag('json') ? 'json' : args.flag('csv') ? 'csv' : 'table';
}

/** Prints a list. */
export function printItems<Item>(
  { print }: Pick<CommandContext, 'print'>,
  form: ListForm,
  columns: readonly Column<Item>[],
  items: readonly Item[],
): void {
  if (form === 'json') print(JSON.stringify(items, null, 2));
  else if (form === 'csv') print(tableCsv(columns, items).trimEnd());
  else print(tableLines(columns, items).join('\n'));
}

/** All items of pages. */
export async function allOf<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}
