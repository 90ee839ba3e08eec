import type { Bar, BarsRequest, Quote } from '../../automation-client/index.ts';
import { ExitCode } from '../exit-codes.ts';
import { refuseExtra, usageError, type Command, type CommandContext } from './command.ts';
import { allOf, LIST_OPTIONS, listForm, printItems } from './print-items.ts';
import { tableLines, type Column } from './tables.ts';

const DEFAULT_EVERY_SECONDS = 2;
const MAX_EVERY_SECONDS = 3600;
const MAX_COUNT = 1_000_000;
const SIZES: readonly BarsRequest['size'][] = ['1m', '5m', '30m', '1d'];

const QUOTE_COLUMNS: readonly Column<Quote>[] = [
  { header: 'Symbol', cell: ({ symbol }) => symbol },
  { header: 'Bid', cell: ({ bid }) => bid, isFigure: true },
  { header: 'Size', cell: ({ bidSize }) => bidSize, isFigure: true },
  { header: 'Ask', cell: ({ ask }) => ask, isFigure: true },
  { header: 'Size', cell: ({ askSize }) => askSize, isFigure: true },
  { header: 'Last', cell: ({ last }) => last, isFigure: true },
  { header: 'Previous close', cell: ({ previousClose }) => previousClose, isFigure: true },
  { header: 'Volume', cell: ({ volume }) => volume, isFigure: true },
  { header: 'Time', cell: ({ time }) => time },
];

const BAR_COLUMNS: readonly Column<Bar>[] = [
  { header: 'Time', cell: ({ time }) => time },
  { header: 'Open', cell: ({ open }) => open, isFigure: true },
  { header: 'High', cell: ({ high }) => high, isFigure: true },
  { header: 'Low', cell: ({ low }) => low, isFigure: true },
  { header: 'Close', cell: ({ close }) => close, isFigure: true },
  { header: 'Volume', cell: ({ volume }) => volume, isFigure: true },
];

/** `tapedeck quote`. */
export const quote: Command = {
  options: LIST_OPTIONS,
  prepare(args) {
    const symbols = args.symbols();
    const form = listForm(args);
    return async (context) => {
      const { items, unknown } = await context.client.quotes(symbols, context);
      printItems(context, form, QUOTE_COLUMNS, items);
      return reportUnknown(context, unknown);
    };
  },
};

function reportUnknown({ warn }: CommandContext, unknown: readonly string[]): ExitCode {
  if (unknown.length === 0) return ExitCode.Done;
  warn(`The market does not know ${unknown.join(', ')}.`);
  return ExitCode.Refused;
}

/** `tapedeck watch`: the quotes again every few seconds, until Ctrl+C. */
export const watch: Command = {
  options: { json: { type: 'boolean' }, every: { type: 'string' }, count: { type: 'string' } },
  prepare(args) {
    const symbols = args.symbols();
    const everyMs = (args.count('every', MAX_EVERY_SECONDS) ?? DEFAULT_EVERY_SECONDS) * 1000;
    const count = args.count('count', MAX_COUNT) ?? Number.POSITIVE_INFINITY;
    const isJson = args.flag('json');
    return async (context) => {
      const shown = new Map<string, string>();
      let unknown: readonly string[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        if (turn > 0) await context.sleep(everyMs);
        const quotes = await context.client.quotes(symbols, context);
        ({ unknown } = quotes);
        if (quotes.items.length === 0) break;
        showChanges(context, quotes.items, shown, isJson);
      }
      return reportUnknown(context, unknown);
    };
  },
};

/** Shows all quotes in place of the earlier ones in a terminal, and otherwise a line for each that has changed. */
function showChanges(
  { print, repaint }: CommandContext,
  items: readonly Quote[],
  shown: Map<string, string>,
  isJson: boolean,
): void {
  if (!isJson && repaint !== undefined) {
    repaint(tableLines(QUOTE_COLUMNS, items));
    return;
  }
  for (const item of items) {
    const { symbol, bid, bidSize, ask, askSize, last, time } = item;
    const line = isJson
      ? JSON.stringify(item)
      : `${time} ${symbol} ${bid ?? '–'} x ${bidSize}  ${ask ?? '–'} x ${askSize}  last ${last ?? '–'}`;
    if (shown.get(symbol) !== line) print(line);
    shown.set(symbol, line);
  }
}

/** `tapedeck bars`. */
export const bars: Command = {
  options: {
    ...LIST_OPTIONS,
    size: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    extended: { type: 'boolean' },
  },
  prepare(args) {
    const [symbol = '', ...extra] = args.symbols();
    refuseExtra(extra);
    const form = listForm(args);
    const sizeText = args.text('size') ?? '1d';
    const size = SIZES.find((known) => known === sizeText);
    if (size === undefined) throw usageError(`--size ${sizeText} is unknown: ${SIZES.join(', ')}.`);
    const [fromMs, toMs] = [args.timeMs('from'), args.timeMs('to')];
    if (fromMs === undefined) throw usageError('--from is missing: a day, or a time with its zone.');
    if (toMs !== undefined && toMs <= fromMs) throw usageError('--to must be after --from.');
    const request: BarsRequest = {
      symbol,
      size,
      from: new Date(fromMs),
      ...(toMs === undefined ? {} : { to: new Date(toMs) }),
      extendedHours: args.flag('extended'),
      pageSize: 1000,
    };
    return async (context) => {
      printItems(context, form, BAR_COLUMNS, await allOf(context.client.bars(request, context)));
      return ExitCode.Done;
    };
  },
};
