import { useCallback, useEffect, useRef, useState } from 'react';
import { Cancelled } from './patient-call.ts';
import type { Progress, Work } from './present-data.ts';

/** Work of a dialog: on the way, done, or failed with a message for the user. */
export type WorkState<Value> =
  | { readonly state: 'running'; readonly progress: Progress | null }
  | { readonly state: 'done'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

/** Runs work while the component is there, and again on request. `run` must stay the same function. Cancelled work reports nothing. */
export function useWork<Value>(
  run: (work: Work) => Promise<Value>,
): readonly [WorkState<Value>, { readonly retry: () => void; readonly cancel: () => void }] {
  const [state, setState] = useState<WorkState<Value>>({ state: 'running', progress: null });
  const [attempt, setAttempt] = useState(0);
  const cancelRun = useRef<() => void>(() => {});
  useEffect(() => {
    const controller = new AbortController();
    let isOver = false;
    const show = (next: WorkState<Value>) => {
      if (!isOver) setState(next);
    };
    cancelRun.current = () => controller.abort();
    setState({ state: 'running', progress: null });
    run({
      signal: controller.signal,
      onProgress: (progress) => show({ state: 'running', progress }),
    }).then(
      (value) => show({ state: 'done', value }),
      (cause: unknown) => {
        if (cause instanceof Cancelled) return;
        show({
          state: 'failed',
          message: cause instanceof Error ? cause.message : 'The server did not answer.',
        });
      },
    );
    return () => {
      isOver = true;
      controller.abort();
    };
  }, [run, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const cancel = useCallback(() => cancelRun.current(), []);
  return [state, { retry, cancel }];
}
