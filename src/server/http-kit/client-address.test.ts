import { describe, expect, it } from 'vitest';
import { createAddressOf, isProxyRange } from './client-address.ts';

/** What the address of a request is, that came from `from` with these X-Forwarded-For headers. */
function seen(trusted: readonly string[], from: string | undefined, ...forwarded: string[]): string {
  // createAddressOf reads nothing of a socket but its remote address.
  const socket = { remoteAddress: from } as Parameters<ReturnType<typeof createAddressOf>>[0]['socket'];
  return createAddressOf(trusted)({
    socket,
    headers: forwarded.length > 0 ? { 'x-forwarded-for': forwarded.join(', ') } : {},
  });
}

describe('the address of a caller', () => {
  it("is the connection's own when no proxy is trusted, whatever it claims", () => {
    expect(seen([], '203.0.113.9')).toBe('203.0.113.9');
    expect(seen([], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(seen(['10.0.0.1'], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(seen(['10.0.0.1'], undefined, '198.51.100.1')).toBe('unknown');
  });

  it('is what a trusted proxy says', () => {
    expect(seen(['10.0.0.1'], '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    expect(seen(['10.0.0.0/8', 'fd00::/8'], '10.9.8.7', '2001:db8::1')).toBe('2001:db8::1');
    expect(seen(['10.0.0.0/8', 'fd00::/8'], 'fd00::17', '198.51.100.1')).toBe('198.51.100.1');
    expect(seen(['10.0.0.1'], '::ffff:10.0.0.1', '::ffff:198.51.100.1')).toBe('198.51.100.1');
    expect(seen(['::1'], '::1', '198.51.100.1:50123')).toBe('198.51.100.1');
    expect(seen(['::1'], '::1', '[2001:db8::1]:50123')).toBe('2001:db8::1');
  });

  it('is never one that the caller put in front of the proxy', () => {
    expect(seen(['10.0.0.1'], '10.0.0.1', '1.2.3.4', '198.51.100.1')).toBe('198.51.100.1');
    expect(seen(['10.0.0.1'], '10.0.0.1', '1.2.3.4, 5.6.7.8', '198.51.100.1')).toBe('198.51.100.1');
    // Not even when it passes itself off as a proxy.
    expect(seen(['10.0.0.0/8'], '10.0.0.1', '1.2.3.4', '10.0.0.7', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('is found behind several trusted proxies', () => {
    expect(seen(['10.0.0.0/8'], '10.0.0.1', '1.2.3.4', '198.51.100.1', '10.0.0.2')).toBe('198.51.100.1');
    expect(seen(['10.0.0.0/8'], '10.0.0.1', '10.0.0.3', '10.0.0.2')).toBe('10.0.0.3');
  });

  it('is that of the nearest known hop when a proxy names none', () => {
    expect(seen(['10.0.0.1'], '10.0.0.1')).toBe('10.0.0.1');
    expect(seen(['10.0.0.1'], '10.0.0.1', '')).toBe('10.0.0.1');
    expect(seen(['10.0.0.0/8'], '10.0.0.1', '198.51.100.1', 'unknown', '10.0.0.2')).toBe('10.0.0.2');
    expect(seen(['10.0.0.1'], '10.0.0.1', 'x'.repeat(5000))).toBe('10.0.0.1');
  });
});

describe('a trusted proxy', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', '192.0.2.1/32', '2001:db8::1/128'])(
    'may be %s',
    (text) => {
      expect(isProxyRange(text)).toBe(true);
    },
  );

  it.each([
    '',
    'proxy',
    'localhost',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    'fe80::1%eth0',
    '10.0.0.1:80',
  ])('may not be %j', (text) => {
    expect(isProxyRange(text)).toBe(false);
  });
});
