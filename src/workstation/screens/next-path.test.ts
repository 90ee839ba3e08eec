import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nextPath, noticeState, readNext, readNotice, withNext } from './next-path.ts';

const origin = 'http://desk.test';

describe('the page after signing in', () => {
  it('is the wanted one, with query and hash', () => {
    expect(nextPath('/profile', origin)).toBe('/profile');
    expect(nextPath('/trading?from=broker&ok=1#status', origin)).toBe('/trading?from=broker&ok=1#status');
  });

  it('is the workspace when none was wanted', () => expect(nextPath(undefined, origin)).toBe('/workspace'));

  it.each([
    'https://example.com/',
    '//example.com/',
    '/\\example.com',
    '/.//example.com',
    'profile',
    'javascript:alert(1)',
    '',
    '/\t/example.com',
  ])('is never of another site: %j', (wanted) => {
    const path = nextPath(wanted, origin);
    expect(new URL(path, origin).origin).toBe(origin);
    expect(path).not.toContain('example.com');
  });

  it.each(['/', '/welcome', '/start', '/Login/%2Fprofile', '/logout', '/demoexpired'])(
    'is never a page of signing in or out: %s',
    (wanted) => expect(nextPath(wanted, origin)).toBe('/workspace'),
  );

  property.prop([fc.webPath(), fc.webQueryParameters(), fc.webFragments()])(
    'survives the address of start and login',
    (path, query, hash) => {
      const wanted = `/workspace${path}?${query}#${hash}`;
      expect(readNext(withNext('/login', wanted))).toBe(wanted);
    },
  );

  it('is left out of the address when it is the default', () => {
    expect(withNext('/start', '/workspace')).toBe('/start');
    expect(readNext('/start')).toBeUndefined();
  });

  it('an address that cannot be decoded wants nothing', () =>
    expect(readNext('/login/%E0%A4%A')).toBeUndefined());
});

describe('the notice for the login page', () => {
  it('is passed on with the address', () => {
    expect(readNotice(noticeState('Your session has ended.'))).toBe('Your session has ended.');
    expect(noticeState(null)).toBeNull();
  });

  it.each([null, undefined, 'text', 7, {}, { notice: 5 }])('is undefined for anything else: %j', (state) =>
    expect(readNotice(state)).toBeNull(),
  );
});
