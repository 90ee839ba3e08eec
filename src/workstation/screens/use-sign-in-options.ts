import { useEffect, useState } from 'react';
import type { SignInOptions } from '../../client/types.ts';
import { useDesk } from '../desk-context.ts';

const NONE: SignInOptions = { mailsResetLinks: false, oidcLabel: null };

/** What the server offers beside name and password; nothing until that is known. */
export function useSignInOptions(): SignInOptions {
  const { platform } = useDesk();
  const [offered, setOffered] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    platform
      .signInCalls()
      .then((calls) => calls.options())
      .then(
        (options) => {
          if (isCurrent) setOffered(options);
        },
        // The sign-in itself says that the server cannot be reached.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [platform]);
  return offered;
}
