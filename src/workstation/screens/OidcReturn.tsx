import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, classNames, Spinner } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { CodeField } from './CodeField.tsx';
import { noticeState, withNext } from './next-path.ts';
import { keepOidcUnderWay, readOidcUnderWay, takeOidcUnderWay } from './oidc-under-way.ts';
import { BrandIcon, Screen, useTitle } from './parts.tsx';
import styles from './Screens.module.css';
import { useArrival } from './use-arrival.ts';

const NOT_BEGUN = 'No sign-in was begun in this tab. Sign in again.';
const NOT_LOADED = 'The server could not be reached.';

/** The page to which a provider of OpenID Connect sends the browser back. */
export function OidcReturn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useTitle('Sign in');
  useEffect(() => {
    if (search === '') return;
    const underWay = readOidcUnderWay();
    if (underWay) keepOidcUnderWay({ ...underWay, query: search });
    // The answer of the provider stays neither in the address nor in the history of the browser.
    void navigate(withNext('/oidc', underWay?.wanted), { replace: true });
  }, [navigate, search]);
  return search === '' ? <OidcFinish /> : <SigningIn />;
}

function SigningIn() {
  return (
    <Screen>
      <Spinner label="Signing in" />
    </Screen>
  );
}

/** Has the server check the answer of the provider, signs in, and shows the code for users with a second factor. */
function OidcFinish() {
  const { platform } = useDesk();
  const { wanted, arrive } = useArrival();
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  const [ticket, setTicket] = useState<string | null>(null);
  useEffect(() => {
    const leave = (notice: string | null): void =>
      void navigate(withNext('/login', wanted), { replace: true, state: noticeState(notice) });
    async function finish(): Promise<void> {
      const underWay = takeOidcUnderWay();
      if (underWay?.query === undefined) return leave(NOT_BEGUN);
      const { pending, query } = underWay;
      const finished = await platform.signInCalls().then(
        (calls) => calls.finishOidc(pending, query),
        () => null,
      );
      if (finished === null) return leave(NOT_LOADED);
      if (!finished.ok) return leave(finished.error);
      if (await platform.session.loginWithTicket(finished.value)) arrive({ isSignIn: true });
      else if (platform.session.get().isCodeRequired) setTicket(finished.value);
      // The login shows the error of the session.
      else leave(null);
    }
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finish();
  }, [arrive, navigate, platform, wanted]);
  return ticket === null ? <SigningIn /> : <CodeStep ticket={ticket} />;
}

function CodeStep({ ticket }: { readonly ticket: string }) {
  const { platform } = useDesk();
  const { wanted, arrive } = useArrival();
  const navigate = useNavigate();
  const session = useSessionState();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [isValidated, setValidated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const focusCode = () => form.current?.querySelector('input')?.focus();
  useEffect(focusCode, []);
  async function submit() {
    setValidated(true);
    if (isBusy || code.trim() === '') return focusCode();
    setBusy(true);
    const isIn = await platform.session.loginWithTicket(ticket, code.trim());
    if (isIn) return arrive({ isSignIn: true });
    if (!platform.session.get().isCodeRequired)
      return void navigate(withNext('/login', wanted), { replace: true });
    flushSync(() => {
      setBusy(false);
      setCode('');
      setValidated(false);
    });
    focusCode();
  }
  return (
    <Screen>
      <form
        ref={form}
        className={classNames(styles.box, styles.card)}
        noValidate
        data-validated={isValidated}
        aria-labelledby="product"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1 id="product" className={styles.brand}>
          <BrandIcon />
          Tapedeck
        </h1>
        <CodeField code={code} setCode={setCode} isValidated={isValidated} />
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          Sign in
        </Button>
        <Button onClick={() => void navigate(withNext('/login', wanted), { replace: true })}>Back</Button>
        <div className={styles.row}>
          <div className={classNames(styles.loginError, styles.error)} role="alert">
            {isBusy ? null : session.error}
          </div>
          {isBusy ? <Spinner label="Signing in" /> : null}
        </div>
      </form>
    </Screen>
  );
}
