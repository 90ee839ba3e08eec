import type { ChartView } from '../screen/types.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { OrderLine, PositionLine } from './chart-orders.ts';
import { labelShifts } from './label-shifts.ts';
import { paintOrderLines } from './paint-order-lines.ts';
import styles from './Trading.module.css';

export interface LineActions {
  /** The line was dragged to another price: the replace ticket is to open. */
  onMove(line: OrderLine, value: number): void;
  onCancel(line: OrderLine): void;
  onOpen(line: OrderLine): void;
  /** A price as it can be traded. */
  rounded(value: number): number;
  format(value: number): string;
}

interface Element {
  line: OrderLine;
  readonly root: HTMLElement;
  readonly grip: HTMLButtonElement;
  readonly cross: HTMLButtonElement;
  dragged: number | null;
  y: number;
  shiftPx: number;
}

/** The lines of orders and position as elements above the chart: written in its frames, without React. */
export interface OrderLineElements {
  show(lines: readonly OrderLine[], position: PositionLine | null): void;
  /** Puts them where their prices are now. */
  place(): void;
  /** Paints them as they stand, for a saved picture. */
  paint(context: CanvasRenderingContext2D): void;
  dispose(): void;
}

/** The empty elements of one line. */
function lineParts(doc: Document): Pick<Element, 'root' | 'grip' | 'cross'> {
  const root = doc.createElement('div');
  root.className = styles.line ?? '';
  const button = (className: string | undefined): HTMLButtonElement => {
    const element = doc.createElement('button');
    element.type = 'button';
    element.className = className ?? '';
    root.append(element);
    return element;
  };
  const grip = button(styles.grip);
  const cross = button(styles.cross);
  cross.textContent = '×';
  return { root, grip, cross };
}

export function createOrderLineElements(view: ChartView, actions: LineActions): OrderLineElements {
  const doc = view.root.ownerDocument;
  const layer = doc.createElement('div');
  layer.className = styles.layer ?? '';
  layer.setAttribute('role', 'group');
  layer.setAttribute('aria-label', 'Orders on the chart');
  view.overlay.append(layer);
  const elements = new Map<string, Element>();
  const held = doc.createElement('div');
  held.className = styles.position ?? '';
  held.hidden = true;
  const heldLabel = doc.createElement('span');
  heldLabel.className = styles.held ?? '';
  held.append(heldLabel);
  layer.append(held);
  let heldY = 0;
  let position: PositionLine | null = null;

  const write = (element: Element): void => {
    const { line, root, grip, cross, dragged } = element;
    const label = dragged === null ? line.label : `${line.label} → ${actions.format(dragged)}`;
    if (grip.textContent !== label) grip.textContent = label;
    root.dataset['side'] = line.isBuy ? 'buy' : 'sell';
    root.dataset['drag'] = String(dragged !== null);
    grip.setAttribute('aria-label', line.canReplace ? `${line.label}. Enter replaces it.` : line.label);
    cross.hidden = !line.canCancel;
    grip.dataset['draggable'] = String(line.canDrag);
    cross.setAttribute('aria-label', `Cancel ${line.label}`);
  };
  const make = (line: OrderLine): Element => {
    const { root, grip, cross } = lineParts(doc);
    layer.append(root);
    const element: Element = { line, root, grip, cross, dragged: null, y: Number.NaN, shiftPx: 0 };
    let pointer: { readonly id: number; readonly fromY: number; hasMoved: boolean } | null = null;
    const valueAt = (clientY: number): number => {
      const top = view.overlay.getBoundingClientRect().top;
      return actions.rounded(view.scaleOf(PRICE_PANE)?.valueAt(clientY - top) ?? element.line.value);
    };
    const open = (): void => {
      if (element.line.canReplace) actions.onOpen(element.line);
    };
    const end = (isMoved: boolean): void => {
      const value = element.dragged;
      pointer = null;
      element.dragged = null;
      write(element);
      place();
      if (isMoved && value !== null && value !== element.line.value) actions.onMove(element.line, value);
    };
    grip.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      if (event.button !== 0 || !element.line.canDrag) return;
      pointer = { id: event.pointerId, fromY: event.clientY, hasMoved: false };
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener('pointermove', (event) => {
      if (pointer?.id !== event.pointerId) return;
      event.stopPropagation();
      // A click is not a drag of a pixel.
      if (!pointer.hasMoved && Math.abs(event.clientY - pointer.fromY) < 4) return;
      pointer.hasMoved = true;
      element.dragged = valueAt(event.clientY);
      write(element);
      place();
    });
    grip.addEventListener('pointerup', (event) => {
      if (pointer?.id === event.pointerId) {
        event.stopPropagation();
        end(pointer.hasMoved);
      }
    });
    grip.addEventListener('pointercancel', () => end(false));
    grip.addEventListener('click', (event) => {
      event.stopPropagation();
      // A key's click has no pointer behind it; a pointer's opens only by a double click.
      if (event.detail === 0) open();
    });
    grip.addEventListener('dblclick', (event) => {
      event.stopPropagation();
      open();
    });
    grip.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && element.dragged !== null) {
        event.stopPropagation();
        end(false);
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault();
        if (element.line.canCancel) actions.onCancel(element.line);
      }
      // The keys of the chart are not meant here.
      if (event.key !== 'Tab') event.stopPropagation();
    });
    cross.addEventListener('pointerdown', (event) => event.stopPropagation());
    cross.addEventListener('click', (event) => {
      event.stopPropagation();
      actions.onCancel(element.line);
    });
    return element;
  };

  /** Height of a value, kept inside of the pane: what is beyond the visible prices stays at the edge, faint, so that no order is forgotten. */
  function heightOf(value: number): { readonly y: number; readonly isOut: boolean } | null {
    const scale = view.scaleOf(PRICE_PANE);
    const pane = view.geometry().panes.find(({ id }) => id === PRICE_PANE);
    if (scale === undefined || pane === undefined || view.model.bars.length === 0) return null;
    const y = scale.y(value);
    return {
      y: Math.round(Math.min(pane.top + pane.height - 2, Math.max(pane.top + 2, y))),
      isOut: y < pane.top || y > pane.top + pane.height,
    };
  }

  function put(root: HTMLElement, value: number): number {
    const { y, isOut } = heightOf(value) ?? { y: 0, isOut: true };
    // Not by a transform: that would put a line above the labels of the lines before it.
    if (root.style.top !== `${y}px`) root.style.top = `${y}px`;
    if (root.dataset['out'] !== String(isOut)) root.dataset['out'] = String(isOut);
    return y;
  }

  function place(): void {
    const isEmpty = (elements.size === 0 && position === null) || view.model.bars.length === 0;
    if (layer.hidden !== isEmpty) layer.hidden = isEmpty;
    if (isEmpty) return;
    const width = `${view.geometry().plotWidth}px`;
    if (layer.style.width !== width) layer.style.width = width;
    let hasMoved = false;
    for (const element of elements.values()) {
      const y = put(element.root, element.dragged ?? element.line.value);
      if (y === element.y) continue;
      element.y = y;
      hasMoved = true;
    }
    if (position !== null) {
      const y = put(held, position.value);
      hasMoved ||= y !== heldY;
      heldY = y;
    }
    if (hasMoved) spread();
  }

  /** Labels of prices that lie close together stand beside one another, the position's at the right. */
  function spread(): void {
    const all = [...elements.values()];
    const labels = all.map(({ y, grip }) => ({ y, text: grip.textContent ?? '' }));
    const shifts = labelShifts(
      position === null ? labels : [{ y: heldY, text: position.label, isFirst: true }, ...labels],
    );
    const offset = position === null ? 0 : 1;
    all.forEach((element, n) => {
      const shiftPx = shifts[n + offset] ?? 0;
      if (shiftPx === element.shiftPx) return;
      element.shiftPx = shiftPx;
      element.root.style.paddingRight = `${shiftPx}px`;
    });
  }

  return {
    show(lines, nextPosition) {
      const wanted = new Map(lines.map((line) => [line.key, line]));
      for (const [key, element] of elements) {
        if (wanted.has(key)) continue;
        element.root.remove();
        elements.delete(key);
      }
      for (const line of lines) {
        const element = elements.get(line.key) ?? make(line);
        element.line = line;
        if (!line.canDrag) element.dragged = null;
        elements.set(line.key, element);
        write(element);
      }
      position = nextPosition;
      if (held.hidden !== (position === null)) held.hidden = position === null;
      if (position !== null) {
        if (held.dataset['tone'] !== position.tone) held.dataset['tone'] = position.tone;
        if (heldLabel.textContent !== position.label) heldLabel.textContent = position.label;
      }
      place();
      spread();
    },
    place,
    paint(context) {
      if (layer.hidden) return;
      const theme = view.theme();
      const lines = [...elements.values()].map(({ line, dragged, grip, shiftPx }) => ({
        ...heightOf(dragged ?? line.value),
        text: grip.textContent ?? '',
        color: line.isBuy ? theme.buy : theme.sell,
        shiftPx,
      }));
      const toneColor =
        position?.tone === 'up' ? theme.up : position?.tone === 'down' ? theme.down : theme.textMuted;
      paintOrderLines(
        context,
        theme,
        view.geometry().plotWidth,
        lines,
        position === null ? null : { ...heightOf(position.value), text: position.label, color: toneColor },
      );
    },
    dispose: () => layer.remove(),
  };
}
