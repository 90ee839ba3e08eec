import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDesk, type Desk } from '../desk-context.ts';
import { showsGettingStarted } from '../help/index.ts';
import { focusWhenLost } from '../shell/focus-tab.ts';
import { nextPath, readNext } from './next-path.ts';

const GETTING_STARTED = 'help.getting-started';

/** Demo visitors see Getting Started after each sign-in, users until they say that they have seen enough. */
function greet({ commands, platform }: Desk): void {
  if (showsGettingStarted(platform)) void commands.run(GETTING_STARTED).then(focusWhenLost);
}

/** The page that a user wanted before signing in, and the step that opens it. */
export interface Arrival {
  /** The wanted page as it stands in the address of start and login. */
  readonly wanted: string | undefined;
  /** Takes over the user's workspaces and opens the wanted page; after a sign-in Getting Started follows. */
  readonly arrive: (options: { readonly isSignIn: boolean }) => void;
}

/** The way from a session that stands to the page that was wanted. */
export function useArrival(): Arrival {
  const desk = useDesk();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const wanted = readNext(pathname);
  const arrive = useCallback(
    ({ isSignIn }: { readonly isSignIn: boolean }) => {
      desk.enter();
      void navigate(nextPath(wanted, location.origin), { replace: true });
      if (isSignIn) greet(desk);
    },
    [desk, navigate, wanted],
  );
  return { wanted, arrive };
}
