import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDesk } from '../../desk-context.ts';
import { Row } from './page-parts.tsx';

interface SignInState {
  /** Null while it is not known. */
  readonly hasFactor: boolean | null;
  readonly passkeyCount: number | null;
}

/** What the user signs in with beside the password, and the pages where that is changed. A dash stands for what could not be loaded. */
export function SignInRows() {
  const { credentials } = useDesk().platform;
  const [{ hasFactor, passkeyCount }, setState] = useState<SignInState>({
    hasFactor: null,
    passkeyCount: null,
  });
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([credentials.secondFactor(), credentials.passkeys()]).then(([factor, passkeys]) => {
      if (isCurrent)
        setState({
          hasFactor: factor.ok ? factor.value.sinceMs !== null : null,
          passkeyCount: passkeys.ok ? passkeys.value.length : null,
        });
    });
    return () => {
      isCurrent = false;
    };
  }, [credentials]);
  return (
    <>
      <Row name="Two-step sign-in" action={<Link to="/TwoStep">Set up or change</Link>}>
        {hasFactor === null ? null : hasFactor ? 'On' : 'Off'}
      </Row>
      <Row name="Passkeys" action={<Link to="/Passkeys">Add or remove</Link>}>
        {passkeyCount === null ? null : passkeyCount === 0 ? 'None' : passkeyCount}
      </Row>
    </>
  );
}
