import type { AlertMark } from './alert-marks.ts';
import styles from './Alerts.module.css';
import { BELL_BOX_PX, BELL_PATH, BELL_PX, SLASH_PATH } from './paint-alerts.ts';

/** Position of an alert in a frame, CSS px. */
export interface AlertPlace {
  /** Height of the line; null = out of sight. */
  readonly y: number | null;
  /** Upper edge of the tag. */
  readonly top: number;
  readonly plotWidth: number;
  readonly axisWidth: number;
  /** The price has no room on the axis. */
  readonly isCovered: boolean;
}

/** The line and the tag of one alert. */
export class AlertElement {
  readonly #line: HTMLElement;
  readonly #tag: HTMLElement;
  readonly #price: HTMLElement;
  #mark: AlertMark;
  #isCovered = false;
  #y: number | null = null;
  /** The last written position, as text. */
  #placed = '';

  constructor(layer: HTMLElement, mark: AlertMark) {
    const page = layer.ownerDocument;
    this.#mark = mark;
    this.#line = page.createElement('div');
    this.#line.className = styles.line ?? '';
    this.#tag = page.createElement('div');
    this.#tag.className = styles.tag ?? '';
    this.#tag.setAttribute('role', 'img');
    this.#price = page.createElement('span');
    this.#price.className = styles.price ?? '';
    this.#tag.append(bell(page), this.#price);
    layer.append(this.#line, this.#tag);
    this.setMark(mark);
  }

  get mark(): AlertMark {
    return this.#mark;
  }

  /** True when its price had no room on the axis. */
  get isCovered(): boolean {
    return this.#isCovered;
  }

  /** Height of the line, CSS px; null while it is out of sight. */
  get y(): number | null {
    return this.#y;
  }

  setMark(mark: AlertMark): void {
    this.#mark = mark;
    for (const part of [this.#line, this.#tag]) part.dataset['paused'] = String(mark.isPaused);
    this.#tag.setAttribute('aria-label', mark.label);
    this.#price.textContent = mark.price;
  }

  /** Writes only what has changed. */
  place({ y, top, plotWidth, axisWidth, isCovered }: AlertPlace): void {
    this.#y = y;
    this.#isCovered = isCovered;
    const next = y === null ? 'out' : `${y} ${top} ${plotWidth} ${axisWidth} ${isCovered}`;
    if (next === this.#placed) return;
    this.#placed = next;
    this.#line.hidden = this.#tag.hidden = y === null;
    if (y === null) return;
    this.#line.style.width = `${plotWidth}px`;
    this.#line.style.transform = `translateY(${y}px)`;
    this.#tag.dataset['covered'] = String(isCovered);
    this.#tag.style.minWidth = `${axisWidth + BELL_BOX_PX}px`;
    this.#tag.style.transform = `translateY(${top}px)`;
  }

  remove(): void {
    this.#line.remove();
    this.#tag.remove();
  }
}

function bell(page: Document): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = page.createElementNS(space, 'svg');
  const size = String(BELL_PX);
  const attributes = { viewBox: `0 0 ${size} ${size}`, width: size, height: size, 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  for (const path of [BELL_PATH, SLASH_PATH]) {
    const shape = page.createElementNS(space, 'path');
    shape.setAttribute('d', path);
    svg.append(shape);
  }
  return svg;
}
