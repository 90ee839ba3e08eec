import { useState, type ReactNode } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { Platform } from '../../client/types.ts';
import type { Dialogs } from '../../plugin-api/types.ts';
import { AlertDialog, Dialog, type Toaster } from '../../ui/index.ts';
import { PortalHost } from '../windows/PortalHost.tsx';
import { SymbolLookup } from './SymbolLookup.tsx';

/** `place` is the body of the browser window that it opens in; null for the desk's own. */
interface OpenDialog { readonly id: number; readonly node: ReactNode; readonly place: HTMLElement | null }
export interface DialogService extends Dialogs { readonly stack: StoreApi<readonly OpenDialog[]> }

/** The dialogs of the desk, opened from anywhere and shown by `DialogHost`. */
export function createDialogs(toaster: Toaster, symbols: Platform['symbols'], placeNow: () => HTMLElement | null): DialogService {
  const stack = createStore<readonly OpenDialog[]>(() => []);
  let lastId = 0;
  function show<Value>(render: (close: (value: Value) => void) => ReactNode): Promise<Value> {
    return new Promise((resolve) => {
      const id = ++lastId;
      const place = placeNow();
      const close = (value: Value) => { stack.setState(stack.getState().filter((open) => open.id !== id), true); resolve(value); };
      stack.setState([...stack.getState(), { id, node: render(close), place }], true);
    });
  }
  return {
    stack,
    alert: ({ title, message }) => show<void>((close) => <AlertDialog isOpen title={title} message={message} yes="Ok" no={null} onAnswer={() => close()} />),
    confirm: ({ title, message, yes = 'Yes', no = 'No' }) => show<boolean>((close) => <AlertDialog isOpen title={title} message={message} yes={yes} no={no} onAnswer={close} />),
    symbolLookup: ({ title = 'Symbol lookup', initial = '' } = {}) => show<string | null>((close) => (
      <Dialog isOpen title={title} width={440} hasPadding={false} onClose={() => close(null)}><SymbolLookup symbols={symbols} initial={initial} onAccept={close} /></Dialog>
    )),
    toast: (options) => toaster.show(options),
    open: ({ title, content: Content, width }) => show((close) => (
      <Dialog isOpen title={title} closesOutside={false} onClose={() => close(null)} {...(width === undefined ? {} : { width })}><Content close={close} /></Dialog>
    )),
  };
}

export function DialogHost({ dialogs }: { readonly dialogs: DialogService }) {
  const open = useStore(dialogs.stack);
  return open.map(({ id, node, place }) => <PortalHost key={id} place={place}><DialogSlot>{node}</DialogSlot></PortalHost>);
}

/** Keeps the node it was first given: a dialog is not re-rendered by the opening of another. */
function DialogSlot({ children }: { readonly children: ReactNode }) {
  const [node] = useState(children);
  return node;
}
