import { DAY_MS } from '../../domain/calendar/durations.ts';
import type { ToolWindow } from '../../plugin-api/index.ts';
import {
  TOOL_LIMITS,
  type ToolBar,
  type ToolCallArgs,
  type ToolWatchList,
} from '../../tool-channel/index.ts';
import type { ThirdPartyState } from './third-party-state.ts';

/** The type of the saves that are lists of symbols, and the tool whose windows have one. */
const SAVED_LIST_TYPE = 'MarketView';
const LIST_TOOL = 'market-view';
/** Bounds of an answer about lists. */
const MAX_LISTS = 50;
const MAX_LIST_SYMBOLS = 500;

/** Candle type of each size, and how many bars of it a trading day has. */
const BARS = {
  '1m': { candleType: 'OneMinute', perDay: 390 },
  '5m': { candleType: 'FiveMinutes', perDay: 78 },
  '30m': { candleType: 'ThirtyMinutes', perDay: 13 },
  '1d': { candleType: 'Day', perDay: 1 },
} as const;
/** Weekends and holidays: days of the calendar for each trading day, and some more for a long weekend. */
const DAYS_FOR_TRADING_DAY = 1.5;
const SPARE_DAYS = 6;

type Window = Pick<ToolWindow<ThirdPartyState>, 'platform'>;

/** The latest bars of a symbol. Rejects with an Error whose message can be shown. */
export async function latestBars(
  { platform }: Window,
  { symbol, size, count }: ToolCallArgs<'bars'>,
): Promise<readonly ToolBar[]> {
  const { candleType, perDay } = BARS[size];
  const toMs = platform.exchangeMs();
  const days = Math.ceil(count / perDay) * DAYS_FOR_TRADING_DAY + SPARE_DAYS;
  const fromMs = Math.max(0, Math.floor(toMs - days * DAY_MS));
  const candles = await platform.symbols.candles({ symbol, candleType, fromMs, toMs });
  return candles
    .flatMap(({ TS, O, H, L, C, V }) =>
      O === null || H === null || L === null || C === null
        ? []
        : [{ timeMs: TS, open: O, high: H, low: L, close: C, volume: V ?? 0 }],
    )
    .slice(-count);
}

/** The lists of the user: those of Market View windows, then the saved ones. Rejects with an Error whose message can be shown. */
export async function watchLists({ platform }: Window): Promise<readonly ToolWatchList[]> {
  const inWindows = platform.tools
    .windowsOf(LIST_TOOL)
    .get()
    .map((window, index) => ({
      kind: 'window' as const,
      name: `Market View ${index + 1}`,
      symbols: symbolsIn(window.getState()),
    }));
  const saved = (await platform.saves.list(SAVED_LIST_TYPE)).slice(0, MAX_LISTS - inWindows.length);
  const loaded = await Promise.all(saved.map(({ id }) => platform.saves.load(id)));
  const named = saved.map(({ name }, index) => ({
    kind: 'saved' as const,
    name,
    symbols: symbolsIn(parsed(loaded[index])),
  }));
  return [...inWindows, ...named].slice(0, MAX_LISTS);
}

/** Saved data may come as its JSON text. */
function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** Only the symbols: nothing else of a window or of a save is passed on. */
function symbolsIn(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('Symbols' in data) || !Array.isArray(data.Symbols))
    return [];
  return data.Symbols.filter((symbol) => typeof symbol === 'string').slice(0, MAX_LIST_SYMBOLS);
}

/** Why a text cannot be stored; null when it can. */
export function storageProblem(json: string): string | null {
  if (json.length > TOOL_LIMITS.storedChars)
    return `A tool stores at most ${TOOL_LIMITS.storedChars} characters of JSON with a window.`;
  try {
    JSON.parse(json);
    return null;
  } catch {
    return 'What a tool stores must be JSON.';
  }
}
