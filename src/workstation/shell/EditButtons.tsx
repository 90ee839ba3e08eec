import { ChevronDown, Redo2, Undo2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { hintWithKey, IconButton, Menu } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import type { UndoStep } from '../workspace/undo-steps.ts';
import { editMenu } from './workspace-menus.ts';
import styles from './WorkspaceTabs.module.css';

/** Undo and redo with one click, and the menu with the names of the changes. They cover everything on the desk, not only workspaces. */
export function EditButtons() {
  const { commands, undo } = useDesk();
  const last = useSyncExternalStore(undo.subscribe, undo.last);
  const next = useSyncExternalStore(undo.subscribe, undo.next);
  return (
    <>
      <IconButton
        label="Undo last change"
        hint={hintOf('Undo', last, commands.get('edit.undo')?.key)}
        disabled={last === undefined}
        focusableWhenDisabled
        onClick={() => void commands.run('edit.undo')}
      >
        <Undo2 size={14} />
      </IconButton>
      <IconButton
        label="Redo last change"
        hint={hintOf('Redo', next, commands.get('edit.redo')?.key)}
        disabled={next === undefined}
        focusableWhenDisabled
        onClick={() => void commands.run('edit.redo')}
      >
        <Redo2 size={14} />
      </IconButton>
      <Menu
        label="Edit"
        trigger={
          <button type="button" className={styles.more} aria-label="Edit" title="Edit: undo and redo">
            <ChevronDown size={12} />
          </button>
        }
        entries={editMenu(commands, { last: last?.title, next: next?.title })}
      />
    </>
  );
}

const hintOf = (verb: string, step: UndoStep | undefined, key: string | undefined): string =>
  step === undefined ? `Nothing to ${verb.toLowerCase()}` : hintWithKey(`${verb}: ${step.title}`, key);
