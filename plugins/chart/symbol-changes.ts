import {
  firstSymbol,
  instrumentContext,
  isUnknownSymbol,
  SYMBOL_UNKNOWN_TEXT,
  type ToolWindow,
} from '../../src/plugin-api/index.ts';
import { MAX_SYMBOL_LENGTH, normalizeSymbol } from '../../src/domain/symbols/symbol.ts';
import { TIME_FRAMES, defaultRange, type ChartRange } from './data/time-frames.ts';
import { BAR_SIZES, type BarSize } from './data/bar-sizes.ts';
import { rangeWithBarSize } from './data/choose-bar-size.ts';
import type { ChartState } from './state.ts';

/** Its id in the manifest. */
const TOOL_ID = 'chart';

/** What a chart without a symbol of its own begins with. */
export const symbolToBeginWith = ({ platform }: Pick<ToolWindow<ChartState>, 'platform'>): string =>
  firstSymbol(platform, TOOL_ID);

/** Shows a symbol that came from a linked window or was given to this one; the address follows, and the tool remembers it. */
export function takeSymbol(window: ToolWindow<ChartState>, symbol: string): void {
  if (symbol !== window.getState().Symbol) window.update({ Symbol: symbol });
  window.platform.route.select(TOOL_ID, symbol);
}

/**
 * Takes a symbol that was given to this window (dropped, or in the address), unless the market has none of that name: then the chart stays as it is, says so, and brings the
 * address and the linked windows back to what it shows. `isLatest`: nothing else was requested meanwhile.
 */
export async function takeGiven(
  window: ToolWindow<ChartState>,
  symbol: string,
  isLatest: () => boolean,
): Promise<void> {
  const { platform } = window;
  const kept = window.getState().Symbol;
  const isUnknown =
    kept !== '' &&
    kept !== symbol &&
    platform.symbols.get(symbol)?.state !== 'live' &&
    (await isUnknownSymbol(platform.symbols, symbol));
  if (!isLatest()) return;
  if (!isUnknown) {
    takeSymbol(window, symbol);
    return;
  }
  platform.dialogs.toast({
    message: `${symbol}: ${SYMBOL_UNKNOWN_TEXT}. The chart stays on ${kept}.`,
    tone: 'warning',
    key: `unknown symbol ${window.id}`,
  });
  platform.route.select(TOOL_ID, kept);
  if (window.isLinked()) window.publish(instrumentContext(kept));
}

/** Shows another symbol, which the address and the tool remember, and publishes it to linked windows. */
export function showSymbol(window: ToolWindow<ChartState>, typed: string): void {
  const symbol = normalizeSymbol(typed);
  if (symbol === '' || symbol.length > MAX_SYMBOL_LENGTH) return;
  takeSymbol(window, symbol);
  window.publish(instrumentContext(symbol));
}

/** Lets the user look up another symbol, which the chart then shows. */
export async function chooseSymbol(
  window: ToolWindow<ChartState>,
  lookup: { readonly initial?: string; readonly isTyped?: boolean } = {},
): Promise<void> {
  const symbol = await window.platform.dialogs.symbolLookup({ title: 'Chart', mustExist: true, ...lookup });
  if (symbol !== null) showSymbol(window, symbol);
}

/** Shows another range and publishes it to linked charts, as one step of undo. Custom days are a chart's own. */
export function showRange(window: ToolWindow<ChartState>, range: ChartRange): void {
  const { Symbol, Range } = window.getState();
  const part = range.BarSize === Range.BarSize ? 'time frame' : 'bar size';
  window.platform.joinSteps({ title: `Change ${part} of ${Symbol}` }, () => {
    window.update({ Range: range });
    if (range.TimeFrame !== 'Custom')
      window.publish({ type: 'tapedeck.interval', timeFrame: range.TimeFrame, barSize: range.BarSize });
  });
}

/** Shows bars of another size, over days that suit it. `today`: exchange day, `YYYY-MM-DD`. */
export function showBarSize(window: ToolWindow<ChartState>, size: BarSize, today: string): void {
  const { Range } = window.getState();
  if (Range.BarSize !== size) showRange(window, rangeWithBarSize(Range, size, today));
}

/** The range of a linked chart; null for names that this version does not know. */
export function rangeOfInterval(timeFrame: string, barSize: string): ChartRange | null {
  const frame = TIME_FRAMES.find((each) => each === timeFrame);
  const size = BAR_SIZES.find((each) => each === barSize);
  return frame === undefined || frame === 'Custom' || size === undefined
    ? null
    : { ...defaultRange(frame), BarSize: size };
}
