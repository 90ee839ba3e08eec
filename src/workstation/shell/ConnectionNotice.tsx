import { useEffect, useState } from 'react';
import { useDesk } from '../desk-context.ts';
import { connectionNotice, type ConnectionNotice as Notice } from './connection-notice.ts';
import styles from './Shell.module.css';

/** Shows a lost connection or stale prices in the menu bar without moving anything. Updated each second, announced once to screen readers. */
export function ConnectionNotice() {
  const { platform, commands } = useDesk();
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    const { session, feed } = platform;
    const read = () =>
      setNotice((before) => {
        const next = connectionNotice(
          session.get(),
          feed.get(),
          Date.now(),
          (hostMs) => platform.exchangeMs() - (Date.now() - hostMs),
        );
        return next?.text === before?.text ? before : next;
      });
    read();
    const timer = setInterval(read, 1000);
    const offs = [session.subscribe(read), feed.subscribe(read)];
    return () => {
      clearInterval(timer);
      for (const off of offs) off();
    };
  }, [platform]);
  // The announcement leaves out the countdown.
  const [announced = ''] = notice?.text.split(' Retry in') ?? [];
  return (
    <>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
      {notice === null ? null : (
        <span className={styles.notice} title={notice.text}>
          <span aria-hidden>{notice.text}</span>
          {notice.canRetry ? (
            <button
              type="button"
              className={styles.retry}
              onClick={() => void commands.run('session.reconnect')}
            >
              Try now
            </button>
          ) : null}
        </span>
      )}
    </>
  );
}
