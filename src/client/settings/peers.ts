/** The other pages of the same origin in this browser. They are told only that something was stored: what it is they ask the server. */
export interface Peers {
  /** Tells them of a revision of the settings that was stored. */
  tell(revision: number): void;
  onTold(listener: (revision: number) => void): () => void;
  dispose(): void;
}

const CHANNEL = 'tapedeck.settings';
const NOBODY: Peers = { tell: () => {}, onTold: () => () => {}, dispose: () => {} };

/** Pages that hear one another; outside a browser there are none. */
export function browserPeers(): Peers {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') return NOBODY;
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tell: (revision) => channel.postMessage(revision),
    onTold(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number') listener(data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    dispose: () => channel.close(),
  };
}
