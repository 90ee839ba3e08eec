import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Button, TextField } from '../../ui/index.ts';
import styles from './Dialogs.module.css';
import { MAX_SAVE_NAME } from '../../domain/saves/index.ts';
import type { SavesModel } from './saves-model.ts';

interface PartProps {
  readonly model: SavesModel;
}

/** The saved items of a tool, to load, delete and save. */
export function Saves({
  model,
  note,
  onCancel,
}: PartProps & { readonly note?: string | undefined; readonly onCancel: () => void }) {
  const status = useStore(model.store, (state) => state.status);
  const isEmpty = useStore(model.store, ({ items }) => items?.length === 0);
  useEffect(() => {
    void model.start();
    return () => model.stop();
  }, [model]);
  return (
    <div className={styles.saves}>
      <SaveList model={model} />
      {isEmpty ? <p className={styles.none}>Nothing is saved yet.</p> : null}
      <SaveActions model={model} />
      <SaveForm model={model} />
      {note === undefined ? null : <p className={styles.saveNote}>{note}</p>}
      <p role="status" className={status?.isError === true ? styles.problem : styles.progress}>
        {status?.text}
      </p>
      <div className={styles.saveEnd}>
        <Button onClick={onCancel}>Close</Button>
      </div>
    </div>
  );
}

function SaveList({ model }: PartProps) {
  const { items, selectedId, isBusy } = useStore(model.store);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  const at = items?.findIndex(({ Id }) => Id === selectedId) ?? -1;
  const isEmpty = items?.length === 0;

  function onKeyDown(event: KeyboardEvent) {
    const last = (items?.length ?? 0) - 1;
    const next = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[
      event.key
    ];
    const item = next === undefined ? undefined : items?.[next];
    if (item !== undefined) model.select(item.Id);
    else if (event.key === 'Enter') model.load();
    else if (event.key === 'Delete') void model.remove();
    else return;
    event.preventDefault();
  }
  return (
    <ul
      ref={list}
      role={isEmpty ? 'group' : 'listbox'}
      aria-label="Saved"
      tabIndex={isEmpty ? -1 : 0}
      className={styles.saveList}
      aria-busy={items === null && isBusy}
      aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
      onKeyDown={onKeyDown}
      onFocus={() => {
        const first = items?.[0];
        if (at < 0 && first !== undefined) model.select(first.Id);
      }}
    >
      {items?.map((item, index) => (
        <li
          key={item.Id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          title={item.Name}
          className={styles.save}
          onClick={() => model.select(item.Id)}
          onDoubleClick={() => {
            model.select(item.Id);
            model.load();
          }}
        >
          {item.Name}
        </li>
      ))}
    </ul>
  );
}

function SaveActions({ model }: PartProps) {
  const { items, selectedId, isBusy } = useStore(model.store);
  const isChosen = !isBusy && (items?.some(({ Id }) => Id === selectedId) ?? false);
  return (
    <div className={styles.saveSide}>
      <Button disabled={!isChosen} onClick={() => model.load()}>
        Load
      </Button>
      <Button disabled={!isChosen} onClick={() => void model.remove()}>
        Delete
      </Button>
      {items === null && !isBusy ? <Button onClick={() => void model.start()}>Try again</Button> : null}
    </div>
  );
}

function SaveForm({ model }: PartProps) {
  const { items, name, nameError, isBusy } = useStore(model.store);
  return (
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
        maxLength={MAX_SAVE_NAME}
        spellCheck={false}
      />
      <Button type="submit" tone="primary" disabled={isBusy && items !== null}>
        Save
      </Button>
    </form>
  );
}
