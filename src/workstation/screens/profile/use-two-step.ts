import { useCallback, useEffect, useState } from 'react';
import type { SecondFactorSetup, SecondFactorState } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';

/** What the page of the two-step sign-in shows. */
export type TwoStepView =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly error: string }
  | { readonly is: 'off' }
  | { readonly is: 'setup'; readonly setup: SecondFactorSetup }
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  | { readonly is: 'on'; readonly state: SecondFactorState };

/** State of the page: what the server has stored, and the step of a setup. `message` is the result of the last change. */
export function useTwoStep() {
  const { credentials } = useDesk().platform;
  const [view, setView] = useState<TwoStepView>({ is: 'loading' });
  const [message, setMessage] = useState('');
  const load = useCallback(async () => {
    const loaded = await credentials.secondFactor();
    if (!loaded.ok) return setView({ is: 'failed', error: loaded.error });
    setView(loaded.value.sinceMs === null ? { is: 'off' } : { is: 'on', state: loaded.value });
  }, [credentials]);
  useEffect(() => {
    void load();
  }, [load]);
  return {
    view,
    message,
    reload: () => void load(),
    show: setView,
    /** Loads what is stored now, and shows what was changed. */
    finish(result: string) {
      setMessage(result);
      void load();
    },
  };
}
