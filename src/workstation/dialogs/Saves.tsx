import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Button, TextField } from '../../ui/index.ts';
import styles from './Dialogs.module.css';
import { MAX_NAME_LENGTH, type SavesModel } from './saves-model.ts';

/** The list of what is saved, and what can be done with it. */
export function Saves({ model, onCancel }: { readonly model: SavesModel; readonly onCancel: () => void }) {
  const { items, selectedId, name, nameError, status, isBusy } = useStore(model.store);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    void model.start();
  }, [model]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);

  const at = items?.findIndex(({ id }) => id === selectedId) ?? -1;
  function onKeyDown(event: KeyboardEvent) {
    const last = (items?.length ?? 0) - 1;
    const next = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[
      event.key
    ];
    const item = next === undefined ? undefined : items?.[next];
    if (item !== undefined) {
      event.preventDefault();
      model.select(item.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void model.load();
    } else if (event.key === 'Delete') {
      event.preventDefault();
      void model.remove();
    }
  }
  const isChosen = at >= 0 && !isBusy;
  return (
    <div className={styles.saves}>
      <ul
        ref={list}
        role={items?.length === 0 ? 'group' : 'listbox'}
        aria-label="Saved"
        tabIndex={items?.length === 0 ? -1 : 0}
        className={styles.saveList}
        aria-busy={items === null && isBusy}
        aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const first = items?.[0];
          if (at < 0 && first !== undefined) model.select(first.id);
        }}
      >
        {items?.map((item, index) => (
          <li
            key={item.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            title={item.name}
            className={styles.save}
            onClick={() => model.select(item.id)}
            onDoubleClick={() => {
              model.select(item.id);
              void model.load();
            }}
          >
            {item.name}
          </li>
        ))}
      </ul>
      {items?.length === 0 ? <p className={styles.none}>Nothing is saved yet.</p> : null}
      <div className={styles.saveSide}>
        <Button
          disabled={!isChosen}
          onClick={() => {
            void model.load();
          }}
        >
          Load
        </Button>
        <Button
          disabled={!isChosen}
          onClick={() => {
            void model.remove();
          }}
        >
          Delete
        </Button>
        {items === null && !isBusy ? (
          <Button
            onClick={() => {
              void model.start();
            }}
          >
            Try again
          </Button>
        ) : null}
      </div>
      <form
        noValidate
        className={styles.saveForm}
        onSubmit={(event) => {
          event.preventDefault();
          void model.save();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={model.rename}
          error={nameError}
          maxLength={MAX_NAME_LENGTH}
          spellCheck={false}
        />
        <Button type="submit" tone="primary" disabled={isBusy}>
          Save
        </Button>
      </form>
      <p role="status" className={status?.isError === true ? styles.problem : styles.progress}>
        {status?.text}
      </p>
      <div className={styles.saveEnd}>
        <Button onClick={onCancel}>Close</Button>
      </div>
    </div>
  );
}
