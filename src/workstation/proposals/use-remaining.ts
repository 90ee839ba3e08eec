import { useEffect, useState } from 'react';

const REFRESH_MS = 500;

/** Milliseconds until a time in ms of this machine's clock, as it passes; negative afterwards. */
export function useRemaining(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return untilMs - nowMs;
}
