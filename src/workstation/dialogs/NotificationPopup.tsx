import { Bell, X } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { formatTime } from '../../plugin-api/index.ts';
import { Button, IconButton } from '../../ui/index.ts';
import styles from './NotificationPopup.module.css';
import { shownNow, type Notifications } from './notifications.ts';
import { useHoldByPointer, usePopupFocus, useScrollToNewest } from './use-popup-focus.ts';

/** Lists the notifications that are not dismissed. Opens without taking the focus; screen readers announce the newest politely. */
export function NotificationPopup({ notifications }: { readonly notifications: Notifications }) {
  const state = useStore(notifications.store);
  const { isOpen, newest } = state;
  return (
    <>
      <div role="status" className="visually-hidden">
        <span key={newest.count}>{newest.text}</span>
      </div>
      {isOpen && shownNow(state).length > 0 ? <Popup notifications={notifications} /> : null}
    </>
  );
}

function Popup({ notifications }: { readonly notifications: Notifications }) {
  const state = useStore(notifications.store);
  const items = shownNow(state);
  const popup = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useScrollToNewest(list, state.newest.count);
  usePopupFocus(popup, state.isKept);

  function dismiss(id: number, index: number) {
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    notifications.dismiss(id);
    // Move the focus to the next notification, or it would be lost with the button.
    if (hadFocus)
      requestAnimationFrame(() =>
        list.current?.querySelectorAll('button')[Math.min(index, items.length - 2)]?.focus(),
      );
  }
  return (
    <section
      ref={popup}
      className={styles.popup}
      data-kept={state.isKept}
      aria-label="Notifications"
      {...useHoldByPointer(notifications)}
      onFocus={() => notifications.hold(true)}
      onBlur={() => notifications.hold(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          notifications.toggle();
        }
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>Notifications</h2>
        <Button tone="quiet" className={styles.all} onClick={notifications.dismissShown}>
          Dismiss all
        </Button>
      </header>
      <ul ref={list} className={styles.list}>
        {items.map(({ id, timestampMs, text }, index) => (
          <li key={id} className={styles.item}>
            <time className={styles.time} dateTime={new Date(timestampMs).toISOString()}>
              {formatTime(timestampMs, 'HH:mm:ss')}
            </time>
            <span className={styles.text}>{text}</span>
            <IconButton label={`Dismiss ${text}`} hint="Dismiss" onClick={() => dismiss(id, index)}>
              <X size={13} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens and closes the list of notifications; shows how many are not dismissed. */
export function NotificationBell({ notifications }: { readonly notifications: Notifications }) {
  const count = useStore(notifications.store, ({ items }) => items.length);
  const isOpen = useStore(notifications.store, (state) => state.isOpen && state.items.length > 0);
  const label = count === 0 ? 'No notifications' : count === 1 ? '1 notification' : `${count} notifications`;
  return (
    <span className={styles.bell}>
      <IconButton
        label={label}
        aria-expanded={isOpen}
        disabled={count === 0}
        focusableWhenDisabled
        onClick={notifications.toggle}
      >
        <Bell size={14} />
      </IconButton>
      {count === 0 ? null : (
        <span className={styles.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
