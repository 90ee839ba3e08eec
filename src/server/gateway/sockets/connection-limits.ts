/** How many connections a socket port holds at once. */
export interface MaxConnections {
  readonly total: number;
  /** From one address. Many people may sit behind one, so it is no small number. */
  readonly perAddress: number;
}

export const MAX_CONNECTIONS: MaxConnections = { total: 2000, perAddress: 1500 };

/** Counts the connections of one socket port. */
export interface ConnectionLimits {
  /** False when the address, or the port, has all the connections it may have. */
  take(address: string): boolean;
  giveBack(address: string): void;
}

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
