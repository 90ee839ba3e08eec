import { useCallback, useEffect, useState } from 'react';

/** Time to read a sentence, ms. */
const PASSING_TEXT_MS = 5_000;

interface Shown {
  readonly text: string;
  readonly durationMs: number;
}

/**
 * A message about a moment, such as a press that sent nothing: it goes by itself, because later it would seem to be about what is on
 * screen then.
 * @returns the text that is shown now, or null; and `show(text, durationMs)`, where null hides the text at once
 */
export function usePassingText(): readonly [
  text: string | null,
  show: (text: string | null, durationMs?: number) => void,
] {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shown.durationMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const show = useCallback(
    (text: string | null, durationMs = PASSING_TEXT_MS) =>
      setShown(text === null ? null : { text, durationMs }),
    [],
  );
  return [shown?.text ?? null, show];
}
