import { useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';
import { ToastRegion } from '../ui/index.ts';
import { useDesk, useSessionState } from './desk.ts';
import { DialogHost } from './dialogs/dialog-service.tsx';
import { DemoExpired, Login, Logout, NotFound, Settings, Start, Welcome, withNext } from './screens/screens.tsx';
import { MenuBar } from './shell/MenuBar.tsx';
import { registerShellCommands } from './shell/shell-commands.tsx';
import styles from './shell/Shell.module.css';
import { WorkspaceScreen } from './shell/WorkspaceScreen.tsx';

/** Lets only signed-in people through; the others go to start with the wanted path. */
function Guarded() {
  const { phase } = useSessionState();
  const { pathname } = useLocation();
  if (phase === 'demo-expired') return <Navigate to="/demoexpired" replace />;
  if (phase !== 'logged-in') return <Navigate to={withNext('/start', pathname)} replace />;
  return <div className={styles.desk}><MenuBar /><div className={styles.main}><Outlet /></div></div>;
}

/** True for keys that belong to the text being typed. Ctrl, Cmd and function keys work from within a field, too. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing) return true;
  const isInField = event.target instanceof Element && event.target.matches('[contenteditable],input,select,textarea');
  return isInField && !event.ctrlKey && !event.metaKey && !/^F\d+$/.test(event.key);
}

/** Binds the keys of all commands, again whenever commands come or go. */
function useCommandKeys() {
  const { commands, dialogs } = useDesk();
  useEffect(() => {
    let unbind = () => {};
    const bind = () => {
      unbind();
      unbind = tinykeys(window, Object.fromEntries(commands.all().flatMap(({ id, key }) => (key === undefined ? [] : [[key, (event: KeyboardEvent) => {
        if (dialogs.stack.getState().length > 0) return;
        event.preventDefault();
        void commands.run(id);
      }]]))), { ignore: isTyping });
    };
    bind();
    const off = commands.subscribe(bind);
    return () => { off(); unbind(); };
  }, [commands, dialogs]);
}

export function App() {
  const desk = useDesk();
  const navigate = useNavigate();
  useEffect(() => registerShellCommands(desk, (path) => void navigate(path)), [desk, navigate]);
  useCommandKeys();
  return (
    <ToastRegion toaster={desk.toaster}>
      <Routes>
        <Route path="/" element={<Welcome />} />
        <Route path="/welcome" element={<Welcome />} />
        <Route path="/start/:next?" element={<Start />} />
        <Route path="/login/:next?" element={<Login />} />
        <Route path="/logout" element={<Logout />} />
        <Route path="/demoexpired" element={<DemoExpired />} />
        <Route element={<Guarded />}>
          <Route path="/workspace/:name?" element={<WorkspaceScreen />} />
          <Route path="/settings" element={<Settings />} />
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
      <DialogHost dialogs={desk.dialogs} />
    </ToastRegion>
  );
}
