import {
  europeanPrice,
  expirationSeconds,
  RISK_FREE_RATE,
  yearsTo,
} from '../../../src/domain/options/index.ts';
import { formatOptionSymbol, type OptionRight } from '../../../src/domain/symbols/symbol.ts';
import type { SymbolRecord } from '../../../src/plugin-api/index.ts';
import { ChainAnalytics } from '../../../plugins/option-chain/model/analytics.ts';
import { expirationGroups, type ExpirationGroup } from '../../../plugins/option-chain/model/chain-lines.ts';
import { Contract, type StrikeRow } from '../../../plugins/option-chain/model/contract.ts';
import { openExpirations } from '../../../plugins/option-chain/model/expirations.ts';

/** The chain that every contender shows: 20 expirations of 100 strikes, so 2,000 rows and 4,000 contracts. */

const DATES = [
  '2027-01-15',
  '2027-01-22',
  '2027-01-29',
  '2027-02-05',
  '2027-02-12',
  '2027-02-19',
  '2027-02-26',
  '2027-03-05',
  '2027-03-12',
  '2027-03-19',
  '2027-04-16',
  '2027-05-21',
  '2027-06-18',
  '2027-07-16',
  '2027-08-20',
  '2027-09-17',
  '2027-10-15',
  '2027-11-19',
  '2027-12-17',
  '2028-01-21',
];
const STRIKES = Array.from({ length: 100 }, (_, index) => 551 + 2 * index);
const NOW_MS = Date.parse('2027-01-08T15:00:00Z');
const SPOT = 650;
const VOLATILITY = 0.18;
const STEP = 0.01;

type LiveRecord = { -readonly [Field in keyof SymbolRecord]: SymbolRecord[Field] };

/** Pseudo-random numbers of a seed, 0 up to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function contractOf(date: string, strike: number, right: OptionRight, random: () => number): Contract {
  const seconds = expirationSeconds(date);
  const years = yearsTo(seconds, NOW_MS);
  const terms = { right, spot: SPOT, strike, years, rate: RISK_FREE_RATE, dividendYield: 0 };
  const price = Math.max(0.05, Math.round(europeanPrice(terms, VOLATILITY) * 100) / 100);
  const symbol = formatOptionSymbol({ underlying: 'ACME', expiration: date, right, strike });
  return new Contract({
    Symbol: symbol,
    Underlying: 'ACME',
    Type: right === 'C' ? 'Call' : 'Put',
    Strike: strike,
    Expiration: seconds,
    DisplayName: symbol,
    Last: price,
    PreviousClose: price,
    Bid: price - STEP,
    BidSize: 10,
    Ask: price + STEP,
    AskSize: 10,
    Volume: Math.floor(random() * 5_000),
    OpenInterest: Math.floor(random() * 50_000),
    ImpliedVolatility: VOLATILITY,
    Timestamp: NOW_MS,
  });
}

function recordOf(contract: Contract): LiveRecord {
  const { symbol, last, previousClose, bid, bidSize, ask, askSize, volume } = contract;
  const trade = {
    last,
    lastSize: 1,
    open: last,
    high: last,
    low: last,
    previousClose,
    volume,
    vwap: last,
    tick: 0,
  };
  return {
    symbol,
    state: 'live',
    info: undefined,
    historical: null,
    ...trade,
    ...{ bid, bidSize, bidExchange: 'C', ask, askSize, askExchange: 'C' },
    isHalted: false,
    haltReason: '',
    haltsKnownFromMs: null,
    timeMs: NOW_MS,
    receivedAtMs: NOW_MS,
    version: 1,
  };
}

/** A chain with a live record for each contract, and the figures computed from them. */
export class BenchChain {
  readonly groups: readonly ExpirationGroup[];
  readonly analytics = new ChainAnalytics();
  readonly #records = new Map<string, LiveRecord>();
  readonly #listed: readonly LiveRecord[];
  readonly #random = randomOf(11);
  #spot = SPOT;

  constructor() {
    const random = randomOf(7);
    const contracts = DATES.flatMap((date) =>
      STRIKES.flatMap((strike) => [
        contractOf(date, strike, 'C', random),
        contractOf(date, strike, 'P', random),
      ]),
    );
    const listed = DATES.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false }));
    this.groups = expirationGroups(contracts, openExpirations(listed, NOW_MS));
    for (const contract of contracts) {
      this.#records.set(contract.symbol, recordOf(contract));
      contract.takeRecord(this.get(contract.symbol));
    }
    this.#listed = [...this.#records.values()];
    this.analytics.setPricing({ spot: SPOT, nowMs: NOW_MS });
  }

  get rows(): readonly StrikeRow[] {
    return this.groups.flatMap(({ rows }) => rows);
  }

  /** What the grid reads of the symbol store. */
  get(symbol: string): SymbolRecord | undefined {
    return this.#records.get(symbol);
  }
  staleness(): { readonly isStale: boolean; readonly ageMs: number | null } {
    return { isStale: false, ageMs: 0 };
  }

  /** So many quotes of random contracts move by a step, and the underlying with them. */
  quote(count: number): void {
    const random = this.#random;
    for (let index = 0; index < count; index++) {
      const record = this.#listed[Math.floor(random() * this.#listed.length)];
      if (record === undefined) continue;
      const middle = Math.max(0.05, (record.bid + record.ask) / 2 + (random() < 0.5 ? -STEP : STEP));
      record.bid = middle - STEP;
      record.ask = middle + STEP;
      record.last = middle;
      record.volume += 1;
      record.version += 1;
    }
    this.#spot += (random() - 0.5) * 0.02;
    this.analytics.setPricing({ spot: this.#spot, nowMs: NOW_MS });
  }
}

/** One chain under test. */
export interface Contender {
  /** Resolves once rows are on screen. */
  show(element: HTMLElement, chain: BenchChain): Promise<void>;
  /** Writes what has changed since the last call. */
  refresh(): void;
  /** What scrolls. */
  scroller(): HTMLElement;
}
