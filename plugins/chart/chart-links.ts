import type { ToolWindow } from '../../src/plugin-api/index.ts';
import type { ChartModel } from './model/chart-model.ts';
import type { ChartView } from './screen/types.ts';
import type { ChartState } from './state.ts';
import { rangeOfInterval, takeGiven, takeSymbol } from './symbol-changes.ts';

type Context = Parameters<Parameters<ToolWindow<ChartState>['onContext']>[0]>[0];
type CrosshairContext = Extract<Context, { type: 'tapedeck.crosshair' }>;

/** What a chart receives from the windows of its group and sends to them: symbol, range and crosshair. */
export class ChartLinks {
  readonly #window: ToolWindow<ChartState>;
  readonly #view: ChartView;
  readonly #model: ChartModel;
  readonly #stops: readonly (() => void)[];
  /** Rises with each symbol that is requested: of several only the last one counts. */
  #symbolTurns = 0;
  /** The crosshair moves because another window's did. */
  #isEcho = false;
  #isDisposed = false;

  constructor(window: ToolWindow<ChartState>, view: ChartView, model: ChartModel) {
    this.#window = window;
    this.#view = view;
    this.#model = model;
    this.#stops = [
      window.onContext((context, how) => this.#receive(context, how === 'linked')),
      view.onCrosshair(() => this.#sendCrosshair()),
    ];
  }

  /** The chart shows another symbol: one that is still being looked up comes too late. */
  symbolChanged(): void {
    this.#symbolTurns += 1;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const stop of this.#stops) stop();
  }

  #receive(context: Context, isLinked: boolean): void {
    if (context.type === 'fdc3.instrument') this.#receiveSymbol(context.id.ticker, isLinked);
    else if (context.type === 'tapedeck.interval') {
      const range = rangeOfInterval(context.timeFrame, context.barSize);
      if (range !== null) this.#window.update({ Range: range });
    } else this.#receiveCrosshair(context);
  }

  #receiveSymbol(symbol: string, isLinked: boolean): void {
    this.#symbolTurns += 1;
    const turn = this.#symbolTurns;
    // The group's symbol is shown as it is, an unknown one too: another one would pass for it.
    if (isLinked) takeSymbol(this.#window, symbol);
    else void takeGiven(this.#window, symbol, () => turn === this.#symbolTurns && !this.#isDisposed);
  }

  #receiveCrosshair({ timeMs }: CrosshairContext): void {
    if (timeMs === null) {
      if (this.#view.crosshair()?.source === 'link') this.#view.setCrosshair(null);
      return;
    }
    this.#isEcho = true;
    const index = this.#model.bars.indexFrom(timeMs + 1) - 1;
    this.#view.setCrosshair(index < 0 ? null : { index, y: null, source: 'link' });
    this.#isEcho = false;
  }

  #sendCrosshair(): void {
    const crosshair = this.#view.crosshair();
    if (this.#isEcho || crosshair?.source === 'link' || !this.#window.isLinked()) return;
    const timeMs = crosshair === null ? null : (this.#view.barTimeAt(crosshair.index) ?? null);
    this.#window.publish({ type: 'tapedeck.crosshair', timeMs });
  }
}
