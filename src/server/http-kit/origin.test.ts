import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './origin.ts';

const ports = [4600, 4601, 4602, 4603];

describe('isOwnOrigin', () => {
  it('takes a page served from any of our ports on the same host', () => {
    expect(isOwnOrigin('http://127.0.0.1:4600', '127.0.0.1:4601', ports)).toBe(true);
    expect(isOwnOrigin('http://[::1]:4600', '[::1]:4602', ports)).toBe(true);
  });
  it('takes a program, which sends no origin', () => {
    expect(isOwnOrigin(undefined, '127.0.0.1:4601', ports)).toBe(true);
  });
  it('takes a page behind a proxy on the default port when the host is the very same', () => {
    expect(isOwnOrigin('https://deck.example', 'deck.example', ports)).toBe(true);
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
    expect(isOwnOrigin(origin, host, ports)).toBe(false);
  });
});
