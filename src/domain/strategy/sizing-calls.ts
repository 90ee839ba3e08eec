import { E4, toPriceE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { roundToPriceStepE4 } from '../orders/price-step.ts';
import { accountShareE4, quantityOf, type SizeProblem, type SizeRule } from '../sizing/size-order.ts';
import { isOptionSymbol } from '../symbols/symbol.ts';
import { StrategyError } from './fault.ts';
import type { StrategyLog } from './log.ts';
import { MAX_PRICE, MAX_QUANTITY, planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { readFields } from './read-fields.ts';
import type { RunAccount } from './run-account.ts';
import { checkCount } from './study-calls.ts';

const MAX_PERCENT = 1_000;
/** What the binary form of a decimal may miss of 1/10,000: 0.57 × 10,000 is 5,699.999… */
const NOISE_E4 = 1e-6;

const PROBLEMS: Readonly<Record<SizeProblem, string>> = {
  NoPrice: 'the symbol has no price yet',
  NoAmount: 'the account has nothing to buy with',
  StopBeyondPrice: 'the stop is not on the side of the price on which the position loses',
  TooSmall: 'the amount is too small for one share',
  TooLarge: `an order has at most ${MAX_QUANTITY.toLocaleString('en-US')} shares`,
};

interface SizingPort {
  readonly plan: Pick<StrategyPlan, 'symbol'>;
  readonly account: Pick<RunAccount, 'equityE4' | 'buyingPowerE4' | 'lastPriceE4' | 'multiplier'>;
  readonly log: Pick<StrategyLog, 'write'>;
  /** Before the name of a call in the log: `PEP: ` of another symbol than that of the run. */
  readonly label: string;
}

/** The calls of a strategy that size an order, by the rules of the order ticket (`domain/sizing`). Each returns whole shares, rounded down, and 0 with a line of the log when there is no quantity. */
export class SizingCalls {
  readonly #port: SizingPort;
  /** Why a call had no quantity the last time: a strategy that calls it on each bar logs a reason once. */
  readonly #reasons = new Map<string, string>();

  constructor(port: SizingPort) {
    this.#port = port;
  }

  /** The calls by their names. */
  named(): Readonly<Record<string, unknown>> {
    return {
      percentOfEquity: (...given: readonly unknown[]) => this.#percentOfEquity(given),
      riskToStop: (...given: readonly unknown[]) => this.#riskToStop(given),
      volatilityTarget: (...given: readonly unknown[]) => this.#volatilityTarget(given),
      affordable: (...given: readonly unknown[]) => this.#affordable(given),
    };
  }

  #percentOfEquity(given: readonly unknown[]): number {
    const call = 'percentOfEquity';
    checkCount(call, given, 2);
    const percentE4 = percentOf(call, given[0]);
    const rule = { by: 'AccountShare', percentE4, accountE4: this.#port.account.equityE4 } as const;
    return this.#quantity(call, rule, true, this.#priceOf(call, given[1]));
  }

  #riskToStop(given: readonly unknown[]): number {
    const call = 'riskToStop';
    checkCount(call, given, 3);
    const amountE4 = this.#shareE4(percentOf(call, given[0]));
    const how = given[2] ?? {};
    const { side = 'Buy', price } = readFields(how, ['side', 'price'], `${call} takes { side, price }`);
    if (side !== 'Buy' && side !== 'Short')
      throw new StrategyError(`the side of ${call} is 'Buy' or 'Short': ${shown(side)}`);
    const stop = amountOf(call, 'a stop', given[1]);
    if (stop === null) return this.#none(call, 'the stop has no value yet');
    // As the order has it: a stop never triggers before the price of the code, so it may lose a step more.
    const direction = side === 'Buy' ? 'down' : 'up';
    const stopE4 = roundToPriceStepE4(stop, direction, isOptionSymbol(this.#port.plan.symbol));
    return this.#quantity(call, { by: 'Risk', amountE4, stopE4 }, side === 'Buy', this.#givenPrice(price));
  }

  #volatilityTarget(given: readonly unknown[]): number {
    const call = 'volatilityTarget';
    checkCount(call, given, 2);
    const amountE4 = this.#shareE4(percentOf(call, given[0]));
    const range = amountOf(call, 'a range', given[1]);
    if (range === null) return this.#none(call, 'the range has no value yet');
    const priceE4 = this.#port.account.lastPriceE4;
    // A move by the range is what a stop in this distance loses.
    const stopE4 = priceE4 - Math.ceil(range * E4 - NOISE_E4);
    return this.#quantity(call, { by: 'Risk', amountE4, stopE4 }, true, priceE4);
  }

  #affordable(given: readonly unknown[]): number {
    const call = 'affordable';
    checkCount(call, given, 1);
    const rule = { by: 'Value', amountE4: this.#port.account.buyingPowerE4 } as const;
    return this.#quantity(call, rule, true, this.#priceOf(call, given[0]));
  }

  #shareE4(percentE4: number): MoneyE4 {
    return accountShareE4(percentE4, this.#port.account.equityE4);
  }

  #quantity(call: string, rule: SizeRule, isBuy: boolean, priceE4: PriceE4): number {
    const { multiplier } = this.#port.account;
    const sized = quantityOf(rule, { isBuy, priceE4, multiplier });
    if (!sized.ok) return this.#none(call, PROBLEMS[sized.error]);
    this.#reasons.delete(call);
    return sized.value;
  }

  #none(call: string, reason: string): number {
    if (this.#reasons.get(call) !== reason)
      this.#port.log.write(`${this.#port.label}${call} gives 0 shares: ${reason}`);
    this.#reasons.set(call, reason);
    return 0;
  }

  /** The price of `{ price }`, else the last one. */
  #priceOf(call: string, how: unknown): PriceE4 {
    return this.#givenPrice(readFields(how ?? {}, ['price'], `${call} takes { price }`).price);
  }

  #givenPrice(price: unknown): PriceE4 {
    return price === undefined ? this.#port.account.lastPriceE4 : toPriceE4(planReaders.price(price));
  }
}

/** A percentage in 1/10,000 of one per cent, rounded down. Throws a StrategyError. */
function percentOf(call: string, value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value <= MAX_PERCENT))
    throw new StrategyError(
      `${call} takes a percentage, more than 0 and at most ${MAX_PERCENT.toLocaleString('en-US')}: ${shown(value)}`,
    );
  return Math.floor(value * E4 + NOISE_E4);
}

/** Dollars; null for a number that is none, as studies have before they have enough bars. Throws a StrategyError for anything but a number. */
function amountOf(call: string, amount: string, value: unknown): number | null {
  if (typeof value !== 'number')
    throw new StrategyError(`${call} takes ${amount} in dollars: ${shown(value)}`);
  return value > 0 && value <= MAX_PRICE ? value : null;
}
