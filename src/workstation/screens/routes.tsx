import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useStore } from 'zustand';
import { useDesk } from '../desk-context.ts';
import { FIRST_TOPIC, HOME_TOPIC } from '../help/index.ts';
import { currentOf } from '../workspace/workspace-state.ts';
import { DemoExpired } from './DemoExpired.tsx';
import { Arriving, DeskFrame, Guarded } from './guards.tsx';
import { InfoPage } from './InfoPage.tsx';
import { Login } from './Login.tsx';
import { Logout } from './Logout.tsx';
import { NotFound } from './NotFound.tsx';
import { useTitle } from './parts.tsx';
import { Start } from './Start.tsx';
import { Welcome } from './Welcome.tsx';

// Signing in needs no docks: they come in a chunk of their own.
const WorkspaceScreen = lazy(async () => ({
  default: (await import('../shell/signed-in.ts')).WorkspaceScreen,
}));
const family = () => import('./profile/index.ts');
const Profile = lazy(async () => ({ default: (await family()).Profile }));
const TradingProfile = lazy(async () => ({ default: (await family()).TradingProfile }));
const ChangePassword = lazy(async () => ({ default: (await family()).ChangePassword }));
const TwoStep = lazy(async () => ({ default: (await family()).TwoStep }));
const Passkeys = lazy(async () => ({ default: (await family()).Passkeys }));
const ApiKeys = lazy(async () => ({ default: (await family()).ApiKeys }));
const ContactInfo = lazy(async () => ({ default: (await family()).ContactInfo }));
const ResetPassword = lazy(async () => ({
  default: (await import('./ResetPassword.tsx')).ResetPassword,
}));
const ForgotPassword = lazy(async () => ({
  default: (await import('./ForgotPassword.tsx')).ForgotPassword,
}));
const OidcReturn = lazy(async () => ({
  default: (await import('./OidcReturn.tsx')).OidcReturn,
}));
const Notifications = lazy(async () => ({
  default: (await import('./notifications/Notifications.tsx')).Notifications,
}));
const Administration = lazy(async () => ({
  default: (await import('./administration/Administration.tsx')).Administration,
}));
const Components = lazy(async () => ({
  default: (await import('./components/Components.tsx')).Components,
}));
const Settings = lazy(async () => ({ default: (await import('./Settings.tsx')).Settings }));

function NamedWorkspace() {
  const { workspaces } = useDesk();
  useTitle(useStore(workspaces, (state) => currentOf(state)?.Name) ?? 'Workspace');
  return <WorkspaceScreen />;
}

/** Every address of the platform (specification, section 2.1). Upper and lower case are the same. */
export function Screens() {
  return (
    <Routes>
      <Route path="/" element={<Welcome />} />
      <Route path="/welcome" element={<Welcome />} />
      <Route path="/start/:next?" element={<Start />} />
      <Route path="/login/:next?" element={<Login />} />
      <Route
        path="/oidc/:next?"
        element={
          <Arriving>
            <OidcReturn />
          </Arriving>
        }
      />
      <Route path="/logout" element={<Logout />} />
      <Route
        path="/ResetPassword"
        element={
          <Arriving>
            <ResetPassword />
          </Arriving>
        }
      />
      <Route
        path="/ForgotPassword"
        element={
          <Arriving>
            <ForgotPassword />
          </Arriving>
        }
      />
      <Route path="/demoexpired" element={<DemoExpired />} />
      <Route element={<DeskFrame />}>
        <Route path="/TipsAndTricks" element={<InfoPage topic={HOME_TOPIC} title="Tips & Tricks" />} />
        <Route path="/GettingStarted" element={<InfoPage topic={FIRST_TOPIC} title="Getting Started" />} />
        <Route path="/Components" element={<Components />} />
        <Route element={<Guarded />}>
          <Route path="/workspace/:name?" element={<NamedWorkspace />} />
          <Route path="/profile" element={<Profile />} />
          <Route path="/trading" element={<TradingProfile />} />
          <Route path="/ChangePassword" element={<ChangePassword />} />
          <Route path="/TwoStep" element={<TwoStep />} />
          <Route path="/Passkeys" element={<Passkeys />} />
          <Route path="/ApiKeys" element={<ApiKeys />} />
          <Route path="/ContactInfo" element={<ContactInfo />} />
          <Route path="/Notifications" element={<Notifications />} />
          <Route path="/Administration" element={<Administration />} />
          <Route path="/Settings" element={<Settings />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
