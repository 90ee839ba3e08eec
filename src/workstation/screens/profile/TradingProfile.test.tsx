import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { BROKERS } from '../../../domain/orders/brokers.ts';
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
  externalBroker: 'schwab',
  capabilities: BROKERS.schwab.capabilities,
  reconciliation: null,
  stated: null,
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

const page = (): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <TradingProfile />
    </MemoryRouter>,
  );
const status = (): string => /role="status"[^>]*>([^<]*)</.exec(page())?.[1] ?? '';

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

test('lists every registered broker, and disables one that this server does not have', () => {
  api = {
    ...LOGGED_OUT,
    api: 'Own',
    isExternalAvailable: false,
    login: 'LoggedIn',
    capabilities: BROKERS.tapedeck.capabilities,
  };
  const choices = [...page().matchAll(/<label><input ([^>]*)\/>([^<]*)</g)].map(([, input = '', label]) => [
    label,
    input.includes('disabled'),
  ]);
  expect(choices).toEqual([
    [BROKERS.tapedeck.name, false],
    [BROKERS.schwab.name, true],
  ]);
  expect(page()).toContain('This server has no external broker set up.');
});

test('shows what the chosen broker takes and every reason of what it lacks, and nothing for one that lacks nothing', () => {
  const external = page();
  expect(external).toContain('takes these orders: market, limit, stop, stop limit; time in force: day.');
  for (const reason of Object.values(BROKERS.schwab.capabilities.lacks))
    expect(external).toContain(`${reason}.`);
  api = { ...LOGGED_OUT, api: 'Own', capabilities: BROKERS.tapedeck.capabilities };
  expect(page()).not.toContain('takes these orders');
});
