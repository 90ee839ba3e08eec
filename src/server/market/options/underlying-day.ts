import { previousSession } from '../../../domain/calendar/us-equity.ts';
import { E4, type PriceE4 } from '../../../domain/money/price.ts';
import {
  expirationSeconds,
  strikeLadder,
  YEAR_MS,
  type ListingClass,
} from '../../../domain/options/index.ts';
import type { Instrument, MarketData, SessionDay, Snapshot } from '../market-data.ts';
import type { SeedPart } from '../shared/random.ts';
import { activityOf, printSchedule, type Activity, type PrintSchedule } from './activity.ts';
import { contractOf, type Contract } from './contract.ts';
import { markE4, priceOption, type PricingMoment } from './option-pricer.ts';
import type { RecordedMoment } from './recorded-option.ts';
import { UnderlyingTape } from './underlying-tape.ts';
import { createVolatilityModel, type VolatilityModel } from './volatility-surface.ts';

/** Shares that an underlying of unknown volume is taken to trade in a day. */
const MIN_USUAL_SHARES = 50_000;
const MAX_DIVIDEND_YIELD = 0.12;
/** How far the previous close may lie from the price to have strikes of its own, as a fraction. */
const MAX_GAP = 0.12;

/** What stays of an option all day. */
export interface ContractDay {
  readonly activity: Activity;
  readonly schedule: PrintSchedule;
  readonly previousCloseE4: PriceE4;
  /** The last print looked for, by its number: looking again costs nothing until there is a newer one. */
  lastPrint: number;
  lastPrintE4: PriceE4;
}

/** An underlying as it stands now. */
export interface UnderlyingView {
  readonly day: UnderlyingDay;
  readonly snapshot: Snapshot;
  readonly moment: PricingMoment;
  /** Nothing is quoted while trading of the underlying is halted. */
  readonly isHalted: boolean;
  /** Set when the options were recorded on this day: they have the quotes of the recording. */
  readonly recorded: RecordedMoment | null;
}

/** An underlying and its options on one exchange day. */
export class UnderlyingDay {
  readonly instrument: Instrument;
  readonly listing: ListingClass;
  readonly session: SessionDay;
  /** Dollars. */
  readonly previousClose: number;
  readonly dividendYield: number;
  readonly volatility: VolatilityModel;
  readonly tape: UnderlyingTape;
  readonly #seed: SeedPart;
  readonly #usualShares: number;
  readonly #previousMoment: PricingMoment;
  readonly #contracts = new Map<string, ContractDay>();
  readonly #listed = new Map<string, Map<number, readonly [call: Contract, put: Contract]>>();

  constructor(
    market: MarketData,
    instrument: Instrument,
    listing: ListingClass,
    snapshot: Snapshot,
    seed: SeedPart,
  ) {
    this.instrument = instrument;
    this.listing = listing;
    this.session = market.sessionDay();
    this.#seed = seed;
    this.tape = new UnderlyingTape(market, instrument.symbol);
    // Where nothing is known of the day before, the first price of the day stands for it.
    this.previousClose = (snapshot.previousCloseE4 || snapshot.openE4 || snapshot.lastE4) / E4;
    this.dividendYield =
      this.previousClose > 0
        ? Math.min(MAX_DIVIDEND_YIELD, Math.max(0, (instrument.dividend ?? 0) / this.previousClose))
        : 0;
    this.#usualShares = Math.max(MIN_USUAL_SHARES, snapshot.previousVolume);
    this.volatility = createVolatilityModel(instrument, seed);
    const before = previousSession(this.session.date);
    this.#previousMoment = this.closingMoment(snapshot, this.previousClose, before.date, before.closeMs);
  }

  /** How options are priced at a price of the underlying (dollars) and a moment of this day. */
  moment(snapshot: Snapshot, spot: number, timeMs: number): PricingMoment {
    return {
      spot,
      timeMs,
      dividendYield: this.dividendYield,
      surface: this.volatility.surface(snapshot, spot, this.session.date),
    };
  }

  /** How options are marked at the close of a day, or within one that is over: what moved that day no longer counts. */
  closingMoment(snapshot: Snapshot, spot: number, date: string, timeMs: number): PricingMoment {
    const settled = { ...snapshot, previousCloseE4: 0 };
    return {
      spot,
      timeMs,
      dividendYield: this.dividendYield,
      surface: this.volatility.surface(settled, spot, date),
    };
  }

  /** The listed strikes of an expiration around the present price and the previous close, ascending. */
  strikes(expiration: string, spot: number): number[] {
    // After a leap what lies between is of no more interest than the rest.
    const close = Math.min(
      spot * (1 + MAX_GAP),
      Math.max(spot * (1 - MAX_GAP), this.previousClose > 0 ? this.previousClose : spot),
    );
    const years = Math.max(0, expirationSeconds(expiration) * 1000 - this.session.openMs) / YEAR_MS;
    return strikeLadder(
      this.listing,
      Math.min(spot, close),
      Math.max(spot, close),
      this.volatility.usual * Math.sqrt(years),
    );
  }

  /** Call and put of a strike. */
  contracts(expiration: string, strike: number): readonly [call: Contract, put: Contract] {
    const byStrike = this.#listed.get(expiration) ?? new Map<number, readonly [Contract, Contract]>();
    this.#listed.set(expiration, byStrike);
    const known = byStrike.get(strike);
    if (known) return known;
    const parts = { underlying: this.instrument.symbol, expiration, strike };
    const made = [
      contractOf({ ...parts, right: 'C' }, this.listing, this.#seed),
      contractOf({ ...parts, right: 'P' }, this.listing, this.#seed),
    ] as const;
    byStrike.set(strike, made);
    return made;
  }

  ofContract(contract: Contract): ContractDay {
    const known = this.#contracts.get(contract.symbol);
    if (known) return known;
    const activity = this.activity(contract);
    const made: ContractDay = {
      activity,
      schedule: this.schedule(contract, activity),
      previousCloseE4: markE4(contract, priceOption(contract, this.#previousMoment)),
      lastPrint: 0,
      lastPrintE4: 0,
    };
    this.#contracts.set(contract.symbol, made);
    return made;
  }

  activity(
    contract: Contract,
    previousClose: number = this.previousClose,
    openMs: number = this.session.openMs,
  ): Activity {
    return activityOf(contract, this.instrument, previousClose, this.volatility.usual, openMs);
  }

  schedule(
    contract: Contract,
    activity: Activity,
    usualShares: number = this.#usualShares,
    openMs: number = this.session.openMs,
  ): PrintSchedule {
    return printSchedule(contract, activity, Math.max(MIN_USUAL_SHARES, usualShares), openMs);
  }
}
