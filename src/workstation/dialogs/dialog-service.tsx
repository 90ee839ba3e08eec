import { useSyncExternalStore } from 'react';
import type { StoreApi } from 'zustand';
import type { Platform, Readable } from '../../client/types.ts';
import type { Dialogs } from '../../plugin-api/dialog-types.ts';
import { LaterAlertDialog, LaterDialog, type DialogProps, type Toaster } from '../../ui/index.ts';
import { DialogStack, type OpenDialog } from './dialog-stack.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import type { CreateToolDialogs, ToolDialogs } from './tool-dialogs.tsx';

let createToolDialogs: CreateToolDialogs | null = null;
/** Brings the code of the dialogs that nobody opens before signing in. */
export function bringToolDialogs(create: CreateToolDialogs): void {
  createToolDialogs = create;
}

/** Opens dialogs and messages, and holds those that are open. */
export interface DialogService extends Dialogs, Pick<ToolDialogs, 'palette'> {
  readonly stack: StoreApi<readonly OpenDialog[]>;
  /** Whether a dialog is open that keeps the keys from the windows; a panel does not. */
  hasModal(): boolean;
  readonly notifications: Notifications;
  /** Leaves all dialogs of the page: another page takes its place. */
  leaveAll(): void;
  /** Removes all dialogs and notifications: the session is over. */
  clear(): void;
}

/** The workstation's dialogs. They can be opened from anywhere; `DialogHost` renders them. */
export function createDialogs(
  toaster: Pick<Toaster, 'show'>,
  platform: Pick<Platform, 'symbols' | 'savedDocuments' | 'session'>,
  placeNow: () => HTMLElement | null,
): DialogService {
  const notifications = createNotifications({
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
  });
  const stack = new DialogStack(placeNow);
  const messages = messageDialogs(stack);
  const toast: Dialogs['toast'] = (options) => toaster.show(options);
  const ask = toolDialogs(stack, platform, { confirm: messages.confirm, toast });
  return {
    stack: stack.store,
    hasModal: () => stack.hasModal(),
    notifications,
    leaveAll: () => stack.leaveAll(),
    clear() {
      stack.clear();
      notifications.dismissAll();
    },
    notify: (notification) => notifications.add(notification),
    toast,
    ...messages,
    symbolLookup: (options) => ask((tools) => tools.symbolLookup(options)),
    symbolList: (options) => ask((tools) => tools.symbolList(options)),
    importSymbols: (options) => ask((tools) => tools.importSymbols(options)),
    saves: (options) => ask((tools) => tools.saves(options)),
    columns: (options) => ask((tools) => tools.columns(options)),
    palette: (options) => ask((tools) => tools.palette(options)),
    panel: (options) => ask((tools) => tools.panel(options)),
    open: ({ title, content: Content, width, resizableFrom, mayLeave }) =>
      stack.show(
        (close, leave) => (
          <TitledDialog
            title={title}
            closesOutside={false}
            onClose={leave}
            {...(width === undefined ? {} : { width })}
            {...(resizableFrom === undefined ? {} : { resizableFrom })}
          >
            <Content close={close} />
          </TitledDialog>
        ),
        () => null,
        mayLeave,
      ),
  };
}

const noSubscription = () => () => {};

/** An open dialog whose title may change. */
function TitledDialog({
  title,
  ...rest
}: Omit<DialogProps, 'isOpen' | 'title'> & { readonly title: string | Readable<string> }) {
  const read = () => (typeof title === 'string' ? title : title.get());
  const subscribe =
    typeof title === 'string' ? noSubscription : (listener: () => void) => title.subscribe(listener);
  return <LaterDialog isOpen title={useSyncExternalStore(subscribe, read)} {...rest} />;
}

/** A question with two answers, and a message to acknowledge. A question that fails is answered with no. */
function messageDialogs(stack: DialogStack): Pick<Dialogs, 'confirm' | 'alert'> {
  return {
    confirm: ({ title, message, yes = 'Yes', no = 'No', focus = 'yes' }) =>
      stack.show<boolean>(
        (close) => (
          <LaterAlertDialog
            isOpen
            title={title}
            message={message}
            yes={yes}
            no={no}
            focus={focus}
            onAnswer={close}
          />
        ),
        () => false,
      ),
    alert: ({ title, message }) =>
      stack.show<void>(
        (close) => (
          <LaterAlertDialog
            isOpen
            title={title}
            message={message}
            yes="Ok"
            no={null}
            onAnswer={() => close()}
          />
        ),
        () => undefined,
      ),
  };
}

/**
 * The dialogs that come after signing in. They open at once when their code is there, so that keys that follow reach them; before that, once it
 * has been loaded. A dialog that cannot be loaded is answered with null.
 */
function toolDialogs(
  stack: DialogStack,
  platform: Pick<Platform, 'symbols' | 'savedDocuments' | 'session'>,
  messages: Pick<Dialogs, 'confirm' | 'toast'>,
) {
  let created: ToolDialogs | null = null;
  return async function ask<Value>(
    open: (dialogs: ToolDialogs) => Promise<Value | null>,
  ): Promise<Value | null> {
    if (createToolDialogs === null)
      try {
        bringToolDialogs((await import('./tool-dialogs.tsx')).createToolDialogs);
      } catch {
        // The page reports code that it cannot load.
        return null;
      }
    created ??= createToolDialogs?.(stack, platform, messages) ?? null;
    return created === null ? null : open(created);
  };
}
