import { formatInteger } from '../../src/domain/columns/index.ts';
import {
  formatQuotePrice,
  formatTime,
  writeData,
  writeText,
  type SettingValues,
} from '../../src/plugin-api/index.ts';
import type { marketMakerSettings } from './settings.ts';
import type { Print, Tape } from './tape.ts';

const MARKS = { 'above ask': '▲', 'below bid': '▼', between: '' } as const;

/**
 * The lines of the tape that are on screen. Live it shows the newest lines; held it stays at its line while new ones
 * come, so that nothing moves under the pointer or while the trader reads.
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

type LineTexts = readonly [time: string, price: string, mark: string, size: string, exchange: string];
const EMPTY_LINE: LineTexts = ['', '', '', '', ''];

/** How the user wants the lines of the tape. */
export type TapeForm = SettingValues<(typeof marketMakerSettings)['fields']>;

function textsOf(print: Print, { hasMilliseconds }: TapeForm): LineTexts {
  return [
    formatTime(print.timeMs, hasMilliseconds ? 'HH:mm:ss.SSS' : 'HH:mm:ss'),
    formatQuotePrice(print.price),
    print.side === null ? '' : MARKS[print.side],
    formatInteger(print.size),
    print.exchange,
  ];
}

/** Writes a line into a row of five cells: time, price, its mark against bid and ask, size, exchange. */
export function paintLine(row: HTMLElement, print: Print | undefined, form: TapeForm): void {
  const texts = print === undefined ? EMPTY_LINE : textsOf(print, form);
  for (let cell = 0; cell < row.children.length; cell++) {
    const element = row.children[cell];
    if (element !== undefined) writeText(element, texts[cell] ?? '');
  }
  writeData(row, 'print', print?.side ?? null);
  const isLarge = print !== undefined && form.largeTrade > 0 && print.size >= form.largeTrade;
  writeData(row, 'large', isLarge ? '' : null);
  const missed = print?.missed ?? 0;
  writeData(row, 'missed', missed > 0 ? String(missed) : null);
  const title =
    missed > 0
      ? `${formatInteger(missed)} shares traded before this and are not shown: the connection did not keep up`
      : '';
  if (row.title !== title) row.title = title;
}
