import { useState, type DragEvent } from 'react';

const TAB_DRAG = 'text/x-tapedeck-workspace';

/** Where a dragged tab would go: to one side of another tab. */
interface DropPlace {
  readonly id: number;
  readonly side: 'before' | 'after';
}

function sideAt(event: DragEvent<HTMLElement>): DropPlace['side'] {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'after';
}

/**
 * Dragging of workspace tabs. `place` moves a tab to an index among all tabs. Returns the place to mark, the properties of a tab, and the
 * handler of the list for a drag that leaves it.
 */
export function useTabDrag(ids: readonly number[], place: (id: number, index: number) => void) {
  const [drop, setDrop] = useState<DropPlace | null>(null);
  const clear = () => setDrop(null);

  function onDrop(event: DragEvent<HTMLElement>, target: number) {
    const id = Number(event.dataTransfer.getData(TAB_DRAG));
    const side = sideAt(event);
    clear();
    if (!Number.isInteger(id) || id === target) return;
    event.preventDefault();
    const others = ids.filter((other) => other !== id);
    place(id, others.indexOf(target) + (side === 'after' ? 1 : 0));
  }

  function onDragOver(event: DragEvent<HTMLElement>, id: number) {
    if (!event.dataTransfer.types.includes(TAB_DRAG)) return;
    event.preventDefault();
    const side = sideAt(event);
    if (drop?.id !== id || drop.side !== side) setDrop({ id, side });
  }

  const tabProps = (id: number) => ({
    draggable: true,
    'data-drop': drop?.id === id ? drop.side : undefined,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.setData(TAB_DRAG, String(id));
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragEnd: clear,
    onDragOver: (event: DragEvent<HTMLElement>) => onDragOver(event, id),
    onDrop: (event: DragEvent<HTMLElement>) => onDrop(event, id),
  });
  return { tabProps, onDragLeave: clear };
}
