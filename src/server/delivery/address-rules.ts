import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** Public by their range, but served to the machines of one cloud only: Azure's metadata and DNS. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** Addresses of the internet; all other IPv6 is local, embedded IPv4 or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Where the server may connect to on behalf of users: addresses of the internet, and the ranges that the operator allows. */
export class AddressRules {
  readonly #allowed: readonly ReturnType<typeof ipaddr.parseCIDR>[];

  /** `allowedRanges`: addresses or CIDR ranges. */
  constructor(allowedRanges: readonly string[]) {
    this.#allowed = allowedRanges.map((range) => {
      if (range.includes('/')) return ipaddr.parseCIDR(range);
      const address = ipaddr.parse(range);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
  }

  /** Whether the operator allows any range. */
  get hasAllowedRanges(): boolean {
    return this.#allowed.length > 0;
  }

  /** Whether the operator allows an address by its range. */
  isAllowedByOperator(text: string): boolean {
    const address = parsed(text);
    return address !== undefined && this.#allowed.some((range) => isIn(address, range));
  }

  /** Whether the server may connect to an address. */
  allows(text: string): boolean {
    const address = parsed(text);
    if (address === undefined) return false;
    return this.isAllowedByOperator(text) || isOfInternet(address);
  }
}

/** An address, an IPv4-mapped one as IPv4; undefined for anything else. */
function parsed(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function isIn(address: Address, [network, bits]: ReturnType<typeof ipaddr.parseCIDR>): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function isOfInternet(address: Address): boolean {
  if (address.range() !== 'unicast' || CLOUD_ADDRESSES.has(address.toString())) return false;
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_IPV6);
}
