import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import type { SaveStore } from '../../client/types.ts';
import { Button, IconButton, TextField } from '../../ui/index.ts';
import type { Desk } from '../desk-context.ts';
import { layoutNameError, saveOfLayout, type SavedLayout } from '../workspace/saved-layouts.ts';
import { currentOf, layoutOf, type Workspace } from '../workspace/workspace-state.ts';
import { LayoutPicture } from './LayoutChooser.tsx';
import styles from './Layouts.module.css';
import { loadSaveStore, useSavedLayouts } from './use-saved-layouts.ts';

/** `close` closes the dialog. */
export interface ManageLayoutsProps {
  readonly desk: Desk;
  readonly close: () => void;
}

/** Saves the layout on screen under a name; lists, applies, renames and deletes saved ones. */
export function ManageLayouts({ desk, close }: ManageLayoutsProps) {
  const { layouts, store, hasFailed, retry } = useSavedLayouts(desk);
  const workspace = useStore(desk.workspaces, currentOf);
  return (
    <>
      {workspace === undefined ? null : <SaveForm desk={desk} store={store} workspace={workspace} />}
      {store === null ? (
        <p className={styles.none} role="status">
          {hasFailed ? CANNOT_LOAD : 'Loading...'}{' '}
          {hasFailed ? <Button onClick={retry}>Try again</Button> : null}
        </p>
      ) : layouts.length === 0 ? (
        <p className={styles.none}>
          No saved layouts yet. Drag windows by their title bars, then save the outcome here.
        </p>
      ) : (
        <ul className={styles.list} aria-label="Saved layouts">
          {layouts.map((layout) => (
            <LayoutRow
              key={layout.Id}
              desk={desk}
              store={store}
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
const CANNOT_LOAD = 'The saved layouts cannot be loaded now.';

interface SaveFormProps {
  readonly desk: Desk;
  /** Null until the layouts are loaded. */
  readonly store: SaveStore | null;
  readonly workspace: Workspace;
}

function SaveForm({ desk, store, workspace }: SaveFormProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const isSaving = useRef(false);
  async function save() {
    // A name is not free before the layouts are known.
    const opened = store ?? (await loadSaveStore(desk));
    const wrong = opened === null ? CANNOT_LOAD : layoutNameError(opened.get().rows, name, null);
    setError(wrong);
    if (wrong !== null || opened === null) return;
    const Name = name.trim();
    const layout = { Id: opened.newId(), Name, Tree: layoutOf(workspace) };
    desk.undo.join(`Save layout ${Name}`, () => opened.put([saveOfLayout(layout)]));
    desk.announcer.say(`Layout ${Name} saved`);
    setName('');
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    void save().finally(() => (isSaving.current = false));
  }
  return (
    <form className={styles.saveForm} noValidate onSubmit={onSubmit}>
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
  );
}

interface LayoutRowProps {
  readonly desk: Desk;
  readonly store: SaveStore;
  readonly layout: SavedLayout;
  readonly canApply: boolean;
  readonly close: () => void;
}

function LayoutRow({ desk, store, layout, canApply, close }: LayoutRowProps) {
  const { Name, Tree } = layout;
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
        <RenameForm desk={desk} store={store} layout={layout} close={() => setRenaming(false)} />
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

interface RenameFormProps extends Pick<LayoutRowProps, 'desk' | 'store' | 'layout'> {
  readonly close: () => void;
}

function RenameForm({ desk, store, layout, close }: RenameFormProps) {
  const [draft, setDraft] = useState(layout.Name);
  const [error, setError] = useState<string | null>(null);
  function rename(event: FormEvent) {
    event.preventDefault();
    const found = layoutNameError(store.get().rows, draft, layout.Id);
    setError(found);
    if (found !== null) return;
    const renamed = saveOfLayout({ ...layout, Name: draft.trim() });
    desk.undo.join(`Rename layout ${layout.Name}`, () => store.put([renamed]));
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
