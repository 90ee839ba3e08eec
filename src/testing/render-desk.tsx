import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { createMemoryServer, type MemoryServer } from '../client/testing/memory-server.ts';
import { ALL_PERMISSIONS } from '../domain/permissions.ts';
import type { PluginRegistry } from '../plugin-api/index.ts';
import { App } from '../workstation/App.tsx';
import { DeskContext, type Desk } from '../workstation/desk-context.ts';
import { createDesk } from '../workstation/create-desk.ts';
import { followSettings } from '../workstation/theme.ts';
import { answerAlerts } from './answer-alerts.ts';
import { answerDrawings } from './answer-drawings.ts';
import { answerMarket } from './answer-market.ts';
import { closeAfterTest } from './rendered.ts';

/** The workstation on the page, and the user in front of it. */
export interface RenderedDesk {
  readonly desk: Desk;
  readonly server: MemoryServer;
  /** Types, clicks and moves the focus as a user does. */
  readonly user: UserEvent;
  /** Path, query and hash of the address. */
  path(): string;
  /** Renders the desk again at the present address, as a reload of the page does. */
  reload(): void;
}

/** What is rendered, and over which server. */
export interface RenderDeskOptions {
  /** Address that is opened, e.g. `/login`. */
  readonly path: string;
  /** `createDeskServer()` unless given. */
  readonly server?: MemoryServer;
  /** The installed tools unless given. */
  readonly plugins?: PluginRegistry;
}

/** A server in memory whose user Ann has the password `right`, all permissions and a market that stands still. */
export function createDeskServer(): MemoryServer {
  const server = createMemoryServer();
  server.permissionMask = ALL_PERMISSIONS;
  answerMarket(server);
  answerAlerts(server);
  answerDrawings(server);
  return server;
}

/** Puts a desk on the page; returns it with the way to close it. */
function mount(plugins: PluginRegistry | undefined): { desk: Desk; close: () => void } {
  const desk = createDesk(plugins);
  const unfollow = followSettings(desk.platform.settings);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <DeskContext value={desk}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </DeskContext>,
  );
  return {
    desk,
    close() {
      root.unmount();
      unfollow();
      desk.clear();
      desk.platform.dispose();
      document.body.replaceChildren();
    },
  };
}

/** Renders the whole workstation at an address, against a server in memory. It is closed after the test. */
export function renderDesk({ path, server = createDeskServer(), plugins }: RenderDeskOptions): RenderedDesk {
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('WebSocket', server.WebSocket);
  history.replaceState(null, '', path);
  let mounted = mount(plugins);
  closeAfterTest(() => {
    mounted.close();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });
  return {
    get desk() {
      return mounted.desk;
    },
    server,
    user: userEvent.setup(),
    path: () => location.pathname + location.search + location.hash,
    reload() {
      // As the page does when it goes: what was changed last is stored.
      mounted.desk.leavePage();
      mounted.close();
      mounted = mount(plugins);
    },
  };
}

/** Closes the dialog that opens after each sign-in with a password. */
export async function closeGettingStarted(user: UserEvent): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Getting Started' });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    if (dialog.isConnected) throw new Error('Getting Started is still shown');
  });
}

/** Renders the workstation for the signed-in user Ann; resolves once the menu bar is shown. */
export async function renderSignedIn({
  server = createDeskServer(),
  ...options
}: RenderDeskOptions): Promise<RenderedDesk> {
  server.isAuthenticated = true;
  const rendered = renderDesk({ ...options, server });
  await screen.findByRole('tablist', { name: 'Workspaces' });
  return rendered;
}
