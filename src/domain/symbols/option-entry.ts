import { isExists } from 'date-fns/isExists';
import { err, ok, type Result } from '../assert/assert.ts';
import { formatOptionSymbol, type OptionRight } from './symbol.ts';

/** An option as a trader types it; the parts of the expiration that were left out are null. */
export interface OptionEntry {
  readonly underlying: string;
  readonly right: OptionRight;
  /** Strike, dollars. */
  readonly strike: number;
  /** Four digits. */
  readonly year: string | null;
  /** Two digits each. */
  readonly month: string | null;
  readonly day: string | null;
}

/** The option that a text names, or the message for a text that names an impossible one. */
export type OptionEntryReading = Result<OptionEntry, string>;

type DateParts = Pick<OptionEntry, 'year' | 'month' | 'day'>;

const NO_DATE: DateParts = { year: null, month: null, day: null };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
const MONTH_NAME =
  /^(JAN(UARY)?|FEB(RUARY)?|MAR(CH)?|APR(IL)?|MAY|JUNE?|JULY?|AUG(UST)?|SEPT?(EMBER)?|OCT(OBER)?|NOV(EMBER)?|DEC(EMBER)?)$/;
const ROOT = /^[A-Z]{1,5}([./][A-Z]{1,2})?$/;
const RIGHT = /^(C|P|CALLS?|PUTS?)$/;
const NUMBER = /^\$?\d{1,8}(\.\d+)?$/;
const MAX_STRIKE = 99_999.999;
const MAX_DAY = 31;
/** Marks before a symbol of other platforms: `.SPY…`, `-SPY…`, `O:SPY…`. */
const LEADING_MARK = /^(O:|[.-])(?=[A-Z])/;
/** Root, six digits of a date, right and strike without blanks: year first, or after an underscore month first. A strike with other leading zeros belongs to a symbol that is still being typed. */
const COMPACT =
  /^([A-Z]{1,5}(?:[./][A-Z]{1,2})?)(_?)(\d{2})(\d{2})(\d{2})([CP])(\d{8}|[1-9]\d*(?:\.\d+)?|0\.\d+)$/;
/** Dates in one word: `240621`, `2024-06-21`, `6/21` and `6/21/24`, `21JUN24` and `21-JUN-2024`, `JUN21`, `JUNE`. */
const DATE_FORMS: readonly RegExp[] = [
  /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>20\d{2})-?(?<month>\d{2})-?(?<day>\d{2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>20\d{2}|\d{2}))?$/,
  /^(?<day>\d{1,2})-?(?<month>[A-Z]{3})(?:-?(?<year>20\d{2}|\d{2}))?$/,
  /^(?<month>[A-Z]{3})-?(?<day>\d{1,2})$/,
  /^(?<month>[A-Z]{3,9})$/,
];

const two = (text: string): string => text.padStart(2, '0');
const fullYear = (text: string): string => (text.length === 4 ? text : `20${text}`);

/**
 * Reads an option the way traders and other platforms write it, in any case: `SPY 540 call`, `SPY 240621 C 540`, `SPY240621C540`,
 * `SPY   240621C00540000`, `SPY Jun 21 '24 540 Call`, `SPY 6/21 540p`. Null for every text of another form: a plain symbol, or the
 * name of a company.
 */
export function readOptionEntry(text: string): OptionEntryReading | null {
  const typed = text.trim().toUpperCase().replace(LEADING_MARK, '').replace(/\s+/g, ' ');
  const compact = COMPACT.exec(typed.replaceAll(' ', ''));
  if (compact !== null) return readCompact(compact);
  const [root = '', ...rest] = typed.split(' ');
  if (!ROOT.test(root) || rest.length === 0) return null;
  const tokens = tokensOf(rest.flatMap(splitStrike));
  if (tokens === null || tokens.right === null) return null;
  const { right, date, numbers } = tokens;
  const placed = placeNumbers(date, numbers);
  if (placed === null) {
    // A single C or P may also be part of a name or a class of shares: only a spelled right certainly means an option.
    return tokens.isSpelled && numbers.length === 0
      ? err(`Add a strike, for example ${root} 100 ${right === 'C' ? 'call' : 'put'}.`)
      : null;
  }
  return checked({ underlying: root.replace('/', '.'), right, ...placed });
}

function readCompact(match: RegExpExecArray): OptionEntryReading {
  const [, root = '', mark, first = '', second = '', third = '', right, strike = ''] = match;
  const [year, month, day] = mark === '_' ? [third, first, second] : [first, second, third];
  return checked({
    underlying: root.replace('/', '.'),
    right: right === 'C' ? 'C' : 'P',
    // Eight digits are thousandths, as in the symbol itself.
    strike: /^\d{8}$/.test(strike) ? Number(strike) / 1000 : Number(strike),
    year: fullYear(year),
    month,
    day,
  });
}

/** `540C` and `C540` as strike and right. */
function splitStrike(token: string): readonly string[] {
  const match = /^(\$?\d+(?:\.\d+)?)([CP])$/.exec(token) ?? /^([CP])(\$?\d+(?:\.\d+)?)$/.exec(token);
  if (match !== null) return [match[1] ?? '', match[2] ?? ''];
  const dated = /^(\d{6})([CP])(\d+(?:\.\d+)?)$/.exec(token);
  return dated === null ? [token] : dated.slice(1);
}

interface Tokens {
  right: OptionRight | null;
  /** The right was written as a word. */
  isSpelled: boolean;
  date: DateParts | null;
  /** In their order. */
  numbers: string[];
}

/** The parts behind the root; null when one of them belongs to no option. */
function tokensOf(texts: readonly string[]): Tokens | null {
  const tokens: Tokens = { right: null, isSpelled: false, date: null, numbers: [] };
  for (const text of texts) {
    const date = dateOf(text);
    if (RIGHT.test(text) && tokens.right === null) {
      tokens.right = text.startsWith('C') ? 'C' : 'P';
      tokens.isSpelled = text.length > 1;
    } else if (date !== null && tokens.date === null) tokens.date = date;
    else if (/^['’]\d{2}$/.test(text) && tokens.date?.year === null)
      tokens.date = { ...tokens.date, year: fullYear(text.slice(1)) };
    else if (NUMBER.test(text)) tokens.numbers.push(text.replace('$', ''));
    else return null;
  }
  return tokens;
}

/** A date, or the name of a month, in one word. */
function dateOf(text: string): DateParts | null {
  for (const form of DATE_FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const { year, month = '', day } = parts;
    const number = /^\d/.test(month) ? two(month) : monthNumber(month);
    if (number === null) continue;
    return {
      year: year === undefined ? null : fullYear(year),
      month: number,
      day: day === undefined ? null : two(day),
    };
  }
  return null;
}

function monthNumber(name: string): string | null {
  return MONTH_NAME.test(name) ? two(String(MONTHS.findIndex((month) => name.startsWith(month)) + 1)) : null;
}

/** Strike, day and year out of the plain numbers: the strike is the last one, or stands before the date. */
function placeNumbers(
  date: DateParts | null,
  numbers: readonly string[],
): (DateParts & { readonly strike: number }) | null {
  const left = [...numbers];
  const { month, day, year } = date === null || date.month === null ? NO_DATE : dateWithYear(date, left);
  const strike = isDay(left[0]) ? left.pop() : left.shift();
  // What is left can only belong to a date that names its month.
  const take = (known: string | null): string | null =>
    known ?? (month === null ? null : (left.shift() ?? null));
  const [dayText, yearText] = [take(day), take(year)];
  if (strike === undefined || left.length > 0) return null;
  return {
    month,
    day: dayText && two(dayText),
    year: yearText && fullYear(yearText),
    strike: Number(strike),
  };
}

/** Takes a year in full out of the numbers, `Jun 2026 540`: it is no strike while another number is. */
function dateWithYear(date: DateParts, numbers: string[]): DateParts {
  const at = date.year !== null || numbers.length < 2 ? -1 : numbers.findIndex(isYear);
  return at < 0 ? date : { ...date, year: numbers.splice(at, 1)[0] ?? null };
}

const isYear = (text: string): boolean => /^20\d\d$/.test(text);
const isDay = (text: string | undefined): boolean =>
  text !== undefined && /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_DAY;

/** An option entry whose date exists and whose strike a symbol can hold. */
function checked(entry: OptionEntry): OptionEntryReading {
  const { strike, year, month, day } = entry;
  if (!(strike > 0 && strike <= MAX_STRIKE) || Math.abs(strike * 1000 - Math.round(strike * 1000)) > 1e-6)
    return err(`${strike} is not a valid strike: strikes go from 0.001 to 99,999.999.`);
  // Without a year, one with a 29th of February.
  if (!isExists(Number(year ?? '2028'), Number(month ?? '01') - 1, Number(day ?? '01')))
    return err(`${[year, month, day].filter((part) => part !== null).join('-')} is not a valid date.`);
  return ok(entry);
}

/** The option symbol of an entry with a whole date; null when the date has to be found among the listed expirations. */
export function symbolOfEntry({ underlying, right, strike, year, month, day }: OptionEntry): string | null {
  if (year === null || month === null || day === null) return null;
  return formatOptionSymbol({ underlying, right, strike, expiration: `${year}-${month}-${day}` });
}

/** True when an expiration (`YYYY-MM-DD`) agrees with all that the entry says of it. */
export function isExpirationOf({ year, month, day }: OptionEntry, expiration: string): boolean {
  return (
    (year === null || expiration.slice(0, 4) === year) &&
    (month === null || expiration.slice(5, 7) === month) &&
    (day === null || expiration.slice(8) === day)
  );
}
