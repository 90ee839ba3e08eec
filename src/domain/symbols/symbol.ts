/** Longest symbol an import accepts. */
export const MAX_SYMBOL_LENGTH = 23;
/** The characters of a symbol: upper case, digits and the marks of indices, currencies, classes and padded roots. */
export const SYMBOL_PATTERN = /^[A-Z0-9.$~^/ -]+$/;

/** True when a text has the form of a symbol, whether or not one is listed under it. */
export const isSymbolForm = (text: string): boolean =>
  text.length <= MAX_SYMBOL_LENGTH && SYMBOL_PATTERN.test(text);

/** A symbol shorter than this is a stock, whatever its letters. */
const STOCK_LENGTH_BELOW = 14;
/** Shortest option symbol: a root of one letter and the 15 characters after it. */
export const MIN_OPTION_SYMBOL_LENGTH = 16;
/** Expiration (6), right (1) and strike (8). */
const OPTION_TAIL_LENGTH = 15;
const PADDED_ROOT_LENGTH = 6;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** C = call, P = put. */
export type OptionRight = 'C' | 'P';

/** The parts of an option symbol, e.g. `SPY260821C00645000`. */
export interface OptionParts {
  readonly underlying: string;
  /** Expiration date, `YYYY-MM-DD`. */
  readonly expiration: string;
  readonly right: OptionRight;
  /** Strike, dollars. */
  readonly strike: number;
}

/** Trimmed and upper-cased, as symbols are typed, stored and sent. */
export function normalizeSymbol(text: string): string {
  return text.trim().toUpperCase();
}

/** True for a symbol that the platform takes as a stock (or fund): short, or without C or P ninth from the end. */
export function isStockSymbol(symbol: string): boolean {
  return symbol.length < STOCK_LENGTH_BELOW || !hasRight(symbol);
}

/** True for a symbol of an option's shape; its parts may still be invalid (`parseOptionSymbol` checks them). */
export function isOptionSymbol(symbol: string): boolean {
  return symbol.length >= MIN_OPTION_SYMBOL_LENGTH && hasRight(symbol);
}

function hasRight(symbol: string): boolean {
  const right = symbol.at(-9);
  return right === 'C' || right === 'P';
}

/** True when client-side trading is refused: indexes and synthetic symbols start with $ or ~. */
export function isUntradableSymbol(symbol: string): boolean {
  return symbol.startsWith('$') || symbol.startsWith('~');
}

/** The parts of an option symbol; null if it is none (wrong shape, an impossible date, no strike). Padding of the root is ignored. */
export function parseOptionSymbol(symbol: string): OptionParts | null {
  if (!isOptionSymbol(symbol)) return null;
  const match = /^(.+?) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/.exec(symbol);
  if (match === null) return null;
  const [, underlying = '', year = '', month = '', day = '', right = '', strike = ''] = match;
  const expiration = `20${year}-${month}-${day}`;
  if (underlying.trim() === '' || !isDate(expiration) || Number(strike) === 0) return null;
  return { underlying, expiration, right: right === 'C' ? 'C' : 'P', strike: Number(strike) / 1000 };
}

/** The option symbol of its parts, without padding. Throws a RangeError for what a symbol cannot hold. */
export function formatOptionSymbol(parts: OptionParts): string {
  const thousandths = Math.round(parts.strike * 1000);
  if (!(thousandths > 0 && thousandths <= 99_999_999))
    throw new RangeError(`strike out of range: ${parts.strike}`);
  if (!isDate(parts.expiration) || !parts.expiration.startsWith('20'))
    throw new RangeError(`expiration out of range: ${parts.expiration}`);
  if (parts.underlying === '') throw new RangeError('an option needs an underlying');
  return (
    parts.underlying +
    parts.expiration.slice(2).replaceAll('-', '') +
    parts.right +
    String(thousandths).padStart(8, '0')
  );
}

/** An option symbol with its root padded to 6 characters, as an external broker takes it; other symbols stay as they are. */
export function padOptionSymbol(symbol: string): string {
  if (!isOptionSymbol(symbol)) return symbol;
  const root = symbol.slice(0, -OPTION_TAIL_LENGTH).trimEnd();
  return root.padEnd(PADDED_ROOT_LENGTH) + symbol.slice(-OPTION_TAIL_LENGTH);
}

/** What people read: a stock as it is, an option as `SPY Aug 21 '26 645 Call`. */
export function displaySymbol(symbol: string): string {
  const option = parseOptionSymbol(symbol);
  if (option === null) return symbol;
  const month = MONTHS[Number(option.expiration.slice(5, 7)) - 1] ?? '';
  const day = Number(option.expiration.slice(8));
  return `${option.underlying} ${month} ${day} '${option.expiration.slice(2, 4)} ${option.strike} ${option.right === 'C' ? 'Call' : 'Put'}`;
}

/** The stock that a symbol is about: an option's underlying, or the symbol itself. */
export function underlyingOf(symbol: string): string {
  return parseOptionSymbol(symbol)?.underlying ?? symbol;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether `2026-08-21` is a day of the calendar. Checks of orders parse option symbols many times: a Date costs ten times as much as this. */
function isDate(date: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : MONTH_DAYS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
