import type { StoreApi } from 'zustand';
import type { Platform } from '../../client/types.ts';
import { symbolsIn } from '../../domain/symbols/symbol-list.ts';
import type { Dialogs } from '../../plugin-api/types.ts';
import { AlertDialog, Dialog, type Toaster } from '../../ui/index.ts';
import { Columns } from './Columns.tsx';
import { DialogStack, type OpenDialog } from './dialog-stack.ts';
import { ImportSymbols } from './ImportSymbols.tsx';
import { leaveBy } from './leave-by.ts';
import { LookupDialog } from './LookupDialog.tsx';
import { createNotifications, type Notifications } from './notifications.ts';
import { Saves } from './Saves.tsx';
import { createSavesModel, type SavesOutcome } from './saves-model.ts';

/** Opens dialogs and messages, and holds those that are open. */
export interface DialogService extends Dialogs {
  readonly stack: StoreApi<readonly OpenDialog[]>;
  readonly notifications: Notifications;
  /** Removes all dialogs and notifications: the session is over. */
  clear(): void;
}

/** The workstation's dialogs. They can be opened from anywhere; `DialogHost` renders them. */
export function createDialogs(
  toaster: Pick<Toaster, 'show'>,
  { symbols, saves, session }: Pick<Platform, 'symbols' | 'saves' | 'session'>,
  placeNow: () => HTMLElement | null,
): DialogService {
  const notifications = createNotifications({
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  });
  const stack = new DialogStack(placeNow);
  const messages = messageDialogs(stack);
  return {
    stack: stack.store,
    notifications,
    clear() {
      stack.clear();
      notifications.dismissAll();
    },
    notify: (notification) => notifications.add(notification),
    toast: (options) => toaster.show(options),
    ...messages,
    ...symbolDialogs(stack, symbols),
    saves: savesDialog(stack, saves, () => session.get().isDemo, messages.confirm),
    columns: ({ title = 'Columns', columns, chosen, defaults }) =>
      stack.showOptional<readonly string[]>((close) => (
        <Dialog isOpen title={title} width={680} closesOutside={false} onClose={() => close(null)}>
          <Columns columns={columns} chosen={chosen} defaults={defaults} close={close} />
        </Dialog>
      )),
    open: ({ title, content: Content, width, mayLeave }) =>
      stack.show(
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

/** A question with two answers, and a message to acknowledge. A question that fails is answered with no. */
function messageDialogs(stack: DialogStack): Pick<Dialogs, 'confirm' | 'alert'> {
  return {
    confirm: ({ title, message, yes = 'Yes', no = 'No' }) =>
      stack.show<boolean>(
        (close) => <AlertDialog isOpen title={title} message={message} yes={yes} no={no} onAnswer={close} />,
        () => false,
      ),
    alert: ({ title, message }) =>
      stack.show<void>(
        (close) => (
          <AlertDialog isOpen title={title} message={message} yes="Ok" no={null} onAnswer={() => close()} />
        ),
        () => undefined,
      ),
  };
}

/** Dialogs that return symbols. */
function symbolDialogs(
  stack: DialogStack,
  symbols: Platform['symbols'],
): Pick<Dialogs, 'symbolLookup' | 'symbolList' | 'importSymbols'> {
  return {
    symbolLookup: ({ title = 'Symbol lookup', initial = '', isTyped = false, mustExist = false } = {}) =>
      stack.showOptional<string>((close) => (
        <LookupDialog title={title} onClose={close} {...{ symbols, initial, isTyped, mustExist }} />
      )),
    symbolList: async ({ title = 'Symbol lookup' } = {}) => {
      const text = await stack.showOptional<string>((close) => (
        <LookupDialog title={title} onClose={close} symbols={symbols} initial="" isList />
      ));
      return text === null ? null : symbolsIn(text);
    },
    importSymbols({ present = [] } = {}) {
      // Set once the summary is shown. From then on the symbols count as imported, however the dialog is closed.
      let known: readonly string[] | null = null;
      return stack.show<readonly string[] | null>(
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
  };
}

/** The dialog that loads, saves and deletes the saved items of a tool. */
function savesDialog(
  stack: DialogStack,
  saves: Platform['saves'],
  isDemo: () => boolean,
  confirm: Dialogs['confirm'],
): Dialogs['saves'] {
  return ({ toolType, title, currentName, data, onGone }) =>
    stack.showOptional<SavesOutcome>((close) => {
      const model = createSavesModel({
        saves,
        toolType,
        currentName,
        data,
        isDemo,
        confirm: (message) => confirm({ title, message }),
        close,
        ...(onGone === undefined ? {} : { onGone }),
      });
      return (
        <Dialog isOpen title={title} width={440} closesOutside={false} onClose={() => close(null)}>
          <Saves model={model} onCancel={() => close(null)} />
        </Dialog>
      );
    });
}
