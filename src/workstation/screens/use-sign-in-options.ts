import { useEffect, useState } from 'react';
import { useDesk } from '../desk-context.ts';

/** Whether the server mails reset links; false until that is known. */
export function useMailsResetLinks(): boolean {
  const { platform } = useDesk();
  const [mailsResetLinks, setMailsResetLinks] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    platform
      .signInCalls()
      .then((calls) => calls.options())
      .then(
        (options) => {
          if (isCurrent) setMailsResetLinks(options.mailsResetLinks);
        },
        // The sign-in itself says that the server cannot be reached.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [platform]);
  return mailsResetLinks;
}
