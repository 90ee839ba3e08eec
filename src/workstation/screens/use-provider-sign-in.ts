import { useEffect, useState } from 'react';
import { useDesk, type Desk } from '../desk-context.ts';
import { keepOidcUnderWay } from './oidc-under-way.ts';
import { useArrival } from './use-arrival.ts';

/** The way to the provider of OpenID Connect. */
export interface ProviderSignIn {
  /** The page is about to be left. */
  readonly isLeaving: boolean;
  /** Why it could not be left; null after `reset`. */
  readonly failure: string | null;
  /** Leaves for the provider. */
  start(): Promise<void>;
  /** Another way to sign in is tried. */
  reset(): void;
}

/** Begins sign-ins with a provider of OpenID Connect. */
export function useProviderSignIn(): ProviderSignIn {
  const { platform } = useDesk();
  const { wanted } = useArrival();
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // Browsers may show the page again as it was left, such as with Back from the provider.
    const onShown = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false);
    };
    addEventListener('pageshow', onShown);
    return () => removeEventListener('pageshow', onShown);
  }, []);
  async function start() {
    if (isLeaving) return;
    setLeaving(true);
    setFailure(null);
    const problem = await openProvider(platform, wanted);
    if (problem === null) return;
    setFailure(problem);
    setLeaving(false);
  }
  return { isLeaving, failure, start, reset: () => setFailure(null) };
}

/** Opens the page of the provider in place of this one; resolves with a text when it could not. */
async function openProvider(platform: Desk['platform'], wanted: string | undefined): Promise<string | null> {
  const begun = await platform.signInCalls().then(
    (calls) => calls.beginOidc(),
    () => null,
  );
  if (begun === null) return 'The server could not be reached.';
  if (!begun.ok) return begun.error;
  const { url, pending } = begun.value;
  if (!keepOidcUnderWay({ pending, wanted }))
    return 'This sign-in needs the storage of the browser, which is turned off for this page.';
  location.assign(url);
  return null;
}
