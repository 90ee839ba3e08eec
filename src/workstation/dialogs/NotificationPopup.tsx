import { Bell, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatTime } from '../../plugin-api/index.ts';
import { Button, IconButton } from '../../ui/index.ts';
import styles from './NotificationPopup.module.css';
import { shownNow, type Notifications } from './notifications.ts';

/** What fired and was not dismissed yet. Comes up without taking the focus, and is announced when there is a pause. */
export function NotificationPopup({ notifications }: { readonly notifications: Notifications }) {
  const state = useStore(notifications.store);
  const { isOpen, isKept, newest } = state;
  const items = shownNow(state);
  const isUp = isOpen && items.length > 0;
  const popup = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Where the pointer was when the popup came under it: it is in the popup on purpose once it has moved there. */
  const entered = useRef<readonly [number, number] | null>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [newest.count, isOpen]);

  // Opened by hand it takes the focus, and gives it back to the bell when it goes with it.
  useEffect(() => {
    if (!isUp || !isKept) return undefined;
    const opener = document.activeElement;
    popup.current?.querySelector('button')?.focus();
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, [isUp, isKept]);

  function dismiss(id: number, index: number) {
    // Its neighbour takes the focus that would go with it.
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    notifications.dismiss(id);
    if (hadFocus)
      requestAnimationFrame(() =>
        list.current?.querySelectorAll('button')[Math.min(index, items.length - 2)]?.focus(),
      );
  }
  return (
    <>
      <div role="status" className="visually-hidden">
        <span key={newest.count}>{newest.text}</span>
      </div>
      {isUp ? (
        <section
          ref={popup}
          className={styles.popup}
          data-kept={isKept}
          aria-label="Notifications"
          onPointerEnter={(event) => {
            entered.current = [event.clientX, event.clientY];
          }}
          onPointerMove={({ clientX, clientY }) => {
            if (entered.current?.[0] !== clientX || entered.current[1] !== clientY) notifications.hold(true);
          }}
          onPointerLeave={() => notifications.hold(false)}
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
      ) : null}
    </>
  );
}

/** Opens and closes the list of what was not dismissed; how many they are stands beside it. */
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
