import * as v from 'valibot';
import { fromE4 } from '../../../domain/money/price.ts';
import type { EquityFigures, EquityPoint } from '../../../domain/returns/index.ts';
import { MAX_LOG_LINES, type LogPart } from '../../../domain/strategy/log.ts';
import type { Annotations } from '../../../domain/strategy/annotations.ts';
import { equityBody, logLineBody } from '../../../protocol/index.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';

export type WireEquity = v.InferOutput<typeof equityBody>;
export type WireLogLine = v.InferOutput<typeof logLineBody>;

const TEXT_CHARACTERS = 600;

/** Lines of a log, and the number of the first one in the whole log. */
export interface LogPage {
  readonly from: number;
  readonly lines: readonly WireLogLine[];
  /** Lines of the whole log, dropped ones included. */
  readonly total: number;
}

const storedTimeMs = v.number();
/** What the code has drawn, beside the lines of its log; absent in reports of releases without it. */
const storedAnnotations = v.object({
  plots: v.array(
    v.object({
      name: v.string(),
      /** Absent in reports of releases without it, and for lines with a scale of their own. */
      isOnPrice: v.optional(v.literal(true)),
      points: v.array(v.object({ timeMs: storedTimeMs, value: v.number() })),
    }),
  ),
  marks: v.array(v.object({ timeMs: storedTimeMs, text: v.string(), price: v.nullable(v.number()) })),
  droppedMarks: v.number(),
});
const storedDrawing = v.object({ annotations: v.optional(storedAnnotations) });

const storedLog = v.object({ dropped: v.number(), lines: v.array(logLineBody) });

const gapLine = (dropped: number, timeMs: number): WireLogLine => ({
  Time: Math.round(timeMs),
  Text: `… ${dropped.toLocaleString('en-US')} ${dropped === 1 ? 'line was' : 'lines were'} dropped here`,
});

/** The last lines that a run has logged, and how many came before them. */
export class RunLog {
  #lines: WireLogLine[];
  #dropped: number;

  constructor(stored?: StoredReport) {
    const read = stored && parse(storedLog, stored.log);
    this.#lines = read?.lines ?? [];
    this.#dropped = read?.dropped ?? 0;
  }

  add({ lines, dropped }: LogPart): void {
    // What the strategy itself has dropped came before these lines, and after the earlier ones.
    if (this.#lines.length === 0) this.#dropped += dropped;
    else if (dropped > 0) this.#lines.push(gapLine(dropped, lines[0]?.timeMs ?? 0));
    for (const { timeMs, text } of lines)
      this.#lines.push({ Time: Math.round(timeMs), Text: text.slice(0, TEXT_CHARACTERS) });
    const over = this.#lines.length - MAX_LOG_LINES;
    if (over <= 0) return;
    this.#lines = this.#lines.slice(over);
    this.#dropped += over;
  }

  page(from: number, limit: number): LogPage {
    const start = Math.max(from, this.#dropped);
    const at = start - this.#dropped;
    return {
      from: start,
      lines: this.#lines.slice(at, at + limit),
      total: this.#dropped + this.#lines.length,
    };
  }

  /** As it is stored, with what the code has drawn; null = nothing. */
  toJson(annotations: Annotations | null): string {
    return JSON.stringify({
      dropped: this.#dropped,
      lines: this.#lines,
      ...(annotations !== null && { annotations }),
    });
  }
}

/** An equity curve as it is sent: dollars. */
export const wireEquity = (figures: EquityFigures, points: readonly EquityPoint[]): WireEquity => ({
  End: fromE4(figures.endE4),
  Peak: fromE4(figures.peakE4),
  Trough: fromE4(figures.troughE4),
  MaxDrawdown: fromE4(figures.drawdownE4),
  Times: points.map(({ timeMs }) => timeMs),
  Values: points.map(({ valueE4 }) => fromE4(valueE4)),
});

/** The stored curve; null when there is none, or none that can be read. */
export const storedEquity = ({ equity }: StoredReport): WireEquity | null =>
  equity === null ? null : (parse(equityBody, equity) ?? null);

/** What a stored report has of the code's drawing; null when it has drawn nothing. */
export const drawnIn = (stored: StoredReport): Annotations | null =>
  parse(storedDrawing, stored.log)?.annotations ?? null;

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
