import { isExactE4 } from '../money/price.ts';
import { barMinutesOf } from './bar-size.ts';
import type { DeclaredParameter, OtherSymbol, StrategyDescription, StudyDescription } from './description.ts';
import { POSITION_SIDES } from './enumerations.ts';
import type { PositionSides } from './enumerations.ts';
import { StrategyError } from './fault.ts';
import { minuteOfText } from './intervals.ts';
import { STRATEGY_ORDER_TYPES } from './order-record.ts';
import type { StrategyOrderType } from './order-record.ts';
import {
  booleanOf,
  inParameters,
  isParameterName,
  numberOf,
  parseParameters,
  readParameter,
} from './parameters.ts';
import type { ParameterLine } from './parameters.ts';

/** Largest quantity of one order: shares, contracts, or units of a multi-leg order. */
export const MAX_QUANTITY = 1_000_000;
/** Highest price of an order, dollars. */
export const MAX_PRICE = 100_000;
const MAX_WARM_UP = 10_000;
/** Of a backtest whose file states none, dollars. */
const DEFAULT_CAPITAL = 100_000;
/** Dollars: products of it with a percentage stay exact. */
const MAX_CAPITAL = 1_000_000_000;
const SYMBOL = /^[$~]?[A-Z0-9][A-Z0-9.\-/ ]{0,21}$/;

/** The declarations at the top of a strategy. */
export interface StrategyPlan {
  symbol: string;
  barMinutes: number;
  quantity: number;
  type: StrategyOrderType;
  price: number;
  route: string;
  destination: string;
  allowedPositions: PositionSides;
  openingOrderMinute: number | null;
  closingOrderMinute: number | null;
  isUsingNbbo: boolean;
  warmUpBars: number;
  /** Of a backtest, dollars. */
  capital: number;
}

/** The plan of a strategy that declares nothing. */
export const newPlan = (): StrategyPlan => ({
  symbol: '',
  barMinutes: 1,
  quantity: 100,
  type: 'Market',
  price: 0,
  route: '',
  destination: '',
  allowedPositions: 'Both',
  openingOrderMinute: null,
  closingOrderMinute: null,
  isUsingNbbo: false,
  warmUpBars: 0,
  capital: DEFAULT_CAPITAL,
});

/** Validate values that an author wrote in the code or in the parameters. Each throws a StrategyError with the reason. */
export const planReaders = {
  symbol(value: unknown): string {
    const symbol = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (!SYMBOL.test(symbol)) throw new StrategyError(`a symbol is expected, such as 'SPY': ${shown(value)}`);
    return symbol;
  },
  barMinutes(value: unknown): number {
    const minutes = typeof value === 'string' ? barMinutesOf(value) : null;
    if (minutes === null)
      throw new StrategyError(
        `a bar size is 'trade', '1 minute' to '390 minutes', '1 hour' to '6 hours' or 'day': ${shown(value)}`,
      );
    return minutes;
  },
  quantity(value: unknown): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_QUANTITY)
      throw new StrategyError(
        `a quantity is a whole number from 1 to ${MAX_QUANTITY.toLocaleString('en-US')}: ${shown(value)}`,
      );
    return value;
  },
  price: (value: unknown): number => priceOf(value, (price) => Math.round(price * 10_000) / 10_000),
  /** A price of an order. The order rounds it to the price step, in a direction that depends on its side. */
  unroundedPrice: (value: unknown): number => priceOf(value, (price) => price),
  type(value: unknown): StrategyOrderType {
    const known = STRATEGY_ORDER_TYPES.find(
      (type) => typeof value === 'string' && type.toLowerCase() === value.trim().toLowerCase(),
    );
    if (known === undefined)
      throw new StrategyError(`an order type is ${STRATEGY_ORDER_TYPES.join(', ')}: ${shown(value)}`);
    return known;
  },
  sides(value: unknown): PositionSides {
    const known = POSITION_SIDES.find(
      (sides) => typeof value === 'string' && sides.toLowerCase() === value.trim().toLowerCase(),
    );
    if (known === undefined)
      throw new StrategyError(`allowed positions are ${POSITION_SIDES.join(', ')}: ${shown(value)}`);
    return known;
  },
  minute(value: unknown): number {
    const minute = typeof value === 'string' ? minuteOfText(value) : null;
    if (minute === null) throw new StrategyError(`a time of day is 'HH:mm': ${shown(value)}`);
    return minute;
  },
  text(value: unknown): string {
    if (typeof value !== 'string' || value.length > 40)
      throw new StrategyError(`a text of at most 40 characters is expected: ${shown(value)}`);
    return value;
  },
  warmUpBars(value: unknown): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_WARM_UP)
      throw new StrategyError(
        `warmUp takes a whole number from 0 to ${MAX_WARM_UP.toLocaleString('en-US')}: ${shown(value)}`,
      );
    return value;
  },
  capital(value: unknown): number {
    if (typeof value !== 'number' || !(value >= 1 && value <= MAX_CAPITAL) || !isExactE4(value))
      throw new StrategyError(
        `capital takes an amount from 1 to ${MAX_CAPITAL.toLocaleString('en-US')} dollars: ${shown(value)}`,
      );
    return value;
  },
} as const;

function priceOf(value: unknown, rounded: (price: number) => number): number {
  const price = typeof value === 'number' ? rounded(value) : Number.NaN;
  if (!(price > 0 && price <= MAX_PRICE))
    throw new StrategyError(
      `a price is more than 0 and at most ${MAX_PRICE.toLocaleString('en-US')}: ${shown(value)}`,
    );
  return price;
}

/** A value as an error message shows it: at most some 40 characters. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null)
    return String(value);
  return typeof value;
}

/** Reads the parameters of a start for a strategy. */
export interface ParameterReader {
  /** Implements `param(name, default)`. */
  read<Value extends number | string | boolean>(name: string, fallback: Value): number | string | boolean;
  /** What `read` has returned, by the first name that it was called with; at most `MAX_DECLARED`. */
  readonly declared: readonly DeclaredParameter[];
  /** Overrides the plan with the parameters of well-known names. */
  applyTo(plan: StrategyPlan): void;
  /** Throws a StrategyError for a parameter that the strategy has not read. */
  checkAllRead(): void;
}

const WELL_KNOWN = new Map<string, (plan: StrategyPlan, line: ParameterLine) => void>(
  Object.entries({
    symbol: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.symbol = planReaders.symbol(value);
    },
    quantity: (plan: StrategyPlan, line: ParameterLine) => {
      plan.quantity = planReaders.quantity(numberOf(line));
    },
    route: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.route = planReaders.text(value);
    },
    destination: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.destination = planReaders.text(value);
    },
    type: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.type = planReaders.type(value);
    },
    price: (plan: StrategyPlan, line: ParameterLine) => {
      plan.price = numberOf(line) === 0 ? 0 : planReaders.price(numberOf(line));
    },
    allowedpositions: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.allowedPositions = planReaders.sides(value);
    },
    barsize: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.barMinutes = planReaders.barMinutes(value);
    },
    openingordertime: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.openingOrderMinute = value === '' ? null : planReaders.minute(value);
    },
    closingordertime: (plan: StrategyPlan, { value }: ParameterLine) => {
      plan.closingOrderMinute = value === '' ? null : planReaders.minute(value);
    },
    usenbbo: (plan: StrategyPlan, line: ParameterLine) => {
      plan.isUsingNbbo = booleanOf(line);
    },
  }),
);

/** A value as a description has it: of a length that is bounded, and a number that can be written. */
function describedValue(value: number | string | boolean): number | string | boolean {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : value;
}

/** Parameters that a description lists. */
export const MAX_DECLARED = 200;
/** Characters of a text value in a description. */
export const MAX_TEXT = 200;

/** Throws a StrategyError that names the line when the text cannot be parsed. */
export function createParameterReader(text: string): ParameterReader {
  const parsed = parseParameters(text);
  if (!parsed.ok) throw new StrategyError(inParameters(parsed.error.line, parsed.error.message));
  const parameters = parsed.value;
  const read = new Set<string>();
  const declared: DeclaredParameter[] = [];
  return {
    declared,
    read(name, fallback) {
      if (typeof name !== 'string')
        throw new StrategyError(`param takes a name and a default: ${shown(name)}`);
      if (typeof fallback !== 'number' && typeof fallback !== 'string' && typeof fallback !== 'boolean')
        throw new StrategyError(
          `param('${name.slice(0, 40)}') needs a default: a number, a text, true or false`,
        );
      const value = readParameter(parameters, name, fallback);
      if (!read.has(name.toLowerCase()) && isParameterName(name) && declared.length < MAX_DECLARED)
        declared.push({ name, value: describedValue(value) });
      read.add(name.toLowerCase());
      return value;
    },
    applyTo(plan) {
      for (const line of parameters.lines) {
        const apply = WELL_KNOWN.get(line.name.toLowerCase());
        if (apply === undefined) continue;
        read.add(line.name.toLowerCase());
        try {
          apply(plan, line);
        } catch (problem) {
          throw problem instanceof StrategyError
            ? new StrategyError(inParameters(line.line, problem.message))
            : problem;
        }
      }
    },
    checkAllRead() {
      const unread = parameters.lines.find(({ name }) => !read.has(name.toLowerCase()));
      if (unread !== undefined)
        throw new StrategyError(inParameters(unread.line, `the strategy has no parameter ${unread.name}`));
    },
  };
}

/** The description of a strategy, from its plan, its studies and the symbols that it reads. */
export function describePlan(
  plan: StrategyPlan,
  parameters: readonly DeclaredParameter[],
  studies: {
    readonly trend: StudyDescription | null;
    readonly trade: StudyDescription | null;
    readonly warmUpBars: number;
  },
  otherSymbols: readonly OtherSymbol[],
): StrategyDescription {
  return {
    primarySymbol: plan.symbol,
    barMinutes: plan.barMinutes,
    order: {
      quantity: plan.quantity,
      route: plan.route,
      destination: plan.destination,
      type: plan.type,
      price: plan.price,
    },
    trend: studies.trend,
    trade: studies.trade,
    isUsingNbbo: plan.isUsingNbbo,
    openingOrderMinute: plan.openingOrderMinute,
    closingOrderMinute: plan.closingOrderMinute,
    allowedPositions: plan.allowedPositions,
    warmUpBars: Math.max(plan.warmUpBars, studies.warmUpBars),
    otherSymbols,
    parameters,
  };
}
