import { PRICE_PANE } from '../model/panes.ts';
import type { ChartView } from '../screen/types.ts';
import type { OrderLine, PositionLine } from './chart-orders.ts';
import { labelShifts } from './label-shifts.ts';
import type { LinePlace } from './line-place.ts';
import { OrderLineElement, type LineActions } from './order-line-element.ts';
import { paintOrderLines } from './paint-order-lines.ts';
import { PositionElement } from './position-element.ts';
import styles from './Trading.module.css';

/** A line at a visible price ends this far from the edge of the pane, px. */
const EDGE_PX = 2;
/** That of a price out of sight stands so far inside, px: half a label and its outline, so that the label is whole. */
const OUT_INSET_PX = 11;

/** The lines of orders and position as elements above the chart: written in its frames, without React. */
export class OrderLineElements {
  readonly #view: ChartView;
  readonly #actions: LineActions;
  readonly #layer: HTMLElement;
  readonly #lines = new Map<string, OrderLineElement>();
  readonly #position: PositionElement;

  constructor(view: ChartView, actions: LineActions) {
    this.#view = view;
    this.#actions = actions;
    const page = view.root.ownerDocument;
    this.#layer = page.createElement('div');
    this.#layer.className = styles.layer ?? '';
    this.#layer.setAttribute('role', 'group');
    this.#layer.setAttribute('aria-label', 'Orders on the chart');
    view.overlay.append(this.#layer);
    this.#position = new PositionElement(this.#layer);
  }

  show(lines: readonly OrderLine[], position: PositionLine | null): void {
    const keys = new Set(lines.map(({ key }) => key));
    for (const [key, element] of this.#lines) {
      if (keys.has(key)) continue;
      const hadFocus = element.hasFocus;
      element.remove();
      this.#lines.delete(key);
      // The keys of the chart still work after an order was cancelled here.
      if (hadFocus) this.#layer.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    }
    for (const line of lines) {
      const known = this.#lines.get(line.key);
      if (known === undefined) this.#lines.set(line.key, this.#create(line));
      else known.setLine(line);
    }
    this.#position.show(position);
    this.place();
    this.#spread();
  }

  /** Ends a drag without moving anything. */
  cancelDrag(): void {
    for (const element of this.#lines.values()) element.cancelDrag();
  }

  /** Puts them where their prices are now. */
  place(): void {
    const isEmpty =
      (this.#lines.size === 0 && this.#position.line === null) || this.#view.model.bars.length === 0;
    if (this.#layer.hidden !== isEmpty) this.#layer.hidden = isEmpty;
    if (isEmpty) return;
    const width = `${this.#view.geometry().plotWidth}px`;
    if (this.#layer.style.width !== width) this.#layer.style.width = width;
    let hasMoved = false;
    for (const element of this.#lines.values())
      if (element.placeAt(this.#placeOf(element.value))) hasMoved = true;
    const { line } = this.#position;
    if (line !== null && this.#position.placeAt(this.#placeOf(line.value))) hasMoved = true;
    if (hasMoved) this.#spread();
  }

  /** Paints them as they stand, for a saved picture. */
  paint(context: CanvasRenderingContext2D): void {
    if (this.#layer.hidden) return;
    const theme = this.#view.theme();
    const lines = [...this.#lines.values()].map((element) => ({
      ...this.#placeOf(element.value),
      text: element.label,
      color: element.line.isBuy ? theme.buy : theme.sell,
      shiftPx: element.shiftPx,
      isSent: element.line.isSent,
    }));
    const { line } = this.#position;
    const color = line?.tone === 'up' ? theme.up : line?.tone === 'down' ? theme.down : theme.textMuted;
    const position = line === null ? null : { ...this.#placeOf(line.value), text: line.label, color };
    paintOrderLines(context, theme, this.#view.geometry().plotWidth, lines, position);
  }

  dispose(): void {
    this.#layer.remove();
  }

  #create(line: OrderLine): OrderLineElement {
    return new OrderLineElement(this.#layer, line, {
      ...this.#actions,
      valueAt: (clientY) => this.#valueAt(clientY),
      onDragged: () => this.place(),
    });
  }

  #valueAt(clientY: number): number | undefined {
    const { top } = this.#view.overlay.getBoundingClientRect();
    return this.#view.scaleOf(PRICE_PANE)?.valueAt(clientY - top);
  }

  /** Height of a value, kept inside of the pane: what is beyond the visible prices stays at the edge, faint, so that no order is forgotten. */
  #placeOf(value: number): LinePlace | null {
    const scale = this.#view.scaleOf(PRICE_PANE);
    const pane = this.#view.geometry().panes.find(({ id }) => id === PRICE_PANE);
    if (scale === undefined || pane === undefined || this.#view.model.bars.length === 0) return null;
    const y = Number.isFinite(value) ? scale.y(value) : pane.top - 1;
    const bottom = pane.top + pane.height;
    const isOut = y < pane.top || y > bottom;
    const insetPx = isOut ? OUT_INSET_PX : EDGE_PX;
    return { y: Math.round(Math.min(bottom - insetPx, Math.max(pane.top + insetPx, y))), isOut };
  }

  /** Labels of prices that lie close together stand beside one another, the position's at the right. */
  #spread(): void {
    const lines = [...this.#lines.values()];
    const labels = lines.map(({ y, label }) => ({ y, text: label }));
    const { line, y } = this.#position;
    const shifts = labelShifts(line === null ? labels : [{ y, text: line.label, isFirst: true }, ...labels]);
    const offset = line === null ? 0 : 1;
    lines.forEach((element, n) => element.shiftTo(shifts[n + offset] ?? 0));
  }
}
