import { describe, expect, it } from 'vitest';
import { AddressRules } from './address-rules.ts';

describe('the addresses that the server connects to for users', () => {
  const rules = new AddressRules([]);

  it.each([
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.8.9.10'],
    ['the unspecified address, which reaches loopback', '0.0.0.0'],
    ['private networks', '10.1.2.3'],
    ['private networks', '172.16.0.1'],
    ['private networks', '192.168.1.1'],
    ['link-local addresses with the metadata of clouds', '169.254.169.254'],
    ['shared address space with the metadata of a cloud', '100.100.100.200'],
    ['the host of virtual machines of a cloud', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['documentation networks', '192.0.2.1'],
    ['IPv6 loopback', '::1'],
    ['the unspecified IPv6 address', '::'],
    ['IPv6 link-local addresses', 'fe80::1'],
    ['unique local addresses', 'fd00:ec2::254'],
    ['site-local addresses', 'fec0::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private addresses in hexadecimal', '::ffff:c0a8:101'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['translated loopback', '64:ff9b::7f00:1'],
    ['translated loopback of a local prefix', '64:ff9b:1::7f00:1'],
    ['tunnelled addresses', '2002:7f00:1::1'],
    ['what is no address', 'localhost'],
  ])('do not include %s (%s)', (_range, address) => {
    expect(rules.allows(address)).toBe(false);
  });

  it.each(['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8'])(
    'include %s',
    (address) => {
      expect(rules.allows(address)).toBe(true);
    },
  );

  it('include the ranges of the operator, mapped addresses too', () => {
    const allowing = new AddressRules(['10.1.2.3', '192.168.7.0/24', 'fd00::/8']);
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', '192.168.7.9', 'fd00::5'].map((each) => allowing.allows(each)),
    ).toEqual([true, true, true, true]);
    expect(['10.1.2.4', '192.168.8.1', 'fe80::1', '127.0.0.1'].some((each) => allowing.allows(each))).toBe(
      false,
    );
    expect(allowing.isAllowedByOperator('8.8.8.8')).toBe(false);
  });
});
