import type { SystemValues } from '../storage/repositories.ts';
import type { CandleType, MarketData } from './market-data.ts';

/** One variable of the environment that an adapter reads. */
export interface MarketSetting<Value> {
  readonly variable: string;
  readonly fallback: Value;
  /** Completes "it must be …" for a wrong value. */
  readonly expectation: string;
  /** The value of a text; undefined when the text is wrong. */
  readonly parse: (text: string) => Value | undefined;
}

/** What a market offers. The conformance test holds each adapter to it, and the Trading profile lists it. */
export interface MarketCapabilities {
  /** Bar sizes that it answers. */
  readonly bars: readonly CandleType[];
  /** Prints of the session, one by one. */
  readonly hasTrades: boolean;
  /** The national best bid and offer. */
  readonly hasQuotes: boolean;
  /** The best bid and offer of each exchange; without it, only those of the exchanges that have the national best. */
  readonly hasDepth: boolean;
  /** `modelled`: prices of options are computed from their underlyings. `recorded`: from recorded chains where there are some, else modelled. */
  readonly options: 'modelled' | 'recorded';
  /** How far back its daily bars reach, for the screen. */
  readonly history: string;
  /** Whether its speed can be changed while it runs. */
  readonly hasSpeed: boolean;
  /** Requests for bars that it answers in a minute; null = as many as come. Work in the background is left out of a limited market. */
  readonly requestsPerMinute: number | null;
}

/** What the server gives to the market that it opens. */
export interface MarketHost {
  /** Decides whatever an adapter invents. */
  readonly seed: number;
  /** Host time, UTC ms; never goes back nor stops. */
  readonly nowMs: () => number;
  /** The clock of the machine, UTC ms. */
  readonly wallMs: () => number;
  /** Values that the installation keeps over restarts. */
  readonly system: SystemValues;
  /** A folder of the installation for what the adapter keeps over restarts; it need not exist. */
  readonly folder: string;
  /** Whether the past of symbols may be computed before it is requested. */
  readonly preparesAhead: boolean;
  /** Receives what the market has to report about its source: problems one by one, then summaries. */
  readonly note: (line: string, kind: 'problem' | 'summary') => void;
}

/** How a market was chosen: `argument` is what follows the colon of `TAPEDECK_MARKET`, `''` where the adapter takes none. */
export interface MarketSource<Settings> {
  readonly argument: string;
  readonly settings: Settings;
}

/** The declaration of a market: how it is chosen and configured, what it offers, and how it is opened. */
export interface MarketAdapter<Settings> {
  /** As the Trading profile and the documentation name it. */
  readonly title: string;
  /** Stands for what must follow the kind and a colon in `TAPEDECK_MARKET`, such as `<folder>`; null: nothing follows. */
  readonly argument: string | null;
  readonly settings: { readonly [Name in keyof Settings]: MarketSetting<Settings[Name]> };
  readonly capabilities: MarketCapabilities;
  /** As `/api/config` and the log show the chosen market. */
  readonly nameOf: (argument: string) => string;
  /** Creates the market without starting it; loads its code. Throws an Error whose message says what to correct when its source cannot be used. */
  readonly open: (source: MarketSource<Settings>, host: MarketHost) => Promise<MarketData>;
}
