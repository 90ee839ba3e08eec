import type { ChartPointer, PointerHandler } from './types.ts';

/** Gives pointers to whoever wants them, highest priority first; a handler that took a pointer hears all of it. */
export interface PointerRouter {
  add(handler: PointerHandler): () => void;
  /** Gives the pointer that is taken back: its handler hears of a cancel. */
  cancel(): void;
  /** True while a pointer is taken. */
  isBusy(): boolean;
  dispose(): void;
}

export interface RouterOptions {
  locate(event: PointerEvent | MouseEvent): ChartPointer;
  /** Moves while nobody has the pointer. */
  onHover(pointer: ChartPointer): void;
  onLeave(): void;
}

/** Buttons of the legend and borders of panes answer for themselves. */
function isControl(target: EventTarget | null): boolean {
  // Elements of a popped-out window are of another realm, so their class is no guide.
  return (
    target !== null &&
    'closest' in target &&
    typeof target.closest === 'function' &&
    target.closest('button, input, textarea, [role="separator"]') !== null
  );
}

export function createPointerRouter(
  target: HTMLElement,
  { locate, onHover, onLeave }: RouterOptions,
): PointerRouter {
  const handlers: PointerHandler[] = [];
  let owner: { readonly handler: PointerHandler; readonly pointerId: number; last: ChartPointer } | null =
    null;
  const inOrder = () => handlers.toSorted((one, other) => other.priority - one.priority);

  const onDown = (event: PointerEvent) => {
    if (owner !== null || event.button !== 0 || isControl(event.target)) return;
    const pointer = locate(event);
    for (const handler of inOrder()) {
      if (handler.onDown?.(pointer) !== true) continue;
      owner = { handler, pointerId: event.pointerId, last: pointer };
      target.setPointerCapture(event.pointerId);
      return;
    }
  };
  const onMove = (event: PointerEvent) => {
    const pointer = locate(event);
    if (owner !== null) {
      if (owner.pointerId !== event.pointerId) return;
      owner.last = pointer;
      owner.handler.onDrag?.(pointer);
      // The crosshair stays with the pointer.
      onHover(pointer);
      return;
    }
    onHover(pointer);
    const cursor =
      inOrder().reduce<string | null>(
        (found, handler) => found ?? handler.cursorAt?.(pointer) ?? null,
        null,
      ) ?? 'crosshair';
    if (target.style.cursor !== cursor) target.style.cursor = cursor;
  };
  const end = (pointer: ChartPointer, isCancelled: boolean) => {
    const ended = owner;
    owner = null;
    ended?.handler.onUp?.(pointer, isCancelled);
  };
  const onUp = (event: PointerEvent) => {
    if (owner?.pointerId === event.pointerId) end(locate(event), false);
  };
  const onCancel = (event: PointerEvent) => {
    if (owner?.pointerId === event.pointerId) end(owner.last, true);
  };
  const onOut = () => {
    if (owner === null) onLeave();
  };
  const onDouble = (event: MouseEvent) => {
    if (isControl(event.target)) return;
    const pointer = locate(event);
    inOrder().some((handler) => handler.onDoubleClick?.(pointer) === true);
  };
  const onMenu = (event: MouseEvent) => {
    const pointer = locate(event);
    if (inOrder().some((handler) => handler.onContextMenu?.(pointer) === true)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  target.addEventListener('pointerdown', onDown);
  target.addEventListener('pointermove', onMove);
  target.addEventListener('pointerup', onUp);
  target.addEventListener('pointercancel', onCancel);
  target.addEventListener('pointerleave', onOut);
  target.addEventListener('dblclick', onDouble);
  target.addEventListener('contextmenu', onMenu);
  return {
    add(handler) {
      handlers.push(handler);
      return () => {
        handlers.splice(handlers.indexOf(handler), 1);
      };
    },
    cancel() {
      if (owner !== null) end(owner.last, true);
    },
    isBusy: () => owner !== null,
    dispose() {
      target.removeEventListener('pointerdown', onDown);
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', onUp);
      target.removeEventListener('pointercancel', onCancel);
      target.removeEventListener('pointerleave', onOut);
      target.removeEventListener('dblclick', onDouble);
      target.removeEventListener('contextmenu', onMenu);
    },
  };
}
