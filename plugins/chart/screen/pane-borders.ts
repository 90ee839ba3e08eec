import styles from '../Chart.module.css';
import { PRICE_PANE, PROFIT_PANE } from '../model/panes.ts';
import { MIN_PANE_PX, paneOf, type Geometry } from '../view/geometry.ts';

const KEY_STEP_PX = 10;
const KEY_DIRECTIONS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** The borders above the lower panes: dragged with the pointer, moved with the arrow keys. */
export class PaneBorders {
  readonly #host: HTMLElement;
  readonly #titleOf: (id: string) => string;
  readonly #onResize: (id: string, height: number) => void;
  readonly #borders = new Map<string, HTMLElement>();
  #geometry: Geometry | null = null;

  /** `titleOf` returns the title of a study's pane. */
  constructor(
    host: HTMLElement,
    titleOf: (id: string) => string,
    onResize: (id: string, height: number) => void,
  ) {
    this.#host = host;
    this.#titleOf = titleOf;
    this.#onResize = onResize;
  }

  /** Puts the borders where the panes are now. */
  place(geometry: Geometry): void {
    this.#geometry = geometry;
    const lower = geometry.panes.filter(({ id }) => id !== PRICE_PANE);
    for (const [id, border] of this.#borders)
      if (!lower.some((pane) => pane.id === id)) {
        border.remove();
        this.#borders.delete(id);
      }
    for (const { id, top, height } of lower) {
      const border = this.#borders.get(id) ?? this.#create(id);
      this.#borders.set(id, border);
      border.style.top = `${top - 3}px`;
      border.setAttribute('aria-valuenow', String(Math.round(height)));
      border.setAttribute('aria-valuemax', String(Math.round(this.#maxHeight(id))));
    }
  }

  dispose(): void {
    for (const border of this.#borders.values()) border.remove();
    this.#borders.clear();
  }

  #heightOf(id: string): number {
    return this.#geometry === null ? 0 : (paneOf(this.#geometry, id)?.height ?? 0);
  }

  /** A pane can take what the prices do not need. */
  #maxHeight(id: string): number {
    if (this.#geometry === null) return MIN_PANE_PX;
    return this.#heightOf(id) + Math.max(0, this.#heightOf(PRICE_PANE) - MIN_PANE_PX);
  }

  #resize(id: string, height: number): void {
    this.#onResize(id, Math.round(Math.min(this.#maxHeight(id), Math.max(MIN_PANE_PX, height))));
  }

  #create(id: string): HTMLElement {
    const border = this.#host.ownerDocument.createElement('div');
    border.className = styles.border ?? '';
    border.tabIndex = 0;
    const title = id === PROFIT_PANE ? 'P&L' : this.#titleOf(id);
    const attributes = {
      role: 'separator',
      'aria-orientation': 'horizontal',
      'aria-label': `Height of ${title}`,
      'aria-valuemin': String(MIN_PANE_PX),
    };
    for (const [name, value] of Object.entries(attributes)) border.setAttribute(name, value);
    this.#followPointer(border, id);
    border.addEventListener('keydown', (event) => {
      const direction = KEY_DIRECTIONS[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#resize(id, this.#heightOf(id) + direction * KEY_STEP_PX);
    });
    this.#host.append(border);
    return border;
  }

  #followPointer(border: HTMLElement, id: string): void {
    let from: { readonly y: number; readonly height: number } | null = null;
    border.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      from = { y: event.clientY, height: this.#heightOf(id) };
      border.setPointerCapture(event.pointerId);
    });
    border.addEventListener('pointermove', (event) => {
      event.stopPropagation();
      if (from !== null) this.#resize(id, from.height + from.y - event.clientY);
    });
    const end = () => {
      from = null;
    };
    border.addEventListener('pointerup', end);
    border.addEventListener('pointercancel', end);
  }
}
