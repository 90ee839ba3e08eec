import * as v from 'valibot';
import { hasPermission, Permission } from '../../../src/domain/permissions.ts';
import type { CommandArguments, ToolPlatform } from '../../../src/plugin-api/index.ts';
import { ChartController } from '../chart-controller.ts';
import { chartCommands } from '../commands.ts';
import { boundedPngOf } from '../export/png.ts';
import { titledPicture } from '../export/titled-picture.ts';
import { chartState } from '../state.ts';
import { chartTitle } from '../title.ts';
import { putOn, takeOff } from '../trades/strategy-trades.ts';
import { passingWindow } from './passing-window.ts';
import { rangeOfRun } from './range-of-trades.ts';
import { tradeArguments } from './trade-arguments.ts';

/** Size of the chart, CSS pixels. */
const WIDTH_PX = 960;
const HEIGHT_PX = 460;
/** Characters of a picture as base64. */
const MAX_CHARS = 600_000;
/** Bars that have not come by then do not come, ms. */
const WAIT_MS = 15_000;

/** What the command takes; see docs/chart-trades.md. */
const argumentsSchema = v.object({
  ...tradeArguments,
  onPicture: v.custom<(png: string) => void>((value) => typeof value === 'function', 'a function expected'),
});

let pictures = 0;

/** Draws executions on a chart that is not on screen, and passes its picture on. Rejects with a message that can be shown. */
export async function pictureOfTrades(platform: ToolPlatform, args: CommandArguments): Promise<void> {
  const parsed = v.safeParse(argumentsSchema, args);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`chart.picture-of-trades: ${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  }
  if (!hasPermission(platform.session.get().permissionMask, Permission.Chart))
    throw new Error('Your account may not use the chart.');
  const { symbol, title, trades: unsorted, fromMs, toMs, onPicture } = parsed.output;
  const trades = unsorted.toSorted((left, right) => left.timeMs - right.timeMs);
  const nowMs = platform.exchangeMs();
  const Range = rangeOfRun(fromMs ?? trades[0]?.timeMs ?? nowMs, toMs ?? nowMs, nowMs);
  const state = {
    ...chartState.initial,
    Indicators: [{ Id: 'volume', Parameters: {} }],
    Symbol: symbol,
    Range,
  };
  const id = `chart picture ${(pictures += 1)}`;
  const window = passingWindow(platform, { id: 'chart', commands: chartCommands }, id, state);
  const root = hiddenRoot();
  putOn(id, { key: title, title, symbol, trades });
  const chart = drawnChart(window, root);
  try {
    const controller = await chart.ready;
    const company = platform.symbols.get(symbol)?.info?.Fundamentals.Company ?? '';
    const canvas = titledPicture(controller.view, chartTitle(state, company));
    const png = canvas && (await boundedPngOf(canvas, MAX_CHARS));
    if (png === null) throw new Error('The browser could not make a picture of this size.');
    onPicture(png);
  } finally {
    chart.dispose();
    takeOff(id);
    root.remove();
  }
}

/** An element in the page that has a size and is not seen. */
function hiddenRoot(): HTMLElement {
  const root = document.createElement('div');
  root.ariaHidden = 'true';
  root.inert = true;
  Object.assign(root.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: `${WIDTH_PX}px`,
    height: `${HEIGHT_PX}px`,
  });
  document.body.append(root);
  return root;
}

/** A chart whose `ready` resolves once its bars are drawn. */
function drawnChart(
  window: ConstructorParameters<typeof ChartController>[0],
  root: HTMLElement,
): { readonly ready: Promise<ChartController>; dispose(): void } {
  const { promise, resolve, reject } = Promise.withResolvers<ChartController>();
  const timer = setTimeout(() => reject(new Error('The bars of the chart did not arrive.')), WAIT_MS);
  const controller: ChartController = new ChartController(window, root, {
    onStatus(status) {
      if (status.kind === 'failed') reject(new Error(status.message));
      if (status.kind !== 'ready') return;
      if (controller.model.hasPrices()) resolve(controller);
      else reject(new Error('There are no bars for the time of these trades.'));
    },
    onTick: () => {},
    onStudy: () => {},
    onProblem: () => {},
  });
  controller.setActive(true);
  return {
    ready: promise,
    dispose() {
      clearTimeout(timer);
      controller.dispose();
    },
  };
}
