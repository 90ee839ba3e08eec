import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../domain/calendar/durations.ts';
import { ConfigError, readConfig } from './config.ts';
import { MESSAGE_LIMITS } from './gateway/sockets/message-limits.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      ports: { http: 4600, trading: 4601, streaming: 4602, data: 4603 },
      hasSocketPorts: true,
      trustedProxies: [],
      publicUrl: undefined,
      tls: undefined,
      dataFolder: '.tapedeck',
      databaseUrl: undefined,
      market: { kind: 'simulated', argument: '', settings: {} },
      seed: undefined,
      fillMode: 'queue',
      logLevel: 'warn',
      logFormat: 'text',
      logMaxBytes: 20 * 1024 * 1024,
      logFiles: 5,
      retention: {
        sessionsMs: 0,
        firedAlertsMs: undefined,
        deliveriesMs: undefined,
        strategyRunsMs: undefined,
        versionsMs: 30 * DAY_MS,
        removedDocumentsMs: 90 * DAY_MS,
      },
      delivery: { allowedRanges: [], mail: undefined },
      demoMinutes: 30,
      figures: 'ahead',
      messageLimits: MESSAGE_LIMITS,
      metrics: undefined,
    });
  });

  it('reads every variable', () => {
    expect(
      readConfig({
        TAPEDECK_PORT: '5000',
        TAPEDECK_HOST: '0.0.0.0',
        TAPEDECK_SOCKET_PORTS: 'off',
        TAPEDECK_DATA: '/srv/deck',
        TAPEDECK_TLS_CERT: '/etc/deck.pem',
        TAPEDECK_TLS_KEY: '/etc/deck.key',
        DATABASE_URL: 'postgres://a:b@db:5432/deck',
        TAPEDECK_MARKET: 'replay:/srv/tapes',
        TAPEDECK_MARKET_START: '2025-03-14',
        TAPEDECK_SPEED: '2.5',
        TAPEDECK_SEED: '42',
        TAPEDECK_LOG: 'debug',
        TAPEDECK_FILL_MODE: 'trade-through',
        TAPEDECK_DEMO_MINUTES: '5',
        TAPEDECK_FIGURES: 'requested',
        TAPEDECK_LOG_FORMAT: 'json',
        TAPEDECK_LOG_MAX_MB: '3',
        TAPEDECK_METRICS_PORT: '9464',
        TAPEDECK_METRICS_TOKEN: 'a-token-of-22-letters',
        TAPEDECK_TRUSTED_PROXY: '127.0.0.1, fd00::/8',
        TAPEDECK_PUBLIC_URL: 'https://tapedeck.example:8443/',
        TAPEDECK_RATE_ORDER: '10, 20, 30, 40',
        TAPEDECK_DELIVERY_ALLOW: '10.1.2.3, fd00::/8',
        TAPEDECK_SMTP_URL: 'smtps://deck@mail.example.com',
        TAPEDECK_LOG_FILES: '9',
        TAPEDECK_KEEP_SESSIONS_DAYS: '7',
        TAPEDECK_KEEP_FIRED_ALERTS_DAYS: '365',
        TAPEDECK_KEEP_DELIVERIES_DAYS: '90',
        TAPEDECK_KEEP_STRATEGY_RUNS_DAYS: '400',
        TAPEDECK_KEEP_VERSIONS_DAYS: '10',
        TAPEDECK_KEEP_REMOVED_DOCUMENTS_DAYS: '180',
        TAPEDECK_SMTP_PASSWORD: 'secret',
        TAPEDECK_MAIL_FROM: 'Tapedeck <tapedeck@example.com>',
      }),
    ).toEqual({
      host: '0.0.0.0',
      ports: { http: 5000, trading: 5001, streaming: 5002, data: 5003 },
      hasSocketPorts: false,
      trustedProxies: ['127.0.0.1', 'fd00::/8'],
      publicUrl: new URL('https://tapedeck.example:8443'),
      tls: { certificate: '/etc/deck.pem', key: '/etc/deck.key' },
      dataFolder: '/srv/deck',
      databaseUrl: 'postgres://a:b@db:5432/deck',
      market: {
        kind: 'replay',
        argument: '/srv/tapes',
        settings: { startDate: '2025-03-14', speed: 2.5 },
      },
      seed: 42,
      fillMode: 'trade-through',
      logLevel: 'debug',
      logFormat: 'json',
      logMaxBytes: 3 * 1024 * 1024,
      logFiles: 9,
      retention: {
        sessionsMs: 7 * DAY_MS,
        firedAlertsMs: 365 * DAY_MS,
        deliveriesMs: 90 * DAY_MS,
        strategyRunsMs: 400 * DAY_MS,
        versionsMs: 10 * DAY_MS,
        removedDocumentsMs: 180 * DAY_MS,
      },
      demoMinutes: 5,
      delivery: {
        allowedRanges: ['10.1.2.3', 'fd00::/8'],
        mail: {
          url: new URL('smtps://deck@mail.example.com'),
          password: 'secret',
          from: 'Tapedeck <tapedeck@example.com>',
        },
      },
      figures: 'requested',
      messageLimits: {
        ...MESSAGE_LIMITS,
        order: { connection: { perSecond: 10, burst: 20 }, user: { perSecond: 30, burst: 40 } },
      },
      metrics: { port: 9464, token: 'a-token-of-22-letters' },
    });
  });

  it('takes an empty value as not given', () => {
    expect(readConfig({ TAPEDECK_PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
  });

  it('refuses a market that is not registered with the list of those that are', () => {
    expect(problemsOf({ TAPEDECK_MARKET: 'live:polygon' })).toEqual([
      'TAPEDECK_MARKET is "live:polygon"; it must be one of the registered markets: "simulated", "replay:<folder>", "alpaca", "feed:<url>".',
    ]);
  });

  it('accepts the last ports of the system when the sockets have no ports of their own', () => {
    const environment = { TAPEDECK_PORT: '65535', TAPEDECK_SOCKET_PORTS: 'off' };
    expect(readConfig(environment).ports.http).toBe(65_535);
  });

  it('accepts 0 as a paused market', () => {
    const { market } = readConfig({ TAPEDECK_MARKET: 'replay:/srv/tapes', TAPEDECK_SPEED: '0' });
    expect(market.settings).toEqual({ startDate: undefined, speed: 0 });
  });

  it.each([
    ['TAPEDECK_LOG_FILES', '0'],
    ['TAPEDECK_KEEP_DELIVERIES_DAYS', '0'],
    ['TAPEDECK_KEEP_VERSIONS_DAYS', '31'],
    ['TAPEDECK_KEEP_REMOVED_DOCUMENTS_DAYS', 'forever'],
    ['TAPEDECK_PORT', '0'],
    ['TAPEDECK_PORT', '65533'],
    ['TAPEDECK_PORT', '4600x'],
    ['TAPEDECK_PORT', '-1'],
    ['TAPEDECK_HOST', 'not a host'],
    ['TAPEDECK_SOCKET_PORTS', 'no'],
    ['DATABASE_URL', 'mysql://a'],
    ['TAPEDECK_MARKET', 'replay:'],
    ['TAPEDECK_MARKET', 'replay'],
    ['TAPEDECK_MARKET', 'simulated:'],
    ['TAPEDECK_MARKET', 'simulated:/srv/tapes'],
    ['TAPEDECK_MARKET', 'toString'],
    ['TAPEDECK_MARKET', 'live'],
    ['TAPEDECK_MARKET_START', '2025-02-30'],
    ['TAPEDECK_MARKET_START', 'yesterday'],
    ['TAPEDECK_SPEED', '0.5'],
    ['TAPEDECK_SPEED', '101'],
    ['TAPEDECK_SEED', '1.5'],
    ['TAPEDECK_SEED', '99999999999'],
    ['TAPEDECK_LOG', 'loud'],
    ['TAPEDECK_LOG_FORMAT', 'yaml'],
    ['TAPEDECK_LOG_MAX_MB', '0'],
    ['TAPEDECK_METRICS_PORT', '0'],
    ['TAPEDECK_METRICS_PORT', '4603'],
    ['TAPEDECK_METRICS_TOKEN', 'short'],
    ['TAPEDECK_METRICS_TOKEN', 'a token with spaces'],
    ['TAPEDECK_FILL_MODE', 'best'],
    ['TAPEDECK_DEMO_MINUTES', '0'],
    ['TAPEDECK_FIGURES', 'never'],
    ['TAPEDECK_PUBLIC_URL', 'tapedeck.example'],
    ['TAPEDECK_PUBLIC_URL', 'ftp://tapedeck.example'],
    ['TAPEDECK_PUBLIC_URL', 'https://tapedeck.example/path?query'],
    ['TAPEDECK_PUBLIC_URL', 'https://tapedeck.example/path#hash'],
    ['TAPEDECK_PUBLIC_URL', 'https://user@tapedeck.example/'],
    ['TAPEDECK_PUBLIC_URL', 'https://tapedeck.example/a%20b/'],
    ['TAPEDECK_PUBLIC_URL', 'https://tapedeck.example//'],
    ['TAPEDECK_PUBLIC_URL', 'https://tapedeck.example/api/'],
    ['TAPEDECK_TRUSTED_PROXY', 'proxy'],
    ['TAPEDECK_TRUSTED_PROXY', '10.0.0.0/33'],
    ['TAPEDECK_TRUSTED_PROXY', '0.0.0.0/0'],
    ['TAPEDECK_TRUSTED_PROXY', '127.0.0.1,'],
    ['TAPEDECK_RATE_ORDER', '500'],
    ['TAPEDECK_RATE_ORDER', '500,5000,1000,many'],
    ['TAPEDECK_RATE_QUERY', '0,100,1,100'],
    ['TAPEDECK_RATE_QUERY', '1,9,1,10'],
    ['TAPEDECK_RATE_SUBSCRIPTION', '3001,5000,4000,5000'],
    ['TAPEDECK_RATE_SUBSCRIPTION', '3000,50001,3000,60000'],
    ['TAPEDECK_RATE_STRATEGY', '10,300,9,600'],
    ['TAPEDECK_RATE_STRATEGY', '10,300,10,299'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const lines = problemsOf({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).toMatch(/must be/);
  });

  it('rejects a message rate of a class that does not exist', () => {
    expect(problemsOf({ TAPEDECK_RATE_ORDERS: '10,20,30,40' })).toEqual([
      expect.stringMatching(/^TAPEDECK_RATE_ORDERS is no message rate; the rates are TAPEDECK_RATE_ORDER, /),
    ]);
  });

  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/deck', 'https://example.com/deck/'],
    ['https://example.com:8443/a/b.c/', 'https://example.com:8443/a/b.c/'],
  ])('reads the public URL %s as %s', (given, read) => {
    expect(readConfig({ TAPEDECK_PUBLIC_URL: given }).publicUrl?.href).toBe(read);
  });

  it.each([
    ['TAPEDECK_TLS_CERT', 'TAPEDECK_TLS_KEY'],
    ['TAPEDECK_TLS_KEY', 'TAPEDECK_TLS_CERT'],
  ])('rejects %s without %s', (given, missing) => {
    expect(problemsOf({ [given]: '/etc/deck.pem' })).toEqual([
      expect.stringMatching(`^${missing} must be set`),
    ]);
  });

  it('lists every wrong value at once', () => {
    expect(problemsOf({ TAPEDECK_PORT: 'x', TAPEDECK_SEED: 'y', TAPEDECK_LOG: 'z' })).toHaveLength(3);
  });

  it('never repeats a token, or a database address, which may hold a password', () => {
    expect(problemsOf({ TAPEDECK_METRICS_TOKEN: 'secret' }).join()).not.toContain('secret');
    expect(problemsOf({ DATABASE_URL: 'http://me:secret@db' }).join()).not.toContain('secret');
  });

  it('refuses ranges and mail servers that are none, one of the two settings of mail alone, and shows no password', () => {
    expect(problemsOf({ TAPEDECK_DELIVERY_ALLOW: '10.0.0.0/8,everything' })).toEqual([
      expect.stringContaining('TAPEDECK_DELIVERY_ALLOW is "10.0.0.0/8,everything"'),
    ]);
    expect(problemsOf({ TAPEDECK_SMTP_URL: 'smtp://a:secret@mail.example.com' })).toEqual([
      'TAPEDECK_MAIL_FROM must be set too: mail needs a mail server and a sender.',
    ]);
    const wrong = problemsOf({ TAPEDECK_SMTP_URL: 'http://a:secret@mail', TAPEDECK_MAIL_FROM: 'nobody' });
    expect(wrong).toHaveLength(2);
    expect(wrong.join()).not.toContain('secret');
  });
});
