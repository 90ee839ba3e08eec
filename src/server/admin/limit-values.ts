import { fromE4, isExactE4, toMoneyE4, toPriceE4, type Dollars } from '../../domain/money/price.ts';
import { MAXIMA, MINIMA } from '../../domain/risk/limits.ts';
import type { RiskLimits } from '../../domain/risk/index.ts';
import { UsageError } from './admin-context.ts';

/** How limits are written on the command line: dollars, durations and per cents instead of the stored integers. */

/** A limit of the risk checks by its stored name, with its unit: `maxOrderValueE4`. */
export type LimitName = keyof RiskLimits;
const FLAGS = ['refusesOddLots', 'refusesWashSales'] as const;
const LISTS = ['orderRates', 'priceCollars', 'shareTotals', 'spoofingRules'] as const;
const NAMES: readonly LimitName[] = [...MAXIMA, ...MINIMA, ...FLAGS, ...LISTS];
const MAX_DOLLARS = 100_000_000_000;

/** A limit's name as people write it: without its unit. */
export const wordOf = (name: string): string => name.replace(/(E4|Ms)$/, '');
/** The limits by the names that administrators write, without their units. */
export const LIMIT_LABELS: readonly string[] = NAMES.map(wordOf);

/** The limit that a word names, in any case. */
export function limitOf(word: string): LimitName {
  const found = NAMES.find((name) => wordOf(name).toLowerCase() === word.toLowerCase());
  if (!found) throw new UsageError(`There is no limit ${word}. The names are: ${LIMIT_LABELS.join(', ')}.`);
  return found;
}

/** Parses the value of a limit; `none` removes the limit of the scope. */
export function parseLimit(name: LimitName, text: string): RiskLimits[LimitName] {
  if (name === 'refusesOddLots' || name === 'refusesWashSales') return onOff(name, text);
  if (isList(name)) return text === 'none' ? [] : PARSE_LIST[name](text);
  if (text === 'none') return null;
  if (name.endsWith('E4')) return toMoneyE4(parseDollars(name, text));
  if (name.endsWith('Ms')) return durationMs(name, text);
  return whole(name, text);
}

/** A limit's value as it is written on the command line. */
export function limitText(name: LimitName, limits: Partial<RiskLimits>): string {
  const value = limits[name];
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number')
    return name.endsWith('E4')
      ? String(fromE4(value))
      : name.endsWith('Ms')
        ? durationText(value)
        : String(value);
  return listText(name, limits) || 'none';
}

function listText(
  name: LimitName,
  { orderRates = [], priceCollars = [], shareTotals = [], spoofingRules = [] }: Partial<RiskLimits>,
): string {
  if (name === 'orderRates')
    return orderRates.map(({ count, windowMs }) => `${count}/${durationText(windowMs)}`).join(',');
  if (name === 'priceCollars')
    return priceCollars
      .map((bands) =>
        bands
          .map(
            ({ upToE4, basisPoints }) =>
              `${upToE4 === null ? '' : `${fromE4(upToE4)}:`}${basisPoints / 100}%`,
          )
          .join(','),
      )
      .join(' and ');
  if (name === 'shareTotals')
    return shareTotals
      .map(
        ({ thresholdE4, maxAbove, maxAtOrBelow }) =>
          `${fromE4(thresholdE4)}:${maxAbove ?? 'none'}:${maxAtOrBelow ?? 'none'}`,
      )
      .join(',');
  return spoofingRules
    .map(({ minRestingShares, timesOrder }) => `${minRestingShares}x${timesOrder}`)
    .join(',');
}

function isList(name: LimitName): name is (typeof LISTS)[number] {
  return (LISTS as readonly LimitName[]).includes(name);
}

const PARSE_LIST = {
  /** `10/1s,100/1m` */
  orderRates: (text: string) =>
    text.split(',').map((part) => {
      const [count = '', window = '', ...more] = part.split('/');
      if (more.length > 0 || window === '')
        throw new UsageError(
          `orderRates: "${part}" is no rate; write orders and a time, such as 10/1s,100/1m.`,
        );
      return {
        count: whole('orderRates', count),
        windowMs: positive('orderRates', durationMs('orderRates', window)),
      };
    }),
  /** `25:20%,50:10%,6%`: up to $25 20 %, up to $50 10 %, above it 6 %. */
  priceCollars: (text: string) => {
    const bands = text.split(',').map((part) => {
      const [, upTo, percent = ''] = /^(?:([\d.]+):)?(\d{1,3}(?:\.\d{1,2})?)%$/.exec(part) ?? [];
      if (percent === '')
        throw new UsageError(
          `priceCollars: "${part}" is no band; write prices and per cents, such as 25:20%,50:10%,6%.`,
        );
      return {
        upToE4:
          upTo === undefined ? null : toPriceE4(positive('priceCollars', parseDollars('priceCollars', upTo))),
        basisPoints: Math.round(Number(percent) * 100),
      };
    });
    const isRising = bands.every(({ upToE4 }, at) =>
      at === bands.length - 1 ? upToE4 === null : upToE4 !== null && upToE4 > (bands[at - 1]?.upToE4 ?? 0),
    );
    if (!isRising)
      throw new UsageError(
        'priceCollars: the bands rise, and the last one has no price: it is for all higher ones.',
      );
    return [bands];
  },
  /** `5:100000:50000`: threshold, most shares above it, most at or below it. */
  shareTotals: (text: string) =>
    text.split(',').map((part) => {
      const [threshold = '', above = '', atOrBelow = '', ...more] = part.split(':');
      if (more.length > 0 || atOrBelow === '')
        throw new UsageError(
          `shareTotals: "${part}" is no rule; write a price and the most shares above it and at or below it, such as 5:100000:none.`,
        );
      const limit = (text: string): number | null => (text === 'none' ? null : whole('shareTotals', text));
      return {
        thresholdE4: toPriceE4(positive('shareTotals', parseDollars('shareTotals', threshold))),
        maxAbove: limit(above),
        maxAtOrBelow: limit(atOrBelow),
      };
    }),
  /** `1000x5`: so many shares resting on the other side, and so many times the order's. */
  spoofingRules: (text: string) =>
    text.split(',').map((part) => {
      const [resting = '', times = '', ...more] = part.split('x');
      if (more.length > 0 || times === '')
        throw new UsageError(
          `spoofingRules: "${part}" is no rule; write resting shares and a multiple of the order's, such as 1000x5.`,
        );
      return { minRestingShares: whole('spoofingRules', resting), timesOrder: whole('spoofingRules', times) };
    }),
};

/** Parses `on` or `off`. Throws a UsageError that begins with `name` for any other text. */
export function onOff(name: string, text: string | undefined): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`${name}: say on or off.`);
  return text === 'on';
}

/** Parses an amount in dollars. Throws a UsageError for a text that is no amount that E4 holds exactly. */
export function parseDollars(name: string, text: string): Dollars {
  const dollars = /^\d{1,12}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (!isExactE4(dollars) || dollars > MAX_DOLLARS)
    throw new UsageError(
      `${wordOf(name)}: "${text}" is no amount; write dollars from 0 to ${MAX_DOLLARS}, with at most four decimals and no commas, or none.`,
    );
  return dollars;
}

function whole(name: string, text: string): number {
  if (!/^\d{1,12}$/.test(text))
    throw new UsageError(
      `${wordOf(name)}: "${text}" is no whole number from 0; write it without commas, or none.`,
    );
  return Number(text);
}

function positive(name: string, value: number): number {
  if (value <= 0) throw new UsageError(`${wordOf(name)}: must be above 0.`);
  return value;
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(name: string, text: string): number {
  const [, number, unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  if (number === undefined)
    throw new UsageError(
      `${wordOf(name)}: "${text}" is no time; write a whole number and ms, s, m or h, such as 5s.`,
    );
  return Number(number) * (UNITS_MS[unit] ?? 1);
}

function durationText(ms: number): string {
  for (const unit of ['h', 'm', 's']) {
    const unitMs = UNITS_MS[unit] ?? 1;
    if (ms > 0 && ms % unitMs === 0) return `${ms / unitMs}${unit}`;
  }
  return `${ms}ms`;
}
