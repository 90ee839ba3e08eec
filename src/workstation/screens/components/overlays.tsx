import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  AlertDialog,
  Button,
  ContextMenu,
  Dialog,
  DialogActions,
  Menu,
  Panel,
  TextField,
  type MenuEntry,
  type PanelPlace,
} from '../../../ui/index.ts';
import type { Specimen } from './specimen.tsx';
import styles from './Components.module.css';

const nothing = (): void => {};
const ENTRIES: readonly MenuEntry[] = [
  { id: 'copy', label: 'Copy symbol', icon: Copy, shortcut: 'Ctrl+C', run: nothing },
  { id: 'on', label: 'Extended hours', isChecked: true, run: nothing },
  { id: 'off', label: 'Trade', isDisabled: true, hint: 'The account is locked.', run: nothing },
  { id: 'remove', label: 'Remove', icon: Trash2, isDestructive: true, hasSeparator: true, run: nothing },
];

function NameDialog() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('Morning scan');
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename…</Button>
      <Dialog isOpen={isOpen} title="Rename the scan" onClose={close} width={360}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <TextField label="New name" value={name} onChange={setName} />
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" type="submit" disabled={name.trim() === ''}>
              Rename
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}

/** It opens where it was left, as long as the page stays. */
function NotePanel() {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<PanelPlace | null>(null);
  const [note, setNote] = useState('');
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Write a note…</Button>
      {isOpen ? (
        <Panel title="Note" width={300} place={place} onMoved={setPlace} onClose={close} leaveKey="F9">
          <TextField label="Note" value={note} onChange={setNote} />
        </Panel>
      ) : null}
    </>
  );
}

function Question({ no }: { readonly no: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone={no === null ? 'neutral' : 'danger'} onClick={() => setOpen(true)}>
        {no === null ? 'Show a message…' : 'Cancel all orders…'}
      </Button>
      <AlertDialog
        isOpen={isOpen}
        title={no === null ? 'The market is closed' : 'Cancel all orders?'}
        message={
          no === null
            ? 'Orders for the day are sent at the next open.'
            : 'Three working orders are cancelled. What they have filled stays.'
        }
        yes={no === null ? 'OK' : 'Cancel all'}
        no={no}
        isDestructive={no !== null}
        onAnswer={() => setOpen(false)}
      />
    </>
  );
}

/** What lies over the page. */
export const OVERLAYS: readonly Specimen[] = [
  {
    component: 'Menu',
    use: 'Actions behind a button. What cannot be done now stays in its place, with the reason.',
    states: [
      {
        name: 'with icons, a check, a disabled and a destructive entry',
        content: <Menu label="Actions" entries={ENTRIES} trigger={<Button>Actions</Button>} />,
      },
    ],
  },
  {
    component: 'ContextMenu',
    use: 'The same for a right click, Shift+F10 or a long touch on an area. Nothing is reached by it alone.',
    states: [
      {
        name: 'of an area',
        content: (
          <ContextMenu entries={ENTRIES}>
            <div className={styles.area} tabIndex={0} role="group" aria-label="Area with a menu">
              Right-click here
            </div>
          </ContextMenu>
        ),
      },
    ],
  },
  {
    component: 'Dialog',
    use: 'A form that needs the whole attention. Focus stays inside; Escape closes it; the focus returns.',
    states: [{ name: 'opened by a button', content: <NameDialog /> }],
  },
  {
    component: 'DialogActions',
    use: 'The buttons at the end of a form in a dialog: the way out first, the action last.',
    states: [
      {
        name: 'two buttons',
        isWide: true,
        content: (
          <DialogActions>
            <Button>Cancel</Button>
            <Button tone="primary">Save</Button>
          </DialogActions>
        ),
      },
    ],
  },
  {
    component: 'Panel',
    use: 'A form beside the work: the page behind it stays in use. Its keys act in it alone; it is moved by its header, or by Alt+Shift and an arrow key.',
    states: [{ name: 'opened by a button', content: <NotePanel /> }],
  },
  {
    component: 'AlertDialog',
    use: 'A question that must be answered first. The buttons name what they do.',
    states: [
      { name: 'a question', content: <Question no="Keep them" /> },
      { name: 'a message', content: <Question no={null} /> },
    ],
  },
];
