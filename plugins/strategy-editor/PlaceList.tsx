import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './StrategyEditor.module.css';

/** The index that a key selects among so many lines; null for any other key. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

interface PlaceListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  /** Shows the place of a line in the code. */
  readonly onOpen: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

/** Lines that belong to places in the code. Arrow keys select a line; Enter and a click show its place. */
export function PlaceList<Item>({ label, items, keyOf, onOpen, children }: PlaceListProps<Item>) {
  const id = useId();
  const [selected, setSelected] = useState(0);
  const at = Math.min(selected, items.length - 1);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (element !== null && element.ownerDocument.activeElement === element)
      element.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const open = (index: number): void => {
    const item = items[index];
    setSelected(index);
    if (item !== undefined) onOpen(item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexAfterKey(event.key, at, items.length);
    if (next === null && event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (next === null) open(at);
    else setSelected(next);
  };
  return (
    <ul
      ref={list}
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      className={styles.places}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        // The list has the focus and handles the keys of its lines.
        <li
          key={keyOf(item, index)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={styles.place}
          onClick={() => open(index)}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
