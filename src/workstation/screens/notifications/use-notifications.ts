import { useCallback, useEffect, useRef, useState } from 'react';
import type { NotificationCalls, NotificationDelivery, NotificationsState } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';

/** The log is read again this often while something in it waits, ms. */
const FOLLOW_MS = 2_000;

/** A value that is loaded when the page opens, and again with `reload`. */
export interface Loaded<Value> {
  /** Null until it is loaded for the first time. */
  readonly value: Value | null;
  /** Why the last load failed. */
  readonly error: string | null;
  readonly reload: () => Promise<void>;
}

function useLoaded<Value>(load: (calls: NotificationCalls) => Promise<Value>): Loaded<Value> {
  const { platform } = useDesk();
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isUnmounted = useRef(false);
  const reload = useCallback(async () => {
    const outcome = await platform
      .notifications()
      .then(load)
      .then(
        (loaded) => ({ loaded }),
        (cause: unknown) => ({ message: cause instanceof Error ? cause.message : String(cause) }),
      );
    if (isUnmounted.current) return;
    if ('loaded' in outcome) setValue(outcome.loaded);
    setError('loaded' in outcome ? null : outcome.message);
  }, [platform, load]);
  useEffect(() => {
    isUnmounted.current = false;
    void reload();
    return () => {
      isUnmounted.current = true;
    };
  }, [reload]);
  return { value, error, reload };
}

const loadState = (calls: NotificationCalls): Promise<NotificationsState> => calls.load();
const loadDeliveries = (calls: NotificationCalls): Promise<readonly NotificationDelivery[]> =>
  calls.deliveries();

/** Settings and channels of the user. */
export const useNotificationsState = (): Loaded<NotificationsState> => useLoaded(loadState);

/** The log of deliveries. It is read again while something in it waits and the page is visible. */
export function useDeliveries(): Loaded<readonly NotificationDelivery[]> {
  const loaded = useLoaded(loadDeliveries);
  const { value, reload } = loaded;
  const isWaiting = value?.some(({ state }) => state === 'Waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return loaded;
}
