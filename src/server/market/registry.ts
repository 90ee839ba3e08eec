import type { VariableReader } from '../variable-reader.ts';
import { ALPACA_ADAPTER } from './alpaca/adapter.ts';
import type { AlpacaSettings } from './alpaca/settings.ts';
import { FEED_ADAPTER, type FeedSettings } from './feed/adapter.ts';
import type { MarketAdapter, MarketHost, MarketSource } from './market-adapter.ts';
import type { MarketData } from './market-data.ts';
import { MARKET_KINDS, type MarketKind } from './market-kinds.ts';
import { REPLAY_ADAPTER, type ReplaySettings } from './replay/adapter.ts';
import { SIMULATED_ADAPTER, type SimulatedSettings } from './simulated/adapter.ts';

/** The settings of each adapter. */
interface MarketSettings {
  readonly simulated: SimulatedSettings;
  readonly replay: ReplaySettings;
  readonly alpaca: AlpacaSettings;
  readonly feed: FeedSettings;
}

/** Every market that the server can open. */
export const MARKET_ADAPTERS: { readonly [Kind in MarketKind]: MarketAdapter<MarketSettings[Kind]> } = {
  simulated: SIMULATED_ADAPTER,
  replay: REPLAY_ADAPTER,
  alpaca: ALPACA_ADAPTER,
  feed: FEED_ADAPTER,
};

/** The chosen market with its configuration. */
export type MarketChoice<Kind extends MarketKind = MarketKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & MarketSource<MarketSettings[Each]>;
}[Kind];

const MARKET_VARIABLE = 'TAPEDECK_MARKET';
const DEFAULT_MARKET = { kind: 'simulated', argument: '' } as const;
/** Longest name of a market, characters. */
const MAX_NAME_CHARS = 256;

/** Reads which market the environment chooses, and its settings. The variables of all adapters are checked, whichever is chosen. */
export function readMarketChoice(variables: VariableReader): MarketChoice {
  const { kind, argument } = variables.read<{ readonly kind: MarketKind; readonly argument: string }>(
    MARKET_VARIABLE,
    DEFAULT_MARKET,
    `one of the registered markets: ${MARKET_KINDS.map(usageOf).join(', ')}`,
    parseMarket,
  );
  const settings = {
    simulated: readSettings(SIMULATED_ADAPTER, variables),
    replay: readSettings(REPLAY_ADAPTER, variables),
    alpaca: readSettings(ALPACA_ADAPTER, variables),
    feed: readSettings(FEED_ADAPTER, variables),
  } satisfies MarketSettings;
  // The settings are those of the kind: TypeScript does not follow an index that is a union.
  return { kind, argument, settings: settings[kind] } as MarketChoice;
}

/** Creates the chosen market; loads only the code of that one. */
export function openChosenMarket<Kind extends MarketKind>(
  choice: MarketChoice<Kind>,
  host: MarketHost,
): Promise<MarketData> {
  return MARKET_ADAPTERS[choice.kind].open(choice, host);
}

/** The market's name as `/api/config` and the log show it. */
export function marketNameOf({ kind, argument }: Pick<MarketChoice, 'kind' | 'argument'>): string {
  return MARKET_ADAPTERS[kind].nameOf(argument).slice(0, MAX_NAME_CHARS);
}

/** How `TAPEDECK_MARKET` names a market, in quotes. */
function usageOf(kind: MarketKind): string {
  const { argument } = MARKET_ADAPTERS[kind];
  return argument === null ? `"${kind}"` : `"${kind}:${argument}"`;
}

function parseMarket(text: string): { readonly kind: MarketKind; readonly argument: string } | undefined {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const argument = colon < 0 ? '' : text.slice(colon + 1).trim();
  const kind = MARKET_KINDS.find((candidate) => candidate === name);
  if (kind === undefined || colon >= 0 !== (MARKET_ADAPTERS[kind].argument !== null)) return undefined;
  return colon >= 0 && argument === '' ? undefined : { kind, argument };
}

function readSettings<Settings>(adapter: MarketAdapter<Settings>, variables: VariableReader): Settings {
  const read: Partial<Settings> = {};
  for (const name in adapter.settings) {
    const { variable, fallback, expectation, parse } = adapter.settings[name];
    read[name] = variables.read(variable, fallback, expectation, parse);
  }
  // Every setting of the adapter has been read.
  return read as Settings;
}
