import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Returns the address that a request came from, for the limits per address. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * Determines client addresses behind the trusted proxies, each an address or a CIDR range. Every proxy appends the address that
 * called it to X-Forwarded-For, and a client can forge whatever is left of that. So the client's address is the rightmost one that
 * does not belong to a trusted proxy. The header is ignored when the connection does not come from a trusted proxy.
 */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    // The library reads these two fields of a request only. It returns the nearest hop first.
    const [connected, ...hops] = proxyAddr.all(request as IncomingMessage);
    let caller = plain(connected ?? 'unknown');
    for (const [index, hop] of hops.entries()) {
      if (!isTrusted(caller, index)) return caller;
      const address = plain(withoutPort(hop));
      // The proxy appended no address: the client behind it is unknown, and entries further left may be forged.
      if (isIP(address) === 0) return caller;
      caller = address;
    }
    return caller;
  };
}

/** Whether a configured proxy is valid: an address, or a range such as 10.0.0.0/8. A range of all addresses is not: it would trust every client. */
export function isProxyRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0 || address.includes('%')) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

/** A dual-stack socket reports IPv4 clients as IPv6-mapped addresses; both forms count as one client. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Some proxies append the client's port. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
