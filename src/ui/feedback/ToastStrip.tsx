import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import buttonStyles from '../controls/Button.module.css';
import styles from './ToastStrip.module.css';
import { MAX_TOASTS, type ToastData, type Toaster } from './toaster.ts';

/** The properties of a `ToastStrip`. */
export interface ToastStripProps {
  readonly toaster: Toaster;
  /** The body of the browser window that they are shown in; absent for the page's own. */
  readonly place?: HTMLElement;
}

function ToastList() {
  const { toasts } = Base.useToastManager<ToastData>();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={styles.toast}
      style={{ gridColumn: (toast.data?.slot ?? 0) + 1 }}
      swipeDirection={[]}
      aria-label={typeof toast.description === 'string' ? toast.description : 'Message'}
    >
      <Base.Content className={styles.content}>
        <Base.Description
          className={styles.text}
          title={typeof toast.description === 'string' ? toast.description : undefined}
        />
        {toast.actionProps === undefined ? null : (
          <Base.Action className={`${buttonStyles.button} ${styles.action}`} />
        )}
        <Base.Close className={buttonStyles.icon} aria-label="Dismiss">
          <X size={14} />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

/** Shows a toaster's messages in the message strip of the desk, or over the title bar of a tool's own browser window. */
export function ToastStrip({ toaster, place }: ToastStripProps) {
  const [manager] = useState(() => Base.createToastManager());
  // After the provider's own effect, with which it begins to follow the manager.
  useEffect(() => toaster.attach(manager), [toaster, manager]);
  return (
    <Base.Provider toastManager={manager} limit={MAX_TOASTS}>
      <Base.Portal container={place}>
        <Base.Viewport
          data-toasts=""
          className={classNames(styles.viewport, place !== undefined && styles.inPopout)}
          aria-label="Messages"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
