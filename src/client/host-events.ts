/** What the machine tells of itself besides the time: things after which a socket may be dead without anybody having noticed. */
export interface HostEvents {
  /** The page is looked at again, the network is back, the machine has woken: time to look at every connection. */
  onWake(listener: () => void): () => void;
}

/** The browser's own events; outside a browser there are none. */
export function browserHostEvents(): HostEvents {
  return {
    onWake(listener) {
      if (typeof document === 'undefined' || typeof window === 'undefined') return () => {};
      const onVisible = () => {
        if (document.visibilityState === 'visible') listener();
      };
      const onEvent = () => listener();
      document.addEventListener('visibilitychange', onVisible);
      // A frozen page, or one from the back-forward cache, goes on where it stood.
      document.addEventListener('resume', onEvent);
      window.addEventListener('online', onEvent);
      window.addEventListener('pageshow', onEvent);
      // Two machines side by side: the page was in sight all the time, but nobody was at it.
      window.addEventListener('focus', onEvent);
      return () => {
        document.removeEventListener('visibilitychange', onVisible);
        document.removeEventListener('resume', onEvent);
        window.removeEventListener('online', onEvent);
        window.removeEventListener('pageshow', onEvent);
        window.removeEventListener('focus', onEvent);
      };
    },
  };
}
