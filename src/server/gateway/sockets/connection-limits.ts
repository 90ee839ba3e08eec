/** Maximum number of open connections of a socket port. */
export interface MaxConnections {
  readonly total: number;
  /** From one address. Many users may share one, so the limit is not small. */
  readonly perAddress: number;
}

/** Default limits of each socket port. */
export const MAX_CONNECTIONS: MaxConnections = { total: 2000, perAddress: 1500 };

/** Counts the connections of one socket port. */
export interface ConnectionLimits {
  /** Counts a connection; false when the address or the port has its maximum already. */
  take(address: string): boolean;
  /** A counted connection was closed. */
  giveBack(address: string): void;
}

/** Limits of a port without connections. */
export function createConnectionLimits(max: MaxConnections): ConnectionLimits {
  const byAddress = new Map<string, number>();
  let total = 0;
  return {
    take(address) {
      const ofAddress = byAddress.get(address) ?? 0;
      if (total >= max.total || ofAddress >= max.perAddress) return false;
      total += 1;
      byAddress.set(address, ofAddress + 1);
      return true;
    },
    giveBack(address) {
      const ofAddress = byAddress.get(address) ?? 0;
      if (ofAddress === 0) return;
      total -= 1;
      // An address that left is forgotten, or the map would grow for ever.
      if (ofAddress === 1) byAddress.delete(address);
      else byAddress.set(address, ofAddress - 1);
    },
  };
}
