import { formatInteger } from '../../src/domain/columns/index.ts';
import { formatQuotePrice, formatTime } from '../../src/plugin-api/index.ts';
import { writeData, writeText } from './frame-painter.ts';
import type { Print, Tape } from './tape.ts';

const MARKS = { 'above ask': '▲', 'below bid': '▼', between: '' } as const;

/**
 * The lines of the tape that are on screen. Live it shows the newest lines; held it stays at the line it was at, whatever
 * comes, so that nothing moves under a pointer or an eye. It writes texts and sets heights, and reads no layout.
 */
export class TapeView {
  readonly #tape: Tape;
  /** Lines that had come when it was held; null = live. */
  #heldAt: number | null = null;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  get isHeld(): boolean {
    return this.#heldAt !== null;
  }
  /** Lines that came since it was held. */
  get waiting(): number {
    return this.#heldAt === null ? 0 : this.#tape.total - this.#heldAt;
  }
  /** Lines that can be scrolled through. */
  get length(): number {
    return Math.max(0, this.#end - this.#tape.oldest);
  }
  get #end(): number {
    return this.#heldAt ?? this.#tape.total;
  }

  hold(): void {
    this.#heldAt ??= this.#tape.total;
  }
  release(): void {
    this.#heldAt = null;
  }

  /** The line so many places below the newest shown; undefined below the last, and for what has been dropped meanwhile. */
  lineAt(place: number): Print | undefined {
    return this.#tape.line(this.#end - 1 - place);
  }
}

/** Writes a line into a row of five cells: time, price, its mark against bid and ask, size, exchange. */
export function paintLine(row: HTMLElement, print: Print | undefined): void {
  const [time, price, mark, size, exchange] = row.children;
  if (!time || !price || !mark || !size || !exchange) return;
  writeText(time, print === undefined ? '' : formatTime(print.timeMs, 'HH:mm:ss.SSS'));
  writeText(mark, print === undefined || print.side === null ? '' : MARKS[print.side]);
  writeText(price, print === undefined ? '' : formatQuotePrice(print.price));
  writeText(size, print === undefined ? '' : formatInteger(print.size));
  writeText(exchange, print?.exchange ?? '');
  writeData(row, 'print', print?.side ?? null);
  const missed = print?.missed ?? 0;
  writeData(row, 'missed', missed > 0 ? String(missed) : null);
  const title =
    missed > 0
      ? `${formatInteger(missed)} shares traded before this and are not shown: the connection did not keep up`
      : '';
  if (row.title !== title) row.title = title;
}
