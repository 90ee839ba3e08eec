import { expect, it } from 'vitest';
import { unknownVariables } from './unknown-variables.ts';

it('names variables that the server does not have, with the nearest that it has', () => {
  expect(
    unknownVariables({
      TAPEDECK_PUBLC_URL: 'https://tapedeck.example.com',
      TAPEDECK_KEEP_SESSION_DAYS: '3',
      TAPEDECK_METRIC_TOKEN_FILE: '/run/token',
      TAPEDECK_COLOR_OF_THE_SKY: 'blue',
    }),
  ).toEqual([
    'TAPEDECK_COLOR_OF_THE_SKY is set, but the server has no such variable; it is ignored.',
    'TAPEDECK_KEEP_SESSION_DAYS is set, but the server has no such variable; it is ignored. Did you mean TAPEDECK_KEEP_SESSIONS_DAYS?',
    'TAPEDECK_METRIC_TOKEN_FILE is set, but the server has no such variable; it is ignored. Did you mean TAPEDECK_METRICS_TOKEN_FILE?',
    'TAPEDECK_PUBLC_URL is set, but the server has no such variable; it is ignored. Did you mean TAPEDECK_PUBLIC_URL?',
  ]);
});

it('passes over variables of the server, of the commands and of other programs', () => {
  expect(
    unknownVariables({
      TAPEDECK_DATA: '/srv/tapedeck',
      TAPEDECK_BROKER_KEY: '',
      TAPEDECK_OIDC_CLIENT_SECRET_FILE: '/run/secret',
      TAPEDECK_RATE_ORDER: '1,10,1,10',
      TAPEDECK_ADMIN: 'Ann',
      TAPEDECK_TEST_DATABASE_URL: 'postgres://localhost/postgres',
      HOME: '/root',
      DATABASE_URLS: '',
    }),
  ).toEqual([]);
});
