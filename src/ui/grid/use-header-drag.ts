import { useRef, useState, type DragEvent } from 'react';

/** Where a dragged header would be dropped. */
interface DropPlace {
  readonly columnId: string;
  readonly side: 'before' | 'after';
}

/** Drag handlers of one header cell. */
export interface HeaderDragEvents {
  onDragStart(event: DragEvent<HTMLElement>): void;
  onDragOver(event: DragEvent<HTMLElement>): void;
  onDragLeave(): void;
  onDragEnd(): void;
  onDrop(event: DragEvent<HTMLElement>): void;
}

/** Dragging headers to move their columns. */
export interface HeaderDrag {
  /** The side of a header at which a dragged one would be dropped now. */
  sideOf(columnId: string): DropPlace['side'] | undefined;
  /** Handlers of one header. */
  eventsOf(columnId: string): HeaderDragEvents;
}

const sideAt = (event: DragEvent<HTMLElement>): DropPlace['side'] => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return event.clientX < left + width / 2 ? 'before' : 'after';
};

/** `columnIds` in the order on screen; `onMove` gets null to move a column behind all others. */
export function useHeaderDrag(
  columnIds: readonly string[],
  onMove: (columnId: string, beforeId: string | null) => void,
): HeaderDrag {
  const dragged = useRef<string | null>(null);
  const [drop, setDrop] = useState<DropPlace | null>(null);
  const end = () => {
    dragged.current = null;
    setDrop(null);
  };
  return {
    sideOf: (columnId) => (drop?.columnId === columnId ? drop.side : undefined),
    eventsOf: (columnId) => ({
      onDragStart({ dataTransfer }) {
        dragged.current = columnId;
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/x-tapedeck-column', columnId);
      },
      onDragOver(event) {
        if (dragged.current === null) return;
        event.preventDefault();
        const side = sideAt(event);
        if (drop?.columnId !== columnId || drop.side !== side) setDrop({ columnId, side });
      },
      onDragLeave: () => setDrop(null),
      onDragEnd: end,
      onDrop(event) {
        event.preventDefault();
        const index = columnIds.indexOf(columnId);
        const beforeId = columnIds[sideAt(event) === 'before' ? index : index + 1] ?? null;
        if (dragged.current !== null) onMove(dragged.current, beforeId);
        end();
      },
    }),
  };
}
