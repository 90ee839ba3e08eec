import type { OrderLine } from './chart-orders.ts';
import { putAt, type LinePlace } from './line-place.ts';
import styles from './Trading.module.css';

/** A press that moves less is a click, px. */
const MIN_DRAG_PX = 4;

export interface LineActions {
  /** The line was dragged to another price: the replace ticket, or the figures of the group, are to open with it. */
  onMove(line: OrderLine, value: number): void;
  onCancel(line: OrderLine): void;
  onOpen(line: OrderLine): void;
  /** A price as it can be traded. */
  rounded(value: number): number;
  format(value: number): string;
}

export interface OrderLineOptions extends LineActions {
  /** The price at a height of the page; undefined while there is no scale. */
  valueAt(clientY: number): number | undefined;
  /** The line has another price for now. */
  onDragged(): void;
}

/** The line of one order: a label to drag and a cross to cancel. */
export class OrderLineElement {
  readonly #options: OrderLineOptions;
  readonly #root: HTMLElement;
  readonly #grip: HTMLButtonElement;
  readonly #cross: HTMLButtonElement;
  #line: OrderLine;
  /** The price that it is dragged to; null while it is not dragged. */
  #dragged: number | null = null;
  #pointer: { readonly id: number; readonly fromY: number; hasMoved: boolean } | null = null;
  #y = Number.NaN;
  #shiftPx = 0;

  constructor(layer: HTMLElement, line: OrderLine, options: OrderLineOptions) {
    this.#line = line;
    this.#options = options;
    const page = layer.ownerDocument;
    this.#root = page.createElement('div');
    this.#root.className = styles.line ?? '';
    const button = (className: string | undefined): HTMLButtonElement => {
      const element = page.createElement('button');
      element.type = 'button';
      element.className = className ?? '';
      this.#root.append(element);
      return element;
    };
    this.#grip = button(styles.grip);
    this.#cross = button(styles.cross);
    this.#cross.textContent = '×';
    layer.append(this.#root);
    this.#followPointer();
    this.#followKeys();
    this.#cross.addEventListener('pointerdown', (event) => event.stopPropagation());
    this.#cross.addEventListener('click', (event) => {
      event.stopPropagation();
      options.onCancel(this.#line);
    });
    this.#write();
  }

  get line(): OrderLine {
    return this.#line;
  }

  /** The price at which it stands: its own, or the one that it is dragged to. */
  get value(): number {
    return this.#dragged ?? this.#line.value;
  }

  get label(): string {
    return this.#grip.textContent ?? '';
  }

  /** Height, CSS px. */
  get y(): number {
    return this.#y;
  }

  /** How far its label stands to the left of the axis, px. */
  get shiftPx(): number {
    return this.#shiftPx;
  }

  /** True while its label or its cross has the focus. */
  get hasFocus(): boolean {
    return this.#root.contains(this.#root.ownerDocument.activeElement);
  }

  setLine(line: OrderLine): void {
    this.#line = line;
    if (!line.canDrag) this.#dragged = null;
    this.#write();
  }

  /** True when it has moved. */
  placeAt(place: LinePlace | null): boolean {
    const y = putAt(this.#root, place);
    if (y === this.#y) return false;
    this.#y = y;
    return true;
  }

  shiftTo(shiftPx: number): void {
    if (shiftPx === this.#shiftPx) return;
    this.#shiftPx = shiftPx;
    this.#root.style.paddingRight = `${shiftPx}px`;
  }

  /** Ends a drag without moving anything. */
  cancelDrag(): void {
    if (this.#pointer !== null) this.#endDrag(false);
  }

  remove(): void {
    this.#root.remove();
  }

  #write(): void {
    const { label: name, title, isBuy, isSent, canReplace, canCancel, canDrag, figure } = this.#line;
    if (this.#grip.title !== title) this.#grip.title = title;
    const label = this.#dragged === null ? name : `${name} → ${this.#options.format(this.#dragged)}`;
    if (this.#grip.textContent !== label) this.#grip.textContent = label;
    this.#root.dataset['side'] = isBuy ? 'buy' : 'sell';
    this.#root.dataset['sent'] = String(isSent);
    this.#root.dataset['drag'] = String(this.#dragged !== null);
    this.#grip.setAttribute(
      'aria-label',
      canReplace ? `${name}. Enter ${figure === null ? 'replaces' : 'changes'} it.` : name,
    );
    this.#grip.dataset['draggable'] = String(canDrag);
    this.#cross.hidden = !canCancel;
    this.#cross.setAttribute('aria-label', `Cancel ${name}`);
  }

  #open(): void {
    if (this.#line.canReplace) this.#options.onOpen(this.#line);
  }

  #dragTo(clientY: number): void {
    this.#dragged = this.#options.rounded(this.#options.valueAt(clientY) ?? this.#line.value);
    this.#write();
    this.#options.onDragged();
  }

  #endDrag(isMoved: boolean): void {
    const value = this.#dragged;
    this.#pointer = null;
    this.#dragged = null;
    this.#write();
    this.#options.onDragged();
    if (isMoved && value !== null && value !== this.#line.value) this.#options.onMove(this.#line, value);
  }

  #followPointer(): void {
    const grip = this.#grip;
    grip.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      if (event.button !== 0 || !this.#line.canDrag) return;
      this.#pointer = { id: event.pointerId, fromY: event.clientY, hasMoved: false };
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener('pointermove', (event) => {
      const pointer = this.#pointer;
      if (pointer?.id !== event.pointerId) return;
      event.stopPropagation();
      if (!pointer.hasMoved && Math.abs(event.clientY - pointer.fromY) < MIN_DRAG_PX) return;
      pointer.hasMoved = true;
      this.#dragTo(event.clientY);
    });
    grip.addEventListener('pointerup', (event) => {
      if (this.#pointer?.id !== event.pointerId) return;
      event.stopPropagation();
      this.#endDrag(this.#pointer.hasMoved);
    });
    grip.addEventListener('pointercancel', () => this.#endDrag(false));
    grip.addEventListener('click', (event) => {
      event.stopPropagation();
      // A key's click has no pointer behind it; a pointer's opens only by a double click.
      if (event.detail === 0) this.#open();
    });
    grip.addEventListener('dblclick', (event) => {
      event.stopPropagation();
      this.#open();
    });
  }

  #followKeys(): void {
    this.#grip.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#dragged !== null) {
        event.stopPropagation();
        this.#endDrag(false);
      } else if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault();
        if (this.#line.canCancel) this.#options.onCancel(this.#line);
      }
      // Other keys are for this line, not for the chart; those of the whole desk work here, too.
      if (event.key !== 'Tab' && !isKeyOfDesk(event)) event.stopPropagation();
    });
  }
}

/** A key with Ctrl, Alt or Cmd, or a function key. */
const isKeyOfDesk = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey || /^F\d+$/.test(key);
