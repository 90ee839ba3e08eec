import { err, ok, type Result } from '../assert/assert.ts';
import { formatInteger } from '../format/format-number.ts';
import { E4, type MoneyE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { TIFS } from '../orders/times-in-force.ts';
import { MAX_ORDER_QUANTITY, MAX_ORDER_VALUE_E4 } from '../orders/validate.ts';
import { KeyTextReader, type KeyTextProblem } from './key-text-reader.ts';
import {
  ALL_E4,
  MAX_EQUITY_PERCENT_E4,
  MAX_KEY_TEXT_CHARS,
  MAX_OFFSET_E4,
  MAX_TICKS,
  NO_OFFSET,
  type KeyPrice,
  type KeySize,
  type KeyTif,
  type OrderKey,
} from './order-key.ts';

type Parsed<Value> = Result<Value, KeyTextProblem>;

const ACTIONS = ['buy', 'sell', 'short', 'stop', 'flatten', 'reverse', 'cancel'] as const;
type OrderWord = 'buy' | 'sell' | 'short';
const SIDES: Readonly<Record<OrderWord, OrderSide>> = { buy: 'Buy', sell: 'Sell', short: 'Short' };

const KEY_TIFS = [
  'Day',
  'GoodTillCancel',
  'AtOpening',
  'ImmediateOrCancel',
  'FillOrKill',
  'GoodTillCrossing',
] as const satisfies readonly KeyTif[];
const TIF_LABELS = KEY_TIFS.map((tif) => TIFS[tif].label);
const TIF_LIST = `${TIF_LABELS.slice(0, -1).join(', ')} or ${TIF_LABELS.at(-1)}`;

const percentText = (percentE4: number): string => formatInteger(percentE4 / E4);

/**
 * Reads what a key does: `Buy 100 at ask + 0.02 IOC`, `Sell half of position at bid`, `Stop to break-even`, `Cancel all`. Upper and lower case are the
 * same. The problem names the place and what is expected there.
 */
export function parseOrderKey(text: string): Parsed<OrderKey> {
  if (text.length > MAX_KEY_TEXT_CHARS)
    return err({ at: MAX_KEY_TEXT_CHARS, message: `At most ${MAX_KEY_TEXT_CHARS} characters` });
  const reader = new KeyTextReader(text);
  const parsed = parseAction(reader);
  return !parsed.ok || reader.isDone() ? parsed : reader.expected(endText(parsed.value));
}

/** What may follow a whole command. */
function endText(key: OrderKey): string {
  if (key.action !== 'Order' || key.tif !== 'Day') return 'nothing more';
  return key.price.type === 'Limit'
    ? `+, - or a time in force (${TIF_LIST})`
    : `a time in force (${TIF_LIST})`;
}

function parseAction(reader: KeyTextReader): Parsed<OrderKey> {
  const action = reader.take(...ACTIONS);
  switch (action) {
    case null:
      return reader.expected('Buy, Sell, Short, Stop, Flatten, Reverse or Cancel');
    case 'stop':
      if (reader.take('to') === null) return reader.expected('"to break-even"');
      if (reader.take('break-even', 'breakeven') === null) return reader.expected('"break-even"');
      return ok({ action: 'StopToBreakEven' });
    case 'flatten': {
      const scope = reader.take('symbol', 'account');
      if (scope === null) return reader.expected('"symbol" or "account"');
      return ok({ action: 'Flatten', scope: scope === 'symbol' ? 'Symbol' : 'Account' });
    }
    case 'reverse':
      return reader.take('position') === null ? reader.expected('"position"') : ok({ action: 'Reverse' });
    case 'cancel': {
      const scope = reader.take('last', 'symbol', 'all');
      if (scope === null) return reader.expected('"last", "symbol" or "all"');
      return ok({ action: 'Cancel', scope: CANCEL_SCOPES[scope] });
    }
    case 'buy':
    case 'sell':
    case 'short':
      return parseOrder(reader, SIDES[action]);
  }
}

const CANCEL_SCOPES = { last: 'Last', symbol: 'Symbol', all: 'All' } as const;

function parseOrder(reader: KeyTextReader, side: OrderSide): Parsed<OrderKey> {
  const size = parseSize(reader);
  if (!size.ok) return size;
  if (side === 'Short' && size.value.by === 'Position')
    return reader.wrong('A part of the position is sold or bought back: write Sell or Buy');
  if (reader.take('at') === null) return reader.expected('"at" and a price');
  const price = parsePrice(reader);
  if (!price.ok) return price;
  const tif = parseTif(reader, price.value);
  return tif.ok ? ok({ action: 'Order', side, size: size.value, price: price.value, tif: tif.value }) : tif;
}

function parseSize(reader: KeyTextReader): Parsed<KeySize> {
  const word = reader.take('ticket', 'all', 'half', '$');
  switch (word) {
    case 'ticket':
      return reader.take('quantity') === null ? reader.expected('"quantity"') : ok({ by: 'Ticket' });
    case 'all':
      return reader.take('of') === null
        ? ok({ by: 'Position', percentE4: ALL_E4 })
        : position(reader, ALL_E4);
    case 'half':
      return reader.take('of') === null ? reader.expected('"of position"') : position(reader, ALL_E4 / 2);
    case '$':
      return parseValue(reader);
    case null:
      return parseCount(reader);
  }
}

function position(reader: KeyTextReader, percentE4: number): Parsed<KeySize> {
  return reader.take('position') === null ? reader.expected('"position"') : ok({ by: 'Position', percentE4 });
}

function parseValue(reader: KeyTextReader): Parsed<KeySize> {
  const amountE4 = reader.takeE4();
  if (amountE4 === null) return reader.expected('an amount of dollars, such as 5000');
  if (amountE4 === 0) return reader.wrong('Enter an amount above zero');
  if (amountE4 > MAX_ORDER_VALUE_E4)
    return reader.wrong(`At most $${formatInteger(MAX_ORDER_VALUE_E4 / E4)} per order`);
  return reader.take('risk') === null ? ok({ by: 'Value', amountE4 }) : parseRisk(reader, amountE4);
}

/** `$200 risk 0.50`: the distance to the stop. */
function parseRisk(reader: KeyTextReader, amountE4: MoneyE4): Parsed<KeySize> {
  const distanceE4 = reader.takeE4();
  if (distanceE4 === null) return reader.expected('the distance of the stop, such as 0.50');
  if (distanceE4 === 0) return reader.wrong('Enter a distance above zero');
  return distanceE4 > MAX_OFFSET_E4
    ? reader.wrong(`At most ${formatInteger(MAX_OFFSET_E4 / E4)} dollars from the price`)
    : ok({ by: 'Risk', amountE4, distanceE4 });
}

/** `100`, `25% of position`, `2% of equity`. */
function parseCount(reader: KeyTextReader): Parsed<KeySize> {
  const countE4 = reader.takeE4();
  if (countE4 === null)
    return reader.expected(
      'a size: 100, $5000, $200 risk 0.50, 2% of equity, half of position, 25% of position, all or ticket quantity',
    );
  if (reader.take('%') !== null) return parseShare(reader, countE4);
  if (countE4 % E4 !== 0) return reader.wrong('Enter a whole number of shares or contracts');
  const quantity = countE4 / E4;
  return quantity < 1 || quantity > MAX_ORDER_QUANTITY
    ? reader.wrong(`Enter a quantity from 1 to ${formatInteger(MAX_ORDER_QUANTITY)}`)
    : ok({ by: 'Count', quantity });
}

function parseShare(reader: KeyTextReader, percentE4: number): Parsed<KeySize> {
  if (reader.take('of') === null) return reader.expected('"of equity" or "of position"');
  const whole = reader.take('equity', 'position');
  if (whole === null) return reader.expected('"equity" or "position"');
  const maxE4 = whole === 'equity' ? MAX_EQUITY_PERCENT_E4 : ALL_E4;
  if (percentE4 === 0 || percentE4 > maxE4)
    return reader.wrong(`Enter a share above 0% and up to ${percentText(maxE4)}% of ${whole}`);
  return ok({ by: whole === 'equity' ? 'Equity' : 'Position', percentE4 });
}

function parsePrice(reader: KeyTextReader): Parsed<KeyPrice> {
  const base = reader.take('market', 'bid', 'ask', 'mid', 'last');
  if (base === null) return reader.expected('market, bid, ask, mid or last');
  if (base === 'market') return ok({ type: 'Market' });
  const sign = reader.take('+', '-');
  if (sign === null) return ok({ type: 'Limit', base, offset: NO_OFFSET });
  const direction = sign === '+' ? 1 : -1;
  const amountE4 = reader.takeE4();
  if (amountE4 === null) return reader.expected('a distance, such as 0.02 or 5 ticks');
  if (amountE4 === 0) return reader.wrong('Enter a distance above zero');
  if (reader.take('ticks', 'tick') === null)
    return amountE4 > MAX_OFFSET_E4
      ? reader.wrong(`At most ${formatInteger(MAX_OFFSET_E4 / E4)} dollars from the price`)
      : ok({ type: 'Limit', base, offset: { unit: 'Dollars', amountE4: direction * amountE4 } });
  if (amountE4 % E4 !== 0 || amountE4 / E4 > MAX_TICKS)
    return reader.wrong(`Enter a whole number of ticks, at most ${formatInteger(MAX_TICKS)}`);
  return ok({ type: 'Limit', base, offset: { unit: 'Ticks', count: direction * (amountE4 / E4) } });
}

/** The time in force; `Day` without one. */
function parseTif(reader: KeyTextReader, { type }: KeyPrice): Parsed<KeyTif> {
  const label = reader.take(...TIF_LABELS.map((each) => each.toLowerCase()));
  const tif = KEY_TIFS.find((each) => TIFS[each].label.toLowerCase() === label) ?? 'Day';
  return ORDER_TYPES[type].tifs.includes(tif)
    ? ok(tif)
    : reader.wrong(`${TIFS[tif].label} needs a limit: write bid, ask, mid or last in place of market`);
}
