import Papa from 'papaparse';
import type { OrderType, TimeInForce } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { bracketProblem } from './staged-bracket.ts';
import { stagedProblem } from './staged-order.ts';
import {
  BOTH_TEXT,
  EXIT_FORMS,
  exitCell,
  exitsOf,
  exitsOfStaged,
  readExit,
  readTargets,
  TARGET_FORMS,
  targetsText,
} from './staged-exits.ts';
import type { SavedTemplate } from '../../src/plugin-api/index.ts';
import { MAX_ORDERS, MAX_TEMPLATE_NAME, type StagedExits, type StagedOrder } from './state.ts';

/** Orders read from a file, and what was wrong with the other lines. */
export interface ReadOrders {
  readonly orders: readonly StagedOrder[];
  /** `Line 3: the quantity must be a whole number …`. */
  readonly problems: readonly string[];
}

/** The names of the columns, each with others that brokers use. */
const COLUMNS = {
  symbol: ['symbol', 'ticker'],
  side: ['side', 'action'],
  quantity: ['quantity', 'qty', 'shares', 'contracts'],
  type: ['type', 'order type', 'ordertype'],
  price: ['price', 'limit', 'limit price'],
  stop: ['stop', 'stop price', 'stopprice'],
  tif: ['tif', 'time in force', 'timeinforce'],
  target: ['target', 'profit target', 'take profit'],
  stopLoss: ['stop loss', 'stoploss', 'exit stop'],
  exitTif: ['exit tif', 'exittif'],
  template: ['template', 'order template'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ['symbol', 'side', 'quantity'];
const HEADER = 'symbol, side, quantity, type, price, stop, tif, target, stop loss, exit tif, template';

const SIDES: Readonly<Record<string, StagedOrder['Side']>> = {
  BUY: 'Buy',
  B: 'Buy',
  SELL: 'Sell',
  S: 'Sell',
  SHORT: 'Short',
  SELLSHORT: 'Short',
};
const squeezed = (text: string): string => text.replaceAll(/[^A-Za-z]/g, '').toUpperCase();

/** The member of a table whose key, label or name a text is; null for another text. */
function named<Key extends string>(
  table: Readonly<Record<Key, { readonly label: string; readonly name: string }>>,
  text: string,
): Key | null {
  const wanted = squeezed(text);
  // The keys of a table are those of its type.
  const keys = Object.keys(table) as Key[];
  return (
    keys.find((key) => [key, table[key].label, table[key].name].some((each) => squeezed(each) === wanted)) ??
    null
  );
}

/** A number as people write it, `1,000` or `$12.50`; null for an empty cell, NaN for another text. */
function numberOf(text: string): number | null {
  const plain = text.replaceAll(/[$,\s]/g, '');
  return plain === '' ? null : Number(plain);
}

type Cells = Readonly<Record<Column, string>>;

function plainOrderOf(cells: Cells): StagedOrder | string {
  const side = SIDES[squeezed(cells.side)];
  if (side === undefined) return `"${cells.side}" is no side: use Buy, Sell or Short`;
  const [price, stop, quantity] = [cells.price, cells.stop, cells.quantity].map(numberOf);
  for (const [name, text, value] of [
    ['quantity', cells.quantity, quantity],
    ['price', cells.price, price],
    ['stop price', cells.stop, stop],
  ] as const)
    if (Number.isNaN(value)) return `"${text}" is no ${name}`;
  const type =
    cells.type === '' ? typeOf(price ?? null, stop ?? null) : named<OrderType>(ORDER_TYPES, cells.type);
  if (type === null) return `"${cells.type}" is no order type: use MKT, LMT, STOP or STOP LMT`;
  const tif = cells.tif === '' ? 'Day' : named<TimeInForce>(TIFS, cells.tif);
  if (tif === null) return `"${cells.tif}" is no time in force: use DAY, GTC, IOC, FOK, OPG or GTX`;
  return {
    Symbol: cells.symbol.toUpperCase(),
    Side: side,
    Quantity: quantity ?? 0,
    Type: type,
    Tif: tif,
    Price: price ?? null,
    StopPrice: stop ?? null,
    Route: null,
    More: {},
  };
}

function orderOf(cells: Cells, templates: readonly SavedTemplate[] | null): StagedOrder | string {
  const plain = plainOrderOf(cells);
  if (typeof plain === 'string') return plain;
  if (cells.template !== '') return templatedOrderOf(plain, cells, templates);
  const exits = exitsOfCells(cells);
  if (typeof exits === 'string') return exits;
  const order: StagedOrder = { ...plain, ...(exits && { Exits: exits }) };
  return stagedProblem(order) ?? order;
}

/** The order with the template that the cells name. Templates that are not loaded are left to the check of the basket. */
function templatedOrderOf(
  plain: StagedOrder,
  { template, target, stopLoss, exitTif }: Cells,
  templates: readonly SavedTemplate[] | null,
): StagedOrder | string {
  if (target !== '' || stopLoss !== '' || exitTif !== '') return BOTH_TEXT;
  if (template.length > MAX_TEMPLATE_NAME)
    return `the name of a template has at most ${MAX_TEMPLATE_NAME} characters`;
  const order: StagedOrder = { ...plain, Template: template };
  const problem = stagedProblem(order);
  if (problem !== null || templates === null) return problem ?? order;
  const exits = exitsOfStaged(order, templates);
  if (!exits.ok) return exits.error;
  return (exits.value && bracketProblem(order, exits.value, 0)) ?? order;
}

/** The exits that the cells state, undefined for none, or what is wrong with them. */
function exitsOfCells({ target, stopLoss, exitTif }: Cells): StagedExits | undefined | string {
  const [targets, Stop] = [readTargets(target), readExit(stopLoss)];
  if (targets === undefined) return `"${target}" is no target: use ${EXIT_FORMS}, ${TARGET_FORMS}`;
  if (Stop === undefined) return `"${stopLoss}" is no stop loss: use ${EXIT_FORMS}`;
  const tif = exitTif === '' ? 'GoodTillCancel' : named<TimeInForce>(TIFS, exitTif);
  if (tif !== 'Day' && tif !== 'GoodTillCancel')
    return `"${exitTif}" is no time in force of exits: use DAY or GTC`;
  return exitsOf(targets, Stop, tif);
}

/** The type that prices without a type make. */
function typeOf(price: number | null, stop: number | null): OrderType {
  if (stop !== null) return price === null ? 'Stop' : 'StopLimit';
  return price === null ? 'Market' : 'Limit';
}

const cellsOf = (cell: (column: Column) => string): Cells => ({
  symbol: cell('symbol'),
  side: cell('side'),
  quantity: cell('quantity'),
  type: cell('type'),
  price: cell('price'),
  stop: cell('stop'),
  tif: cell('tif'),
  target: cell('target'),
  stopLoss: cell('stopLoss'),
  exitTif: cell('exitTif'),
  template: cell('template'),
});

/** Reads orders from CSV text with a header line. Lines that are no order are left out, each with the reason. `room`: orders that fit into the basket. `templates`: those of the user; null = not loaded. */
export function readOrdersCsv(
  csv: string,
  room = MAX_ORDERS,
  templates: readonly SavedTemplate[] | null = null,
): ReadOrders {
  const [header = [], ...lines] = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    skipEmptyLines: false,
  }).data;
  const names = header.map((name) => name.trim().toLowerCase());
  const placeOf = (column: Column) =>
    names.findIndex((name) => COLUMNS[column].some((each) => each === name));
  const missing = NEEDED.filter((column) => placeOf(column) < 0);
  if (missing.length > 0)
    return {
      orders: [],
      problems: [`The first line has no column "${missing.join('", "')}". It names the columns: ${HEADER}.`],
    };
  const orders: StagedOrder[] = [];
  const problems: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell.trim() === '')) continue;
    const cell = (column: Column) => line[placeOf(column)]?.trim() ?? '';
    const read = orderOf(cellsOf(cell), templates);
    const number = index + 2;
    if (typeof read === 'string') problems.push(`Line ${number}: ${read}.`);
    else if (orders.length < room) orders.push(read);
    else problems.push(`Line ${number}: the basket is full, it takes ${MAX_ORDERS} orders.`);
  }
  return { orders, problems };
}

/** The orders as CSV text, which `readOrdersCsv` reads again. Routes, and terms that few orders have, are not in it. */
export function writeOrdersCsv(orders: readonly StagedOrder[]): string {
  const lines = orders.map(
    ({ Symbol: symbol, Side, Quantity, Type, Tif, Price, StopPrice, Exits, Template }) => [
      symbol,
      Side,
      Quantity,
      ORDER_TYPES[Type].label,
      Price ?? '',
      StopPrice ?? '',
      TIFS[Tif].label,
      Exits ? targetsText(Exits, exitCell) : '',
      exitCell(Exits?.Stop ?? null),
      Exits ? TIFS[Exits.Tif].label : '',
      Template ?? '',
    ],
  );
  return Papa.unparse({ fields: HEADER.split(', '), data: lines });
}
