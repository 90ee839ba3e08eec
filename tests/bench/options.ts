import { blackScholes } from 'black-scholes';
import { getDelta, getGamma, getRho, getTheta, getVega } from 'greeks';
import {
  americanPrice,
  europeanPrice,
  greeksOf,
  impliedVolatility,
  RISK_FREE_RATE,
  TRADING_DAYS,
  type ExerciseStyle,
  type OptionTerms,
} from '../../src/domain/options/index.ts';
import { interleave, median, printTable } from './harness.ts';

const CONTRACTS = 500;
/** Each round prices the chain this many times: one pass is too short for the clock. */
const PASSES = { tapedeck: 20, peer: 1 };
const ROUNDS = 30;
const SPOT = 660;
const GOAL_TIMES = 5;

interface Contract {
  readonly terms: OptionTerms;
  readonly callPut: 'call' | 'put';
  readonly volatility: number;
  readonly price: number;
}

/** Volatility and the greeks of one contract, added up so that no work can be left out; and how far off the volatility is. */
interface Result {
  readonly volatility: number;
  readonly total: number;
}

type Work = (contract: Contract) => Result;

/** Five expirations from a week to a year, 50 strikes around the money each, call and put, with a smile. */
function chain(style: ExerciseStyle, dividendYield: number): Contract[] {
  const years = [7, 30, 91, 182, 365].map((days) => days / 365);
  return Array.from({ length: CONTRACTS }, (_, index) => {
    const time = years[Math.floor(index / 100)] ?? 1;
    const width = 0.04 * 0.2 * Math.sqrt(time);
    const strike = Math.round(SPOT * Math.exp(width * ((Math.floor(index / 2) % 50) - 24.5)));
    const volatility = 0.2 - 0.1 * Math.log(strike / SPOT);
    const isCall = index % 2 === 0;
    const terms: OptionTerms = {
      right: isCall ? 'C' : 'P',
      spot: SPOT,
      strike,
      years: time,
      rate: RISK_FREE_RATE,
      dividendYield,
    };
    const price = (style === 'american' ? americanPrice : europeanPrice)(terms, volatility);
    return { terms, callPut: isCall ? 'call' : 'put', volatility, price };
  });
}

function ownGreeks(terms: OptionTerms, volatility: number, style: ExerciseStyle): Result {
  const { delta, gamma, theta, vega, rho } = greeksOf(terms, volatility, style);
  return { volatility, total: delta + gamma + theta + vega + rho };
}

function peerGreeks({ terms, callPut }: Contract, volatility: number): Result {
  const { spot, strike, years, rate } = terms;
  const total =
    getDelta(spot, strike, years, volatility, rate, callPut) +
    getGamma(spot, strike, years, volatility, rate) +
    getTheta(spot, strike, years, volatility, rate, callPut, TRADING_DAYS) +
    getVega(spot, strike, years, volatility, rate) +
    getRho(spot, strike, years, volatility, rate, callPut);
  return { volatility, total };
}

/** The packages have no implied volatility: Newton's method on their price and vega, from the same start for all. */
function peerVolatility({ terms, callPut, price }: Contract): number {
  const { spot, strike, years, rate } = terms;
  let at = 0.3;
  for (let step = 0; step < 30; step += 1) {
    const missed = blackScholes(spot, strike, years, at, rate, callPut) - price;
    const change = missed / (getVega(spot, strike, years, at, rate) * 100);
    at -= change;
    if (Math.abs(change) < 1e-9) break;
  }
  return at;
}

/** Microseconds a contract, and the largest error of a volatility. */
function timed(contracts: readonly Contract[], passes: number, work: Work): { us: number; missed: number } {
  let missed = 0;
  let total = 0;
  const startMs = performance.now();
  for (let pass = 0; pass < passes; pass += 1)
    for (const contract of contracts) {
      const result = work(contract);
      missed = Math.max(missed, Math.abs(result.volatility - contract.volatility));
      total += result.total;
    }
  const us = ((performance.now() - startMs) * 1000) / (passes * contracts.length);
  if (!Number.isFinite(total)) throw new Error('A greek is not a number.');
  return { us, missed };
}

/** A chain of 500 contracts: implied volatility and all greeks of each, against the packages black-scholes and greeks on the same inputs. */
export async function benchOptions(): Promise<void> {
  // The packages know neither dividends nor early exercise: for the comparison there are none.
  const european = chain('european', 0);
  const american = chain('american', 0.011);
  const timeTapedeck = (contracts: readonly Contract[], work: Work) => async () =>
    timed(contracts, PASSES.tapedeck, work);
  const volatilityOf = ({ price, terms }: Contract, style: ExerciseStyle): number =>
    impliedVolatility(price, terms, style) ?? Number.NaN;
  const figures = await interleave(ROUNDS, {
    'greeks, European': timeTapedeck(european, ({ terms, volatility }) =>
      ownGreeks(terms, volatility, 'european'),
    ),
    'greeks, npm greeks': async () =>
      timed(european, PASSES.peer, (contract) => peerGreeks(contract, contract.volatility)),
    'volatility and greeks, European': timeTapedeck(european, (contract) =>
      ownGreeks(contract.terms, volatilityOf(contract, 'european'), 'european'),
    ),
    'volatility and greeks, npm black-scholes and greeks': async () =>
      timed(european, PASSES.peer, (contract) => peerGreeks(contract, peerVolatility(contract))),
    'volatility and greeks, American with dividends': timeTapedeck(american, (contract) =>
      ownGreeks(contract.terms, volatilityOf(contract, 'american'), 'american'),
    ),
  });
  const us = (name: string): number => median((figures.get(name) ?? []).map((figure) => figure.us));
  printTable(
    `A chain of ${CONTRACTS} contracts: implied volatility and five greeks of each`,
    ['', 'µs a contract (median)', 'largest error of a volatility'],
    [...figures].map(([name, runs]) => [
      name,
      us(name),
      Math.max(...runs.map(({ missed }) => missed)).toExponential(1),
    ]),
    [
      `times faster than the packages: greeks ${times('greeks, npm greeks', 'greeks, European', us)}, with the volatility ${times(
        'volatility and greeks, npm black-scholes and greeks',
        'volatility and greeks, European',
        us,
      )}; goal: at least ${GOAL_TIMES}`,
      'the packages have no implied volatility: theirs is Newton on their price and vega to 1e-9',
    ],
  );
}

function times(peer: string, tapedeck: string, us: (name: string) => number): string {
  return (us(peer) / us(tapedeck)).toFixed(1);
}
