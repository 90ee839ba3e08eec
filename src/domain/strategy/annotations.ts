import { PlotLine } from './plot-line.ts';
import type { PlotPoint } from './plot-line.ts';

/** Lines that a run may draw. */
export const MAX_PLOTS = 8;
/** Characters of the name of a line. */
export const MAX_PLOT_NAME = 40;
/** Marks of a run that are kept: the newest ones. */
export const MAX_MARKS = 200;
/** Characters of the text of a mark, and of an alert. */
export const MAX_ANNOTATION_TEXT = 120;
/** Alerts of one delivery of a live run that are kept; the server sends fewer. */
export const MAX_ALERTS_PER_DELIVERY = 20;

/** A line that a strategy draws with `plot`. */
export interface Plot {
  readonly name: string;
  /** The author has declared that its values are prices of the symbol; absent = they have a scale of their own. */
  readonly isOnPrice?: true | undefined;
  /** Ascending in time. */
  readonly points: readonly PlotPoint[];
}

/** A mark that a strategy sets with `mark`. */
export interface RunMark {
  /** End of the bar, UTC ms. */
  readonly timeMs: number;
  readonly text: string;
  /** Dollars; null = the mark has none. */
  readonly price: number | null;
}

/** A text that a strategy sends with `alert`. */
export interface RunAlert {
  /** End of the bar, UTC ms. */
  readonly timeMs: number;
  readonly text: string;
}

/** What a strategy has drawn: all of it, or what is new since the last part. */
export interface Annotations {
  /** In the order of their first points. */
  readonly plots: readonly Plot[];
  readonly marks: readonly RunMark[];
  /** Earlier marks that were dropped. */
  readonly droppedMarks: number;
}

/** What a strategy has drawn, and of a live run the alerts that it sends. */
export interface AnnotationPart extends Annotations {
  readonly alerts: readonly RunAlert[];
}

/** The plots and marks of a run, in bounded memory. */
export class RunAnnotations {
  readonly #lines = new Map<string, { readonly line: PlotLine; readonly isOnPrice: boolean }>();
  #marks: RunMark[] = [];
  #dropped = 0;

  /** Adds a part that follows the earlier ones in time. Lines beyond the maximum are dropped. */
  add({ plots, marks, droppedMarks }: Annotations): void {
    for (const { name, points, isOnPrice = false } of plots)
      for (const { timeMs, value } of points) this.addPoint(name, timeMs, value, isOnPrice);
    this.#dropped += droppedMarks;
    for (const mark of marks) this.addMark(mark);
  }

  /** False when there are too many lines for another one. The first point decides whether the line is on the scale of prices. */
  addPoint(name: string, timeMs: number, value: number, isOnPrice = false): boolean {
    let plot = this.#lines.get(name);
    if (plot === undefined) {
      if (this.#lines.size >= MAX_PLOTS) return false;
      plot = { line: new PlotLine(), isOnPrice };
      this.#lines.set(name, plot);
    }
    plot.line.add(timeMs, value);
    return true;
  }

  addMark(mark: RunMark): void {
    this.#marks.push(mark);
    // Cut rarely: each cut copies the list.
    if (this.#marks.length >= 2 * MAX_MARKS) this.#cut();
  }

  /** All of it. */
  read(): Annotations {
    this.#cut();
    return {
      plots: [...this.#lines].map(([name, { line, isOnPrice }]) => ({
        name,
        ...(isOnPrice && { isOnPrice }),
        points: line.points(),
      })),
      marks: [...this.#marks],
      droppedMarks: this.#dropped,
    };
  }

  #cut(): void {
    const over = this.#marks.length - MAX_MARKS;
    if (over <= 0) return;
    this.#marks = this.#marks.slice(over);
    this.#dropped += over;
  }
}
