/** Events of the host after which a socket may be dead without a close event. */
export interface HostEvents {
  /** The page is visible again, the network is back or the machine has woken: check every connection. */
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
      // A frozen page, or one from the back-forward cache, continues where it was.
      document.addEventListener('resume', onEvent);
      window.addEventListener('online', onEvent);
      window.addEventListener('pageshow', onEvent);
      // With two machines side by side the page stays visible while it is not used.
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
