import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Strategies, StrategyVersion, StrategyVersionSource } from '../types.ts';

export const textOfError = (error: unknown): string =>
  error instanceof Error ? error.message : 'The server did not answer.';

interface LoadedVersions {
  /** Newest first; null until they are loaded. */
  readonly versions: readonly StrategyVersion[] | null;
  readonly error: string | null;
  readonly reload: () => void;
}

/** The versions of a strategy. */
export function useVersions(
  { versions: source }: Pick<Strategies, 'versions'>,
  name: string,
): LoadedVersions {
  const [state, setState] = useState<Omit<LoadedVersions, 'reload'>>({ versions: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    source.list(name).then(
      (versions) => !isOver && setState({ versions, error: null }),
      (error: unknown) => !isOver && setState((before) => ({ ...before, error: textOfError(error) })),
    );
    return () => {
      isOver = true;
    };
  }, [source, name, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, reload };
}

/** What two versions contain. */
export interface VersionPair {
  readonly before: StrategyVersionSource;
  readonly after: StrategyVersionSource;
}
interface LoadedPair {
  /** Null until both are loaded. */
  readonly pair: VersionPair | null;
  readonly error: string | null;
  readonly retry: () => void;
}

const NOTHING: StrategyVersionSource = { code: '', parameters: '' };
const NOT_LOADED = { key: '', pair: null, error: null } as const;

/** The sources of a strategy's versions. Each is loaded once: a version never changes. */
class VersionSources {
  readonly #versions: Strategies['versions'];
  readonly #name: string;
  readonly #loads = new Map<number, Promise<StrategyVersionSource>>();

  constructor(versions: Strategies['versions'], name: string) {
    this.#versions = versions;
    this.#name = name;
  }

  load(version: number | null): Promise<StrategyVersionSource> {
    if (version === null) return Promise.resolve(NOTHING);
    const before = this.#loads.get(version);
    if (before !== undefined) return before;
    const loading = this.#versions.source(this.#name, version);
    this.#loads.set(version, loading);
    loading.catch(() => this.#loads.delete(version));
    return loading;
  }
}

/** The content of the versions `from` and `to`; `from` null = nothing. */
export function useVersionPair(
  { versions }: Pick<Strategies, 'versions'>,
  name: string,
  from: number | null,
  to: number,
): LoadedPair {
  const sources = useMemo(() => new VersionSources(versions, name), [versions, name]);
  const [state, setState] = useState<Omit<LoadedPair, 'retry'> & { readonly key: string }>(NOT_LOADED);
  const [attempt, setAttempt] = useState(0);
  const key = `${from ?? ''}-${to}`;
  useEffect(() => {
    let isOver = false;
    Promise.all([sources.load(from), sources.load(to)]).then(
      ([before, after]) => !isOver && setState({ key, pair: { before, after }, error: null }),
      (error: unknown) => !isOver && setState({ key, pair: null, error: textOfError(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [sources, from, to, key, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...(state.key === key ? state : NOT_LOADED), retry };
}
