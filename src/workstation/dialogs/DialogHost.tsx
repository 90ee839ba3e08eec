import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { LaterAlertDialog } from '../../ui/index.ts';
import { ErrorBoundary } from '../windows/ErrorBoundary.tsx';
import { PortalHost } from '../windows/PortalHost.tsx';
import type { DialogService } from './dialog-service.tsx';
import { NotificationPopup } from './NotificationPopup.tsx';

/** Renders the open dialogs and the notification popup. A dialog that throws is replaced by an error message. */
export function DialogHost({ dialogs }: { readonly dialogs: DialogService }) {
  const open = useStore(dialogs.stack);
  return (
    <>
      {open.map(({ id, node, place, giveUp }) => (
        <PortalHost key={id} place={place}>
          <ErrorBoundary
            name="This dialog"
            instead={(message) => (
              <LaterAlertDialog
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

/** Keeps its first node: opening another dialog does not re-render this one. */
function DialogSlot({ children }: { readonly children: ReactNode }) {
  const [node] = useState(children);
  return node;
}
