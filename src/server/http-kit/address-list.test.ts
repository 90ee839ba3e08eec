import { expect, it } from 'vitest';
import { isInAddressList } from './address-list.ts';

it.each([
  ['203.0.113.9', [], true],
  ['203.0.113.9', ['203.0.113.9'], true],
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24', '10.0.0.0/8'], false],
  ['10.9.8.7', ['203.0.113.0/24', '10.0.0.0/8'], true],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32'], false],
  ['::1', ['127.0.0.1'], false],
  ['unknown', ['203.0.113.0/24'], false],
])('decides whether %s is in %j: %s', (address, ranges, isIn) => {
  expect(isInAddressList(address, ranges)).toBe(isIn);
});
