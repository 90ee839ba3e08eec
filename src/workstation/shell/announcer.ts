import { createStore, type StoreApi } from 'zustand/vanilla';

/** Announcements for screen readers, newest last. The number makes the same words twice two messages. */
export interface Announcer {
  say(text: string): void;
  readonly store: StoreApi<{ readonly text: string; readonly count: number }>;
}

/** Announces texts to screen readers. The same text twice is announced twice. */
export function createAnnouncer(): Announcer {
  const store = createStore(() => ({ text: '', count: 0 }));
  return { store, say: (text) => store.setState({ text, count: store.getState().count + 1 }) };
}
