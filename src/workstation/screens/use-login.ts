import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useDesk } from '../desk-context.ts';
import { useArrival } from './use-arrival.ts';

/** The entries of the login and how far it is. */
export interface LoginForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly userName: string;
  readonly password: string;
  readonly code: string;
  /** The password was accepted, and a code of the second factor is the next entry. */
  readonly isCodeStep: boolean;
  /** True once the present step was sent: missing entries are marked from then on. */
  readonly isValidated: boolean;
  readonly isBusy: boolean;
  readonly hasTried: boolean;
  setUserName(userName: string): void;
  setPassword(password: string): void;
  setCode(code: string): void;
  /** Sends the present step; after a refusal the focus is on the entry to correct. */
  submit(): Promise<void>;
  /** Signs in with a passkey in place of password and code. */
  usePasskey(): Promise<void>;
  /** Back from the code to name and password. */
  restart(): void;
}

/** State of the login page: name and password, then a code for users with a second factor. */
export function useLogin(): LoginForm {
  const { platform } = useDesk();
  const { arrive } = useArrival();
  const form = useRef<HTMLFormElement>(null);
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeStep, setCodeStep] = useState(false);
  const [isValidated, setValidated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  /** Shows a step, and sets the focus once its fields are on the page. */
  function show(step: 'password' | 'code') {
    flushSync(() => {
      setBusy(false);
      setCode('');
      // A code field that was just emptied is not a missing entry.
      if (step === 'code' || isCodeStep) setValidated(false);
      setCodeStep(step === 'code');
    });
    focus(step);
  }
  async function submit() {
    setValidated(true);
    if (isBusy || form.current?.checkValidity() !== true) {
      form.current?.querySelector<HTMLInputElement>('input:invalid')?.focus();
      return;
    }
    setBusy(true);
    setTried(true);
    const isIn = await platform.session.login(
      userName.trim(),
      password,
      isCodeStep ? code.trim() : undefined,
    );
    if (isIn) {
      setBusy(false);
      arrive({ isSignIn: true });
    } else show(platform.session.get().isCodeRequired ? 'code' : 'password');
  }
  async function enterWithPasskey() {
    if (isBusy) return;
    setBusy(true);
    setTried(true);
    const isIn = await platform.session.loginWithPasskey();
    setBusy(false);
    if (isIn) arrive({ isSignIn: true });
  }
  return {
    form,
    userName,
    password,
    code,
    isCodeStep,
    isValidated,
    isBusy,
    hasTried,
    setUserName,
    setPassword,
    setCode,
    submit,
    usePasskey: enterWithPasskey,
    restart: () => show('password'),
  };
}
