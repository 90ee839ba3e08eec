import { describe, expect, it } from 'vitest';
import { passkeySiteOf } from './passkey-site.ts';

describe('the site of passkeys', () => {
  it.each([
    ['https://deck.example:8443/tools/', undefined, 'https://deck.example:8443', 'deck.example'],
    ['https://deck.example/', 'http://127.0.0.1:4600', 'https://deck.example', 'deck.example'],
    [undefined, 'http://localhost:4600', 'http://localhost:4600', 'localhost'],
    [undefined, 'https://deck.lan:4600', 'https://deck.lan:4600', 'deck.lan'],
  ])('of public URL %s and page %s is %s', (url, page, origin, rpId) => {
    expect(passkeySiteOf(url === undefined ? undefined : new URL(url), page)).toEqual({ origin, rpId });
  });

  it.each([
    [undefined, undefined],
    [undefined, 'null'],
    [undefined, 'http://deck.lan:4600'],
    [undefined, 'http://192.168.1.7:4600'],
    [undefined, 'https://192.168.1.7:4600'],
    [undefined, 'https://[::1]:4600'],
    [undefined, 'http://localhost.evil.example:4600'],
    ['http://deck.lan/', 'http://localhost:4600'],
  ])('is none with public URL %s and page %s', (url, page) => {
    expect(passkeySiteOf(url === undefined ? undefined : new URL(url), page)).toBeUndefined();
  });
});
