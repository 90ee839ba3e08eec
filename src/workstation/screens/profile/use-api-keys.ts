import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { IssuedApiKey, OwnApiKey } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';

interface Loaded {
  readonly keys: readonly OwnApiKey[];
  /** When they were loaded, host UTC ms: what has expired by then is shown so. */
  readonly atMs: number;
  /** Whether a change needs a code as well. */
  readonly hasFactor: boolean;
}

/** The page of the API keys: what it shows, and how far a change is. */
export interface ApiKeysPage {
  /** Null until they are loaded. */
  readonly loaded: Loaded | null;
  /** Why they could not be loaded. */
  readonly error: string | null;
  /** A key that was just created or rotated, until the user has kept it. */
  readonly issued: IssuedApiKey | null;
  readonly toRotate: OwnApiKey | null;
  readonly toRevoke: OwnApiKey | null;
  /** Result of the last change; empty when there is none. */
  readonly message: string;
  readonly status: RefObject<HTMLParagraphElement | null>;
  reload(): void;
  showIssued(key: IssuedApiKey): void;
  hideIssued(): void;
  openRotation(key: OwnApiKey | null): void;
  openRevocation(key: OwnApiKey | null): void;
  /** Answers the open question whether to revoke a key. */
  answerRevocation(isYes: boolean): void;
}

/** State of the page of API keys. */
export function useApiKeys(): ApiKeysPage {
  const { credentials } = useDesk().platform;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [issued, setIssued] = useState<IssuedApiKey | null>(null);
  const [toRotate, setToRotate] = useState<OwnApiKey | null>(null);
  const [toRevoke, setToRevoke] = useState<OwnApiKey | null>(null);
  const [message, setMessage] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const load = useCallback(async () => {
    const [keys, factor] = await Promise.all([credentials.apiKeys(), credentials.secondFactor()]);
    if (!keys.ok) return setError(keys.error);
    if (!factor.ok) return setError(factor.error);
    setError(null);
    setLoaded({ keys: keys.value, atMs: Date.now(), hasFactor: factor.value.sinceMs !== null });
  }, [credentials]);
  useEffect(() => {
    void load();
  }, [load]);
  /** What had the focus is gone after a change: the focus goes to the result. */
  async function finish(result: string) {
    setMessage(result);
    await load();
    status.current?.focus();
  }
  async function revoke(key: OwnApiKey) {
    const outcome = await credentials.revokeApiKey(key.id);
    await finish(outcome.ok ? `${key.name} was revoked.` : outcome.message);
  }
  return {
    loaded,
    error,
    issued,
    toRotate,
    toRevoke,
    message,
    status,
    reload: () => void load(),
    showIssued(key) {
      setMessage('');
      setToRotate(null);
      setIssued(key);
      void load();
    },
    hideIssued() {
      setIssued(null);
      void finish('The key is in force.');
    },
    openRotation(key) {
      setMessage('');
      setToRotate(key);
    },
    openRevocation: setToRevoke,
    answerRevocation(isYes) {
      if (isYes && toRevoke !== null) void revoke(toRevoke);
      setToRevoke(null);
    },
  };
}
