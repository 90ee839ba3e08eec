import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Tells from which address a request came, for the limits that count by address. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * The address of the caller. Behind a proxy everybody has the proxy's: of a trusted one (an address or a CIDR range each)
 * its word in X-Forwarded-For is taken. Every proxy adds the address it was called from at the right, and what stands
 * left of that the caller may have made up: so the rightmost address that is no trusted proxy's is the caller's.
 */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/');
    if (prefix === undefined) trusted.addAddress(address, familyOf(address));
    else trusted.addSubnet(address, Number(prefix), familyOf(address));
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, familyOf(address));

  return ({ socket, headers }) => {
    let caller = plain(socket.remoteAddress ?? 'unknown');
    if (!isTrusted(caller)) return caller;
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    for (const hop of forwarded.toReversed()) {
      const address = plain(withoutPort(hop.trim()));
      // A proxy that names no address tells nothing of who stands behind it, and nothing left of it is its word.
      if (isIP(address) === 0) return caller;
      caller = address;
      if (!isTrusted(address)) return caller;
    }
    return caller;
  };
}

/** A trusted proxy as it may be set: an address, or a range such as 10.0.0.0/8. A range of everything would trust anybody. */
export function isProxyRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A socket that listens to both families names IPv4 callers within IPv6: one caller is one address. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Some proxies add the caller's port. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
