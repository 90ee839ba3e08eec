import { afterEach, describe, expect, it } from 'vitest';
import { basePath, siteAddress } from './base-path.ts';

/** The page of a server whose public URL has this path, opened at an address. */
function open(named: string | undefined, pathname: string): void {
  history.replaceState(null, '', pathname);
  if (named === undefined) return;
  const meta = document.createElement('meta');
  meta.name = 'base-path';
  meta.content = named;
  document.head.append(meta);
}

afterEach(() => {
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
});

describe('basePath', () => {
  it.each([
    [undefined, '/workspace', ''],
    ['/deck', '/deck/workspace', '/deck'],
    ['/deck', '/deck', '/deck'],
    ['/deck', '/decks/workspace', ''],
    ['/deck', '/workspace', ''],
  ])('of a page that names %s, opened at %s, is %j', (named, pathname, expected) => {
    open(named, pathname);
    expect(basePath()).toBe(expected);
    expect(siteAddress('/favicon.svg')).toBe(`${expected}/favicon.svg`);
  });
});
