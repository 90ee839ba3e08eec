import type { ChartView } from '../view/types.ts';
import { PRICE_PANE } from '../view/geometry.ts';
import type { OrderLine, PositionLine } from './chart-orders.ts';
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

interface Element { line: OrderLine; readonly root: HTMLElement; readonly grip: HTMLButtonElement; readonly cross: HTMLButtonElement; dragged: number | null }

/** The lines of orders and position as elements above the chart: written in its frames, without React. */
export interface OrderLineElements {
  show(lines: readonly OrderLine[], position: PositionLine | null): void;
  /** Puts them where their prices are now. */
  place(): void;
  dispose(): void;
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
  layer.append(held);
  let position: PositionLine | null = null;

  const write = (element: Element): void => {
    const { line, root, grip, cross, dragged } = element;
    const label = dragged === null ? line.label : `${line.label} → ${actions.format(dragged)}`;
    if (grip.textContent !== label) grip.textContent = label;
    root.dataset['side'] = line.isBuy ? 'buy' : 'sell';
    root.dataset['drag'] = String(dragged !== null);
    grip.setAttribute('aria-label', `${line.label}. Enter replaces it.`);
    grip.dataset['draggable'] = String(line.canDrag);
    cross.setAttribute('aria-label', `Cancel ${line.label}`);
  };
  const make = (line: OrderLine): Element => {
    const root = doc.createElement('div');
    root.className = styles.line ?? '';
    const grip = doc.createElement('button');
    grip.type = 'button';
    grip.className = styles.grip ?? '';
    const cross = doc.createElement('button');
    cross.type = 'button';
    cross.className = styles.cross ?? '';
    cross.textContent = '×';
    root.append(grip, cross);
    layer.append(root);
    const element: Element = { line, root, grip, cross, dragged: null };
    let pointer: { readonly id: number; readonly fromY: number; hasMoved: boolean } | null = null;
    const valueAt = (clientY: number): number => {
      const top = view.overlay.getBoundingClientRect().top;
      return actions.rounded(view.scaleOf(PRICE_PANE)?.valueAt(clientY - top) ?? element.line.value);
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
    grip.addEventListener('pointerup', (event) => { if (pointer?.id === event.pointerId) { event.stopPropagation(); end(pointer.hasMoved); } });
    grip.addEventListener('pointercancel', () => end(false));
    grip.addEventListener('click', (event) => {
      event.stopPropagation();
      // A key's click has no pointer behind it; a pointer's opens only by a double click.
      if (event.detail === 0) actions.onOpen(element.line);
    });
    grip.addEventListener('dblclick', (event) => { event.stopPropagation(); actions.onOpen(element.line); });
    grip.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && element.dragged !== null) { event.stopPropagation(); end(false); }
      else if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); actions.onCancel(element.line); }
      // The keys of the chart are not meant here.
      if (event.key !== 'Tab') event.stopPropagation();
    });
    cross.addEventListener('pointerdown', (event) => event.stopPropagation());
    cross.addEventListener('click', (event) => { event.stopPropagation(); actions.onCancel(element.line); });
    return element;
  };

  function place(): void {
    const scale = view.scaleOf(PRICE_PANE);
    const { panes, plotWidth } = view.geometry();
    const pane = panes.find(({ id }) => id === PRICE_PANE);
    if (scale === undefined || pane === undefined || view.model.bars.length === 0) { layer.hidden = true; return; }
    layer.hidden = false;
    layer.style.width = `${plotWidth}px`;
    const put = (root: HTMLElement, value: number): void => {
      const y = scale.y(value);
      const isOut = y < pane.top || y > pane.top + pane.height;
      // Beyond what is visible it stays at the edge, faint, so that no order is forgotten.
      root.style.transform = `translateY(${Math.round(Math.min(pane.top + pane.height - 2, Math.max(pane.top + 2, y)))}px)`;
      root.dataset['out'] = String(isOut);
    };
    for (const { root, line, dragged } of elements.values()) put(root, dragged ?? line.value);
    if (position !== null) put(held, position.value);
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
      held.hidden = position === null;
      if (position !== null) {
        held.dataset['tone'] = position.tone;
        if (held.textContent !== position.label) held.textContent = position.label;
      }
      place();
    },
    place,
    dispose: () => layer.remove(),
  };
}
