import { useState, type ReactNode } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { Platform } from '../../client/types.ts';
import { symbolsIn } from '../../domain/symbols/symbol-list.ts';
import type { Dialogs } from '../../plugin-api/types.ts';
import { AlertDialog, Dialog, type Toaster } from '../../ui/index.ts';
import { ErrorBoundary } from '../windows/ErrorBoundary.tsx';
import { PortalHost } from '../windows/PortalHost.tsx';
import { Columns } from './Columns.tsx';
import { ImportSymbols } from './ImportSymbols.tsx';
import { NotificationPopup } from './NotificationPopup.tsx';
import { createNotifications, type Notifications } from './notifications.ts';
import { Saves } from './Saves.tsx';
import { createSavesModel, type SavesOutcome } from './saves-model.ts';
import { LookupDialog } from './LookupDialog.tsx';

/** `place` is the body of the browser window that it opens in; null for the desk's own. `giveUp` closes it without an answer. */
interface OpenDialog {
  readonly id: number;
  readonly node: ReactNode;
  readonly place: HTMLElement | null;
  giveUp(): void;
}
export interface DialogService extends Dialogs {
  readonly stack: StoreApi<readonly OpenDialog[]>;
  readonly notifications: Notifications;
  /** Takes all dialogs and notifications off the screen: the session is over. */
  clear(): void;
}

/** The dialogs of the desk, opened from anywhere and shown by `DialogHost`. */
export function createDialogs(
  toaster: Pick<Toaster, 'show'>,
  { symbols, saves, session }: Pick<Platform, 'symbols' | 'saves' | 'session'>,
  placeNow: () => HTMLElement | null,
): DialogService {
  const notifications = createNotifications({
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  });
  const stack = createStore<readonly OpenDialog[]>(() => []);
  let lastId = 0;
  /** `none`: the answer of a dialog that failed. */
  function show<Value>(
    render: (close: (value: Value) => void) => ReactNode,
    none: () => NoInfer<Value>,
  ): Promise<Value> {
    return new Promise((resolve) => {
      const id = ++lastId;
      const place = placeNow();
      const close = (value: Value) => {
        stack.setState(
          stack.getState().filter((open) => open.id !== id),
          true,
        );
        resolve(value);
      };
      stack.setState(
        [...stack.getState(), { id, node: render(close), place, giveUp: () => close(none()) }],
        true,
      );
    });
  }
  const confirm: Dialogs['confirm'] = ({ title, message, yes = 'Yes', no = 'No' }) =>
    show<boolean>(
      (close) => <AlertDialog isOpen title={title} message={message} yes={yes} no={no} onAnswer={close} />,
      () => false,
    );
  return {
    stack,
    notifications,
    confirm,
    clear() {
      stack.setState([], true);
      notifications.dismissAll();
    },
    alert: ({ title, message }) =>
      show<void>(
        (close) => (
          <AlertDialog isOpen title={title} message={message} yes="Ok" no={null} onAnswer={() => close()} />
        ),
        () => undefined,
      ),
    symbolLookup: ({ title = 'Symbol lookup', initial = '', isTyped = false, mustExist = false } = {}) =>
      show<string | null>(
        (close) => (
          <LookupDialog title={title} onClose={close} {...{ symbols, initial, isTyped, mustExist }} />
        ),
        () => null,
      ),
    symbolList: async ({ title = 'Symbol lookup' } = {}) => {
      const text = await show<string | null>(
        (close) => <LookupDialog title={title} onClose={close} symbols={symbols} initial="" isList />,
        () => null,
      );
      return text === null ? null : symbolsIn(text);
    },
    importSymbols({ present = [] } = {}) {
      // Known from the moment the summary is up: however it is closed then, the symbols are imported.
      let known: readonly string[] | null = null;
      return show<readonly string[] | null>(
        (close) => (
          <Dialog
            isOpen
            title="Import symbols"
            width={400}
            closesOutside={false}
            onClose={() => close(known)}
          >
            <ImportSymbols
              load={symbols.load}
              present={present}
              onImported={(found) => {
                known = found;
              }}
              close={() => close(known)}
            />
          </Dialog>
        ),
        () => known,
      );
    },
    saves: ({ toolType, title, currentName, data, onGone }) =>
      show<SavesOutcome | null>(
        (close) => {
          const model = createSavesModel({
            saves,
            toolType,
            currentName,
            data,
            isDemo: () => session.get().isDemo,
            confirm: (message) => confirm({ title, message }),
            close,
            ...(onGone === undefined ? {} : { onGone }),
          });
          return (
            <Dialog isOpen title={title} width={440} closesOutside={false} onClose={() => close(null)}>
              <Saves model={model} onCancel={() => close(null)} />
            </Dialog>
          );
        },
        () => null,
      ),
    columns: ({ title = 'Columns', columns, chosen, defaults }) =>
      show<readonly string[] | null>(
        (close) => (
          <Dialog isOpen title={title} width={680} closesOutside={false} onClose={() => close(null)}>
            <Columns columns={columns} chosen={chosen} defaults={defaults} close={close} />
          </Dialog>
        ),
        () => null,
      ),
    notify: (notification) => notifications.add(notification),
    toast: (options) => toaster.show(options),
    open: ({ title, content: Content, width, mayLeave }) =>
      show(
        (close) => (
          <Dialog
            isOpen
            title={title}
            closesOutside={false}
            onClose={leaveBy(() => close(null), mayLeave)}
            {...(width === undefined ? {} : { width })}
          >
            <Content close={close} />
          </Dialog>
        ),
        () => null,
      ),
  };
}

/** Leaves a dialog, where its content has a say after that has agreed. Asked once at a time: the key that answers may be heard twice. */
export function leaveBy(leave: () => void, mayLeave: (() => Promise<boolean>) | undefined): () => void {
  let isAsking = false;
  return () => {
    if (mayLeave === undefined) {
      leave();
      return;
    }
    if (isAsking) return;
    isAsking = true;
    void mayLeave().then((isAgreed) => {
      if (isAgreed) leave();
      setTimeout(() => {
        isAsking = false;
      });
    });
  };
}

export function DialogHost({ dialogs }: { readonly dialogs: DialogService }) {
  const open = useStore(dialogs.stack);
  return (
    <>
      {open.map(({ id, node, place, giveUp }) => (
        <PortalHost key={id} place={place}>
          <ErrorBoundary
            name="This dialog"
            instead={(message) => (
              <AlertDialog
                isOpen
                title="This dialog has stopped"
                message={`Close it and open it again; what was typed in it is lost. The error: ${message}`}
                yes="Close"
                no={null}
                onAnswer={giveUp}
              />
            )}
          >
            <DialogSlot>{node}</DialogSlot>
          </ErrorBoundary>
        </PortalHost>
      ))}
      <NotificationPopup notifications={dialogs.notifications} />
    </>
  );
}

/** Keeps the node it was first given: a dialog is not re-rendered by the opening of another. */
function DialogSlot({ children }: { readonly children: ReactNode }) {
  const [node] = useState(children);
  return node;
}
