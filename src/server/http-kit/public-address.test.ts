import { describe, expect, it } from 'vitest';
import { PublicAddress } from './public-address.ts';

const direct = new PublicAddress(undefined, () => [4600, 4601, 4602, 4603]);
const behindProxy = new PublicAddress(new URL('https://tapedeck.example:8443'), () => [4600]);

describe('isOwnOrigin', () => {
  it.each([
    ['of any of our ports on the same host', 'http://127.0.0.1:4600', '127.0.0.1:4601'],
    ['of an IPv6 address', 'http://[::1]:4600', '[::1]:4602'],
    ['behind a proxy on the default port', 'https://tapedeck.example', 'tapedeck.example'],
    ['behind a proxy on another port', 'https://tapedeck.example:8443', 'tapedeck.example:8443'],
    ['behind a mapped port of a container', 'http://127.0.0.1:8080', '127.0.0.1:8080'],
  ])('accepts a page %s', (_where, origin, host) => {
    expect(direct.isOwnOrigin({ headers: { origin, host } })).toBe(true);
  });

  it('accepts a program, which sends no origin', () => {
    expect(direct.isOwnOrigin({ headers: { host: '127.0.0.1:4601' } })).toBe(true);
  });

  it('accepts the page of the public URL, whatever host the proxy passes on', () => {
    const origin = 'https://tapedeck.example:8443';
    expect(behindProxy.isOwnOrigin({ headers: { origin, host: '127.0.0.1:4600' } })).toBe(true);
    expect(behindProxy.isOwnOrigin({ headers: { origin } })).toBe(true);
  });

  it.each([
    ['http://evil.example:4600', '127.0.0.1:4601'],
    ['http://127.0.0.1:9999', '127.0.0.1:4601'],
    ['null', '127.0.0.1:4601'],
    ['file://', '127.0.0.1:4601'],
    ['http://localhost:4600', '127.0.0.1:4601'],
    ['', '127.0.0.1:4601'],
    ['http://127.0.0.1:4600', undefined],
    ['http://127.0.0.1:4600.evil.example', '127.0.0.1:4601'],
    ['http://127.0.0.1', '127.0.0.1:4601'],
  ])('refuses %s at %s', (origin, host) => {
    expect(direct.isOwnOrigin({ headers: { origin, host } })).toBe(false);
  });

  it.each(['https://tapedeck.example', 'http://tapedeck.example:8443', 'https://evil.example:8443'])(
    'refuses %s, which is not the public URL',
    (origin) => {
      expect(behindProxy.isOwnOrigin({ headers: { origin, host: '127.0.0.1:4600' } })).toBe(false);
    },
  );
});

describe('a path prefix', () => {
  const below = new PublicAddress(new URL('https://example.com/tools/deck/'), () => [4600]);

  it.each([
    ['/tools/deck/api/config?x=1', '/api/config?x=1'],
    ['/tools/deck/', '/'],
    ['/tools/deck', '/'],
    ['/tools/deck?x=/y', '/?x=/y'],
    ['/tools/decks', '/tools/decks'],
    ['/tools', '/tools'],
    ['/livez', '/livez'],
    ['/workspace/tools/deck/', '/workspace/tools/deck/'],
  ])('is removed from %s', (path, rest) => {
    expect(below.withoutPrefix(path)).toBe(rest);
  });

  it('is empty at the root of a host, where paths stay as they are', () => {
    expect(behindProxy.prefix).toBe('');
    expect(behindProxy.withoutPrefix('/tools/deck/')).toBe('/tools/deck/');
  });

  it('limits cookies to its path', () => {
    expect(below.cookieScopeOf({ headers: {} })).toEqual({ isOverTls: true, path: '/tools/deck/' });
    expect(direct.cookieScopeOf({ headers: {} })).toEqual({ isOverTls: false, path: '/' });
  });
});

describe('isOwnHost', () => {
  it.each([
    'tapedeck.example:8443',
    'tapedeck.example',
    'Tapedeck.Example.',
    'localhost:4600',
    '127.0.0.1:4600',
    '10.1.2.3',
    '[::1]:4600',
    '[2001:db8::1]',
    undefined,
  ])('accepts %s', (host) => {
    expect(behindProxy.isOwnHost({ headers: { host } })).toBe(true);
  });

  it.each([
    'evil.example:8443',
    'evil.example',
    'tapedeck.example.evil.example',
    'xtapedeck.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@127.0.0.1:x',
    '',
  ])('refuses %j, which is not the host of the public URL', (host) => {
    expect(behindProxy.isOwnHost({ headers: { host } })).toBe(false);
  });

  it('accepts every host while no public URL is configured', () => {
    expect(direct.isOwnHost({ headers: { host: 'deck.lan:4600' } })).toBe(true);
  });
});

describe('isOverTls', () => {
  it.each([
    ['https', true],
    ['wss', true],
    ['HTTPS, http', true],
    ['http', false],
    [undefined, false],
  ])('reads X-Forwarded-Proto %s as %s', (forwarded, isOverTls) => {
    expect(direct.isOverTls({ headers: { 'x-forwarded-proto': forwarded } })).toBe(isOverTls);
  });

  it('follows the public URL without a header of the proxy', () => {
    expect(behindProxy.isOverTls({ headers: {} })).toBe(true);
  });
});

describe('socketOrigins', () => {
  it('is the host that the page was requested from', () => {
    expect(direct.socketOrigins({ headers: { host: '127.0.0.1:4600' } })).toEqual(['ws://127.0.0.1:4600']);
    expect(
      direct.socketOrigins({ headers: { host: 'tapedeck.example', 'x-forwarded-proto': 'https' } }),
    ).toEqual(['wss://tapedeck.example']);
  });

  it('contains the public URL', () => {
    expect(behindProxy.socketOrigins({ headers: { host: 'tapedeck.example:8443' } })).toEqual([
      'wss://tapedeck.example:8443',
    ]);
    expect(behindProxy.socketOrigins({ headers: { host: '127.0.0.1:4600' } })).toEqual([
      'wss://tapedeck.example:8443',
      'wss://127.0.0.1:4600',
    ]);
  });

  it('leaves out a host that would add a directive of its own', () => {
    expect(direct.socketOrigins({ headers: { host: 'a; script-src *' } })).toEqual([]);
  });
});
