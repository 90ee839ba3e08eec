import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useId, useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { ColumnChoice } from '../../plugin-api/column-types.ts';
import { IconButton } from '../../ui/index.ts';
import styles from './Columns.module.css';
import { movedTo, toggled } from './column-choice.ts';

const DRAG = 'text/x-tapedeck-chosen-column';

/** `chosen` are ids of `columns`, in the order of the grid. */
export interface ColumnOrderProps {
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The chosen columns in their order: dragged, or moved by Alt with the arrow keys. */
export function ColumnOrder(props: ColumnOrderProps) {
  const listId = useId();
  const order = useColumnOrder(props);
  const { chosen, labels, activeIndex, announcement } = order;
  return (
    <div className={styles.pane}>
      <div className={styles.orderHead}>
        <span id={`${listId}-label`}>Shown, left to right</span>
        <OrderButtons order={order} />
      </div>
      <ul
        ref={order.list}
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${listId}-label`}
        aria-activedescendant={activeIndex < 0 ? undefined : `${listId}-${activeIndex}`}
        className={styles.order}
        onKeyDown={order.onKeyDown}
        onDragLeave={order.drag.clear}
      >
        {chosen.map((id, index) => (
          <li
            key={id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={styles.item}
            onClick={() => order.activate(id)}
            {...order.drag.itemProps(id, index)}
          >
            {labels.get(id) ?? id}
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </div>
  );
}

function OrderButtons({ order }: { readonly order: ReturnType<typeof useColumnOrder> }) {
  const { chosen, activeIndex: at, move, remove } = order;
  const button = (
    label: string,
    hint: string,
    isDisabled: boolean,
    run: (id: string) => void,
    icon: ReactNode,
  ) => (
    <IconButton
      label={label}
      hint={hint}
      disabled={isDisabled}
      focusableWhenDisabled
      onClick={() => {
        const id = chosen[at];
        if (id !== undefined) run(id);
      }}
    >
      {icon}
    </IconButton>
  );
  return (
    <>
      {button('Move up', 'Move up (Alt+Up)', at <= 0, (id) => move(id, at - 1), <ArrowUp size={13} />)}
      {button(
        'Move down',
        'Move down (Alt+Down)',
        at < 0 || at >= chosen.length - 1,
        (id) => move(id, at + 1),
        <ArrowDown size={13} />,
      )}
      {button('Remove', 'Remove (Delete)', at < 0, remove, <X size={13} />)}
    </>
  );
}

/** The list's active column, its keys and its drag and drop. */
function useColumnOrder({ columns, chosen, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLUListElement>(null);
  const [activeId, setActiveId] = useState(chosen[0] ?? null);
  const [announcement, setAnnouncement] = useState('');
  const labels = useMemo(() => new Map(columns.map(({ id, label }) => [id, label])), [columns]);
  const activeIndex = activeId === null ? -1 : chosen.indexOf(activeId);

  const show = (id: string) => {
    setActiveId(id);
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  function move(id: string, index: number) {
    const next = movedTo(chosen, id, index);
    show(id);
    if (next === chosen) return;
    onChange(next);
    setAnnouncement(`${labels.get(id) ?? id}, ${next.indexOf(id) + 1} of ${next.length}`);
  }
  function remove(id: string) {
    const index = chosen.indexOf(id);
    setActiveId(chosen[index + 1] ?? chosen[index - 1] ?? null);
    onChange(toggled(chosen, id));
  }
  function onKeyDown(event: KeyboardEvent) {
    const id = chosen[activeIndex];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const end = { Home: 0, End: -1 }[event.key];
    if (step !== undefined && event.altKey && id !== undefined) move(id, activeIndex + step);
    else if (step !== undefined) showAt(Math.min(chosen.length - 1, Math.max(0, activeIndex + step)));
    else if (end !== undefined) showAt(end);
    else if (event.key === 'Delete' && id !== undefined) remove(id);
    else return;
    event.preventDefault();
  }
  /** Shows the column at an index; negative counts from the end. */
  function showAt(index: number) {
    const id = chosen.at(index);
    if (id !== undefined) show(id);
  }
  const drag = useColumnDrag(chosen, setActiveId, move);
  return {
    list,
    chosen,
    labels,
    activeIndex,
    announcement,
    activate: setActiveId,
    move,
    remove,
    onKeyDown,
    drag,
  };
}

function useColumnDrag(
  chosen: readonly string[],
  activate: (id: string) => void,
  move: (id: string, index: number) => void,
) {
  const [dropIndex, setDropIndex] = useState<number | null>(null);
  const clear = () => setDropIndex(null);
  function onDrop(event: DragEvent, index: number) {
    const id = event.dataTransfer.getData(DRAG);
    clear();
    const from = chosen.indexOf(id);
    if (from === -1) return;
    event.preventDefault();
    move(id, from < index ? index - 1 : index);
  }
  const itemProps = (id: string, index: number) => ({
    draggable: true,
    'data-drop': dropIndex === index ? '' : undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAG, id);
      event.dataTransfer.effectAllowed = 'move';
      activate(id);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAG)) return;
      event.preventDefault();
      setDropIndex(index);
    },
    onDragEnd: clear,
    onDrop: (event: DragEvent) => onDrop(event, index),
  });
  return { clear, itemProps };
}
