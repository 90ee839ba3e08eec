import type { PositionLine } from './chart-orders.ts';
import { putAt, type LinePlace } from './line-place.ts';
import styles from './Trading.module.css';

/** The line at the average price of the position, with its open profit. */
export class PositionElement {
  readonly #root: HTMLElement;
  readonly #label: HTMLElement;
  #line: PositionLine | null = null;
  #y = 0;

  constructor(layer: HTMLElement) {
    const page = layer.ownerDocument;
    this.#root = page.createElement('div');
    this.#root.className = styles.position ?? '';
    this.#root.hidden = true;
    this.#label = page.createElement('span');
    this.#label.className = styles.held ?? '';
    this.#root.append(this.#label);
    layer.append(this.#root);
  }

  /** Null while there is no position. */
  get line(): PositionLine | null {
    return this.#line;
  }

  /** Height, CSS px. */
  get y(): number {
    return this.#y;
  }

  show(line: PositionLine | null): void {
    this.#line = line;
    if (this.#root.hidden !== (line === null)) this.#root.hidden = line === null;
    if (line === null) return;
    if (this.#root.dataset['tone'] !== line.tone) this.#root.dataset['tone'] = line.tone;
    if (this.#label.textContent !== line.label) this.#label.textContent = line.label;
  }

  /** True when it has moved. */
  placeAt(place: LinePlace | null): boolean {
    const y = putAt(this.#root, place);
    const hasMoved = y !== this.#y;
    this.#y = y;
    return hasMoved;
  }
}
