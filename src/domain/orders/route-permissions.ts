/** Kinds of orders that an account may send to a destination, as bits. */
export const RoutePermissionBit = { Stock: 1, Option: 2 } as const;
/** Permission for stock and option orders. */
export const ALL_ROUTE_PERMISSIONS = RoutePermissionBit.Stock | RoutePermissionBit.Option;

/** Permission bits by destination; a destination that is not named has none. null = every destination, both kinds. */
export type DestinationPermissions = Readonly<Record<string, number>> | null;

/** The permission bits of an account at a destination; 0 for a destination without any. */
export function permissionsAt(destinations: DestinationPermissions, destination: string): number {
  if (destinations === null) return ALL_ROUTE_PERMISSIONS;
  return Object.hasOwn(destinations, destination) ? (destinations[destination] ?? 0) : 0;
}
