import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useId, useMemo, useRef, useState, type DragEvent, type FormEvent, type KeyboardEvent } from 'react';
import type { ColumnChoice } from '../../plugin-api/types.ts';
import { Button, Checkbox, DialogActions, IconButton, TextField } from '../../ui/index.ts';
import styles from './Columns.module.css';
import { groupsOf, known, movedTo, NO_COLUMN, toggled } from './column-choice.ts';

const DRAG = 'text/x-tapedeck-chosen-column';

export interface ColumnsProps {
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly defaults: readonly string[];
  readonly close: (ids: readonly string[] | null) => void;
}

/** Ticks columns on the left, orders them on the right. */
export function Columns({ columns, chosen: before, defaults, close }: ColumnsProps) {
  const [chosen, setChosen] = useState(() => known(columns, before));
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupsOf(columns, query), [columns, query]);
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) close(chosen);
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.panes}>
        <div className={styles.pane}>
          <TextField
            label="Find a column"
            isLabelHidden
            placeholder="Find a column"
            value={query}
            onChange={setQuery}
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <div className={styles.scroller}>
            {groups.map(({ category, columns: group }) => (
              <fieldset key={category} className={styles.category}>
                {category === '' ? null : <legend>{category}</legend>}
                {group.map(({ id, label, help }) => (
                  <div key={id} title={help} className={styles.choice}>
                    <Checkbox
                      label={label}
                      isChecked={ticked.has(id)}
                      onChange={() => setChosen(toggled(chosen, id))}
                    />
                  </div>
                ))}
              </fieldset>
            ))}
            {groups.length === 0 ? <p className={styles.none}>No column matches.</p> : null}
          </div>
        </div>
        <Order columns={columns} chosen={chosen} onChange={setChosen} />
      </div>
      <p role="alert" className={styles.problem}>
        {chosen.length === 0 ? NO_COLUMN : ''}
      </p>
      <DialogActions>
        <Button tone="quiet" onClick={() => setChosen(known(columns, defaults))}>
          Default columns
        </Button>
        <Button onClick={() => close(null)}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={chosen.length === 0}>
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}

interface OrderProps {
  readonly columns: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The chosen columns in their order: dragged, or moved by Alt with the arrow keys. */
function Order({ columns, chosen, onChange }: OrderProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [activeId, setActiveId] = useState(chosen[0] ?? null);
  const [dropAt, setDropAt] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const labels = useMemo(() => new Map(columns.map(({ id, label }) => [id, label])), [columns]);
  const at = activeId === null ? -1 : chosen.indexOf(activeId);

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
    setSaid(`${labels.get(id) ?? id}, ${next.indexOf(id) + 1} of ${next.length}`);
  }
  function remove(id: string) {
    const index = chosen.indexOf(id);
    setActiveId(chosen[index + 1] ?? chosen[index - 1] ?? null);
    onChange(toggled(chosen, id));
  }
  function onKeyDown(event: KeyboardEvent) {
    const id = chosen[at];
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (event.altKey && id !== undefined) {
        move(id, at + step);
        return;
      }
      const next = chosen[Math.min(chosen.length - 1, Math.max(0, at + step))];
      if (next !== undefined) show(next);
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const next = chosen.at(event.key === 'Home' ? 0 : -1);
      if (next !== undefined) show(next);
    } else if (event.key === 'Delete' && id !== undefined) {
      event.preventDefault();
      remove(id);
    }
  }
  function onDrop(event: DragEvent, index: number) {
    const id = event.dataTransfer.getData(DRAG);
    setDropAt(null);
    const from = chosen.indexOf(id);
    if (from === -1) return;
    event.preventDefault();
    move(id, from < index ? index - 1 : index);
  }
  return (
    <div className={styles.pane}>
      <div className={styles.orderHead}>
        <span id={`${listId}-label`}>Shown, left to right</span>
        <IconButton
          label="Move up"
          hint="Move up (Alt+Up)"
          disabled={at <= 0}
          focusableWhenDisabled
          onClick={() => {
            const id = chosen[at];
            if (id !== undefined) move(id, at - 1);
          }}
        >
          <ArrowUp size={13} />
        </IconButton>
        <IconButton
          label="Move down"
          hint="Move down (Alt+Down)"
          disabled={at < 0 || at >= chosen.length - 1}
          focusableWhenDisabled
          onClick={() => {
            const id = chosen[at];
            if (id !== undefined) move(id, at + 1);
          }}
        >
          <ArrowDown size={13} />
        </IconButton>
        <IconButton
          label="Remove"
          hint="Remove (Delete)"
          disabled={at < 0}
          focusableWhenDisabled
          onClick={() => {
            const id = chosen[at];
            if (id !== undefined) remove(id);
          }}
        >
          <X size={13} />
        </IconButton>
      </div>
      <ul
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${listId}-label`}
        aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
        className={styles.order}
        onKeyDown={onKeyDown}
        onDragLeave={() => setDropAt(null)}
      >
        {chosen.map((id, index) => (
          <li
            key={id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.item}
            data-drop={dropAt === index ? '' : undefined}
            draggable
            onClick={() => setActiveId(id)}
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAG, id);
              event.dataTransfer.effectAllowed = 'move';
              setActiveId(id);
            }}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(DRAG)) {
                event.preventDefault();
                setDropAt(index);
              }
            }}
            onDragEnd={() => setDropAt(null)}
            onDrop={(event) => onDrop(event, index)}
          >
            {labels.get(id) ?? id}
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  );
}
