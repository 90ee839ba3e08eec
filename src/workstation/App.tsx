import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { instrumentContext } from '../plugin-api/index.ts';
import { ToastRegion } from '../ui/index.ts';
import { isPermitted, useDesk, useSessionState } from './desk-context.ts';
import { DialogHost } from './dialogs/DialogHost.tsx';
import { registerHelpCommands } from './help/index.ts';
import { OrderRequestsHost } from './proposals/OrderRequestsHost.tsx';
import { Screens } from './screens/routes.tsx';
import { bindCommandKeys } from './shell/command-keys.ts';
import { DialogsOfPage } from './shell/DialogsOfPage.tsx';
import { OutdatedNotice } from './shell/OutdatedNotice.tsx';
import { bindSymbolTyping } from './shell/symbol-typing.ts';

/** The end of a session takes its open dialogs along; the end of a demo leads to its own page from wherever one is. */
function useSessionEnd() {
  const { dialogs, toaster, clear } = useDesk();
  const navigate = useNavigate();
  const { phase } = useSessionState();
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    const wasIn = before.current === 'logged-in' || before.current === 'loading-account';
    before.current = phase;
    if (wasIn && (phase === 'logged-out' || phase === 'demo-expired')) {
      dialogs.clear();
      toaster.clear();
      clear();
    }
    if (phase === 'demo-expired') void navigate('/demoexpired', { replace: true });
  }, [phase, dialogs, toaster, clear, navigate]);
}

/** The page behind the current address, with the commands, dialogs and messages that all pages share. */
export function App() {
  const desk = useDesk();
  useEffect(() => registerHelpCommands(desk), [desk]);
  useEffect(() => bindCommandKeys(window, desk.commands, desk.dialogs.hasModal), [desk]);
  useEffect(
    () =>
      bindSymbolTyping(window, {
        windows: desk.windows,
        dialogs: desk.dialogs,
        isPermitted: (plugin) => isPermitted(plugin, desk.platform.session.get()),
        isBlocked: desk.dialogs.hasModal,
      }),
    [desk],
  );
  useSessionEnd();
  const { search } = useLocation();
  useEffect(() => {
    desk.route.follow();
    const requested = desk.route.takeRequested();
    if (requested !== null) desk.windows.request(instrumentContext(requested));
  }, [desk, search]);
  const inPopouts = useStore(desk.popoutToasts.store);
  return (
    <>
      <Screens />
      <OrderRequestsHost />
      <OutdatedNotice onReload={() => location.reload()} />
      <DialogHost dialogs={desk.dialogs} />
      <DialogsOfPage />
      <ToastRegion toaster={desk.toaster} />
      {inPopouts.map(({ id, place, toaster }) => (
        <ToastRegion key={id} toaster={toaster} place={place} />
      ))}
    </>
  );
}
