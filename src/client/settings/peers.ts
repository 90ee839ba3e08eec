/** The other pages of the same origin in this browser. They learn only the revision that was stored; the settings themselves they load from the server. */
export interface Peers {
  /** Announces a revision of the settings that was stored. */
  publish(revision: number): void;
  onPublished(listener: (revision: number) => void): () => void;
  dispose(): void;
}

const CHANNEL = 'tapedeck.settings';
const NOBODY: Peers = { publish: () => {}, onPublished: () => () => {}, dispose: () => {} };

/** Pages that notify one another; outside a browser there are none. */
export function browserPeers(): Peers {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return NOBODY;
  const channel = new BroadcastChannel(CHANNEL);
  return {
    publish: (revision) => channel.postMessage(revision),
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

/** The settings as they are kept up with those of the other pages. */
interface FollowedSettings {
  /** Null until they are loaded. */
  revision(): number | null;
  refresh(): Promise<void>;
}

/** Takes over what other pages store. `catchUp` is called after loading: what they stored meanwhile may be newer than what was loaded. */
export function followPeers(peers: Pick<Peers, 'onPublished'>, settings: FollowedSettings) {
  let latest = 0;
  const catchUp = (): void => {
    if (latest <= (settings.revision() ?? Infinity)) return;
    // Once: it may have been the revision of another user of this browser.
    latest = 0;
    void settings.refresh();
  };
  const stop = peers.onPublished((revision) => {
    latest = Math.max(latest, revision);
    catchUp();
  });
  return { catchUp, stop };
}
