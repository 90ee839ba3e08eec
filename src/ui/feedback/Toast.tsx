import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import buttonStyles from '../controls/Button.module.css';
import styles from './Toast.module.css';
import { createToastQueue, MAX_TOASTS, type ToastData, type Toaster as Queue } from './toaster.ts';

/** Shows messages in the toast region of one page. */
export interface Toaster extends Queue {
  readonly manager: ReturnType<typeof Base.createToastManager>;
}

/** Makes the queue of toasts that a `ToastRegion` shows; usable outside React. */
export function createToaster(): Toaster {
  const manager = Base.createToastManager();
  return {
    manager,
    ...createToastQueue(manager, {
      setTimeout: (run, ms) => setTimeout(run, ms),
      nowMs: () => performance.now(),
    }),
  };
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

/** The properties of a `ToastRegion`. */
export interface ToastRegionProps {
  readonly toaster: Toaster;
  /** The body of the browser window that they are shown in; absent for the page's own. */
  readonly place?: HTMLElement;
  readonly children?: ReactNode;
}

/** Shows a toaster's messages in the message strip of the desk, or over the title bar of a tool's own browser window. */
export function ToastRegion({ toaster, place, children }: ToastRegionProps) {
  return (
    <Base.Provider toastManager={toaster.manager} limit={MAX_TOASTS}>
      {children}
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
