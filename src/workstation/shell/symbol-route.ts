import { isSymbolForm } from '../../domain/symbols/symbol.ts';
import type { SymbolRoute } from '../../plugin-api/index.ts';
import { isDeskPath } from './workspace-path.ts';

const PARAMETER = 'symbol';
const LAST_KEY = 'tapedeck.last-symbols';
/** Remembers within the tab what the desk itself wrote into the address: after a reload it is not a request of the user. */
const OWN_KEY = 'tapedeck.own-symbol';

/** The parts of the browser that hold the symbol of a page: the address, the history, and what a reload and the user's next visit find. */
export interface SymbolRouteDeps {
  /** What stands before the paths of the workstation; empty unless given. */
  readonly basePath?: string;
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly session: Pick<Storage, 'getItem' | 'setItem'>;
  readonly local: Pick<Storage, 'getItem' | 'setItem'>;
  readonly userId: () => string | null;
}

/** The symbol in the address of the page, for one browser window. */
export interface DeskSymbolRoute extends SymbolRoute {
  /** The address has changed, not by `select`. */
  follow(): void;
  /** The symbol of the address at the start, once; null when there is none. */
  takeRequested(): string | null;
}

/** Storage may be full or blocked: what is remembered is a convenience. */
const quietly = <Value>(read: () => Value, otherwise: Value): Value => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

function parsed(text: string | null): Record<string, unknown> {
  const value: unknown = quietly(() => JSON.parse(text ?? '{}'), {});
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Reads the symbol of the address, or else the one that the user had chosen before. */
export function createSymbolRoute({
  basePath = '',
  location,
  history,
  session,
  local,
  userId,
}: SymbolRouteDeps): DeskSymbolRoute {
  const listeners = new Set<() => void>();
  let symbol: string | null = null;
  let requested: string | null = null;

  function set(next: string | null): void {
    if (next === symbol) return;
    symbol = next;
    for (const listener of [...listeners]) listener();
  }
  function follow(): void {
    const given = new URLSearchParams(location.search).get(PARAMETER)?.trim().toUpperCase() ?? '';
    const next = isSymbolForm(given) ? given : null;
    if (next !== null && next !== symbol && next !== quietly(() => session.getItem(OWN_KEY), null))
      requested = next;
    set(next);
  }
  const lastOf = () => parsed(quietly(() => local.getItem(`${LAST_KEY}.${userId() ?? ''}`), null));

  return {
    symbol: {
      get: () => symbol,
      subscribe(listener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    },
    follow,
    takeRequested() {
      const taken = requested;
      requested = null;
      return taken;
    },
    select(toolId, next) {
      if (!isSymbolForm(next)) return;
      quietly(
        () => local.setItem(`${LAST_KEY}.${userId() ?? ''}`, JSON.stringify({ ...lastOf(), [toolId]: next })),
        undefined,
      );
      quietly(() => session.setItem(OWN_KEY, next), undefined);
      // Another page of the platform has no symbol.
      if (!isDeskPath(location.pathname.slice(basePath.length))) return;
      const search = new URLSearchParams(location.search);
      search.set(PARAMETER, next);
      history.replaceState(history.state, '', `${location.pathname}?${search}${location.hash}`);
      set(next);
    },
    lastSymbol(toolId) {
      const last = lastOf()[toolId];
      return typeof last === 'string' && isSymbolForm(last) ? last : null;
    },
  };
}
