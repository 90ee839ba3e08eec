import {
  MAX_ALERTS_PER_DELIVERY,
  MAX_ANNOTATION_TEXT,
  MAX_PLOT_NAME,
  MAX_PLOTS,
  RunAnnotations,
} from './annotations.ts';
import type { AnnotationPart, RunAlert } from './annotations.ts';
import { StrategyError } from './fault.ts';
import type { StrategyLog } from './log.ts';
import { planReaders, shown } from './plan.ts';
import { readFields } from './read-fields.ts';
import { checkCount } from './study-calls.ts';

interface AnnotationsPort {
  readonly log: Pick<StrategyLog, 'write'>;
  /** End of the present bar. Throws a StrategyError while the declarations are read. */
  barEndMs(): number;
}

/** The calls of a strategy that show something of it: `plot`, `mark` and `alert`. A strategy that calls none of them has no work for them. */
export class AnnotationCalls {
  readonly #port: AnnotationsPort;
  /** Names of all lines of the run, and whether each is on the scale of prices: what `take` returns is only the last part. */
  readonly #names = new Map<string, boolean>();
  #fresh: RunAnnotations | null = null;
  #alerts: RunAlert[] = [];
  /** A live run sends its alerts; a backtest only logs them. */
  sendsAlerts = false;

  constructor(port: AnnotationsPort) {
    this.#port = port;
  }

  /** The calls by their global names. */
  globals(): Readonly<Record<string, unknown>> {
    return {
      plot: (...given: readonly unknown[]) => this.#plot(given),
      mark: (...given: readonly unknown[]) => this.#mark(given),
      alert: (...given: readonly unknown[]) => this.#alert(given),
    };
  }

  /** Removes and returns what was drawn and sent since the last call; null = nothing. */
  take(): AnnotationPart | null {
    if (this.#fresh === null && this.#alerts.length === 0) return null;
    const { plots = [], marks = [], droppedMarks = 0 } = this.#fresh?.read() ?? {};
    const part = { plots, marks, droppedMarks, alerts: this.#alerts };
    this.#fresh = null;
    this.#alerts = [];
    return part;
  }

  #plot(given: readonly unknown[]): void {
    checkCount('plot', given, 3, 'name, value, how');
    const [name, value, how] = given;
    if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_PLOT_NAME)
      throw new StrategyError(
        `plot takes a name of 1 to ${MAX_PLOT_NAME} characters and a value: ${shown(name)}`,
      );
    if (typeof value !== 'number')
      throw new StrategyError(`plot takes a number, such as plot('mean', mean.last): ${shown(value)}`);
    const timeMs = this.#port.barEndMs();
    const isOnPrice = isOnPriceBy(how);
    const before = this.#names.get(name);
    if (before === undefined && this.#names.size >= MAX_PLOTS)
      throw new StrategyError(`a strategy plots at most ${MAX_PLOTS} lines: ${shown(name)}`);
    if (before !== undefined && before !== isOnPrice)
      throw new StrategyError(`a line has one scale in all calls of plot: ${shown(name)}`);
    this.#names.set(name, isOnPrice);
    // A study that has too few bars has no value yet: the line begins later.
    if (Number.isFinite(value)) this.#annotations().addPoint(name, timeMs, value, isOnPrice);
  }

  #mark(given: readonly unknown[]): void {
    checkCount('mark', given, 1);
    const [mark] = given;
    const form = "mark takes a text, or { text, price }, such as mark('breakout')";
    const { text, price } =
      typeof mark === 'string' ? { text: mark } : readFields(mark, ['text', 'price'], form);
    this.#annotations().addMark({
      timeMs: this.#port.barEndMs(),
      text: textOf('mark', text),
      price: price === undefined ? null : planReaders.price(price),
    });
  }

  #alert(given: readonly unknown[]): void {
    checkCount('alert', given, 1);
    const text = textOf('alert', given[0]);
    const timeMs = this.#port.barEndMs();
    this.#port.log.write(`Alert: ${text}`);
    if (this.sendsAlerts && this.#alerts.length < MAX_ALERTS_PER_DELIVERY)
      this.#alerts.push({ timeMs, text });
  }

  #annotations(): RunAnnotations {
    return (this.#fresh ??= new RunAnnotations());
  }
}

/** Whether the third value of `plot` puts a line on the scale of prices. */
function isOnPriceBy(how: unknown): boolean {
  if (how === undefined) return false;
  const form = "plot takes { scale: 'price' } for a line in prices of the symbol";
  const { scale } = readFields(how, ['scale'], form);
  if (scale !== undefined && scale !== 'price') throw new StrategyError(`${form}: ${shown(scale)}`);
  return scale === 'price';
}

function textOf(call: string, text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_ANNOTATION_TEXT)
    throw new StrategyError(`${call} takes a text of 1 to ${MAX_ANNOTATION_TEXT} characters: ${shown(text)}`);
  return text;
}
