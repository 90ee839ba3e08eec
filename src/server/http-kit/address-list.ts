import proxyAddr from '@fastify/proxy-addr';

/** Whether an address is in a list of addresses and CIDR ranges, each of which `isProxyRange` accepts. An empty list has every address. */
export function isInAddressList(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  try {
    return proxyAddr.compile([...ranges])(address, 0);
  } catch {
    // Not an address, as when a proxy has appended none.
    return false;
  }
}
