import type { ConnectionName, Session } from '../../client/types.ts';

/** Since when each connection is in its present state, host UTC ms. */
export interface ConnectionTimes {
  since(name: ConnectionName): number;
}

/** Remembers when each socket last changed its status. `nowMs` is the clock of the host, UTC ms. */
export function createConnectionTimes(
  session: Pick<Session, 'get' | 'subscribe'>,
  nowMs: () => number,
): ConnectionTimes {
  const names: readonly ConnectionName[] = ['trading', 'streaming', 'data'];
  const seen = new Map(
    names.map((name) => [name, { status: session.get().connections[name].status, atMs: nowMs() }]),
  );
  session.subscribe(() => {
    for (const name of names) {
      const { status } = session.get().connections[name];
      if (seen.get(name)?.status !== status) seen.set(name, { status, atMs: nowMs() });
    }
  });
  return { since: (name) => seen.get(name)?.atMs ?? nowMs() };
}
