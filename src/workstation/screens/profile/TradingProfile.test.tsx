import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TradingApiState } from '../../../client/types.ts';
import { TradingProfile } from './TradingProfile.tsx';

const LOGGED_OUT: TradingApiState = {
  api: 'External',
  name: 'External broker',
  login: 'LoggedOut',
  supportsLogout: true,
  tradingAccount: '7',
  error: null,
  loginUrl: 'http://desk/login',
  isExternalAvailable: true,
};
let api: TradingApiState;

// The desk brings every tool along; the screen needs the trading API alone.
vi.mock('../../desk-context.ts', () => ({
  useDesk: () => ({ platform: { tradingApi: {} } }),
  useSessionState: () => ({ isDemo: false }),
}));
vi.mock('./page-parts.tsx', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useTradingApi: () => api,
}));

beforeEach(() => {
  api = LOGGED_OUT;
});

const status = (): string =>
  /role="status"[^>]*>([^<]*)</.exec(
    renderToStaticMarkup(
      <MemoryRouter>
        <TradingProfile />
      </MemoryRouter>,
    ),
  )?.[1] ?? '';

test.each([
  ['LoggedIn', 'Logged in'],
  ['LoggingIn', 'Checking login status'],
  ['LoggedOut', 'Authentication required'],
] as const)('%s reads as "%s"', (login, text) => {
  api = { ...LOGGED_OUT, login };
  expect(status()).toBe(text);
});

test.each(['LoggedIn', 'LoggingIn', 'LoggedOut'] as const)(
  'what went wrong comes first, also while the login is %s',
  (login) => {
    api = { ...LOGGED_OUT, login, error: 'Server has a temporary problem responding' };
    expect(status()).toBe('Server has a temporary problem responding');
  },
);
