/** The other pages of the same origin in this browser. They receive only the stored revision and load the settings from the server. */
export interface Peers {
  /** Publishes the revision of settings that were just stored. */
  publish(revision: number): void;
  /** Calls the listener with each revision that another page publishes; returns the function that unsubscribes. */
  onPublished(listener: (revision: number) => void): () => void;
  dispose(): void;
}

const CHANNEL = 'tapedeck.settings';
const NO_PEERS: Peers = { publish: () => {}, onPublished: () => () => {}, dispose: () => {} };

/** The other pages of this browser, over a broadcast channel; outside a browser there are none. */
export function browserPeers(): Peers {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return NO_PEERS;
  const channel = new BroadcastChannel(CHANNEL);
  return {
    publish: (revision) => channel.postMessage(revision),
    /** Calls the listener with each revision that another page publishes; returns the function that unsubscribes. */
    onPublished(listener) {
      const receive = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number') listener(data);
      };
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
    dispose: () => channel.close(),
  };
}

/** The part of the settings store that follows the other pages. */
interface FollowedSettings {
  /** Null until they are loaded. */
  revision(): number | null;
  refresh(): Promise<void>;
}

/** Refreshes the settings when another page has stored a newer revision. `catchUp` is to be called after a load: another page may have stored meanwhile. */
export function followPeers(peers: Pick<Peers, 'onPublished'>, settings: FollowedSettings) {
  let latest = 0;
  const catchUp = (): void => {
    if (latest <= (settings.revision() ?? Infinity)) return;
    // Only once: it may be the revision of another user of this browser.
    latest = 0;
    void settings.refresh();
  };
  const stop = peers.onPublished((revision) => {
    latest = Math.max(latest, revision);
    catchUp();
  });
  return { catchUp, stop };
}
