import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton, TextField } from '../../ui/index.ts';
import type { Desk } from '../desk-context.ts';
import { layoutNameError, renameLayout, saveLayout } from '../workspace/saved-layouts.ts';
import { currentOf, layoutOf, type SavedLayout } from '../workspace/workspace-state.ts';
import { LayoutPicture } from './LayoutChooser.tsx';
import styles from './Layouts.module.css';

/** `close` closes the dialog. */
export interface ManageLayoutsProps {
  readonly desk: Desk;
  readonly close: () => void;
}

/** Saves the layout on screen under a name; lists, applies, renames and deletes saved ones. */
export function ManageLayouts({ desk, close }: ManageLayoutsProps) {
  const saved = useStore(desk.workspaces, (state) => state.SavedLayouts);
  const workspace = useStore(desk.workspaces, currentOf);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  function save(event: FormEvent) {
    event.preventDefault();
    const state = desk.workspaces.getState();
    const wrong = layoutNameError(state, name, null);
    setError(wrong);
    if (wrong !== null || workspace === undefined) return;
    desk.undo.perform({
      title: `Save layout ${name.trim()}`,
      workspaceId: null,
      apply: (draft) => saveLayout(draft, name, layoutOf(workspace)),
    });
    desk.announcer.say(`Layout ${name.trim()} saved`);
    setName('');
  }
  return (
    <>
      {workspace === undefined ? null : (
        <form className={styles.saveForm} noValidate onSubmit={save}>
          <span className={styles.picture} aria-hidden>
            <LayoutPicture part={layoutOf(workspace)} />
          </span>
          <TextField
            label="Save the layout on screen as"
            value={name}
            onChange={(text) => {
              setName(text);
              setError(null);
            }}
            error={error}
            autoFocus
            maxLength={80}
          />
          <Button type="submit" tone="primary">
            Save
          </Button>
        </form>
      )}
      {saved.length === 0 ? (
        <p className={styles.none}>
          No saved layouts yet. Drag windows by their title bars, then save the outcome here.
        </p>
      ) : (
        <ul className={styles.list} aria-label="Saved layouts">
          {saved.map((layout) => (
            <LayoutRow
              key={layout.Name}
              desk={desk}
              layout={layout}
              canApply={workspace !== undefined}
              close={close}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface LayoutRowProps {
  readonly desk: Desk;
  readonly layout: SavedLayout;
  readonly canApply: boolean;
  readonly close: () => void;
}

function LayoutRow({ desk, layout: { Name, Tree }, canApply, close }: LayoutRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const wasRenaming = useRef(false);
  // The focused field is gone after a rename: its pencil button takes the focus again.
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) row.current?.querySelector<HTMLElement>('[data-rename]')?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  function remove() {
    // The row goes: its neighbour, or the field for a new name, takes the focus.
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const next =
      neighbour?.querySelector<HTMLElement>('[data-rename]') ??
      row.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>('input');
    void desk.commands.run('layout.delete', { name: Name }).then(() => next?.focus());
  }
  return (
    <li ref={row} className={styles.row} data-saved-layout={Name}>
      <span className={styles.picture} aria-hidden>
        <LayoutPicture part={Tree} />
      </span>
      {isRenaming ? (
        <RenameForm desk={desk} name={Name} close={() => setRenaming(false)} />
      ) : (
        <>
          <span className={styles.rowName} title={Name}>
            {Name}
          </span>
          <Button
            disabled={!canApply}
            onClick={() => {
              close();
              void desk.commands.run('layout.choose', { name: Name });
            }}
          >
            Apply
          </Button>
          <IconButton label={`Rename ${Name}`} data-rename="" onClick={() => setRenaming(true)}>
            <Pencil size={13} />
          </IconButton>
          <IconButton label={`Delete ${Name}`} onClick={remove}>
            <Trash2 size={13} />
          </IconButton>
        </>
      )}
    </li>
  );
}

interface RenameFormProps {
  readonly desk: Desk;
  readonly name: string;
  readonly close: () => void;
}

function RenameForm({ desk, name, close }: RenameFormProps) {
  const [draft, setDraft] = useState(name);
  const [error, setError] = useState<string | null>(null);
  function rename(event: FormEvent) {
    event.preventDefault();
    const found = layoutNameError(desk.workspaces.getState(), draft, name);
    setError(found);
    if (found !== null) return;
    desk.undo.perform({
      title: `Rename layout ${name}`,
      workspaceId: null,
      apply: (state) => renameLayout(state, name, draft),
    });
    close();
  }
  return (
    <form
      className={styles.rowForm}
      noValidate
      onSubmit={rename}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
      }}
    >
      <TextField
        label="Layout name"
        isLabelHidden
        value={draft}
        onChange={(text) => {
          setDraft(text);
          setError(null);
        }}
        error={error}
        autoFocus
        maxLength={80}
      />
      <Button type="submit" tone="primary">
        Rename
      </Button>
      <Button onClick={close}>Cancel</Button>
    </form>
  );
}
