/** The destinations with their routes. Options use the same destination, which selects their exchanges. */
export const OFFERED_ROUTES = [
  { Destination: 'SMART', Routes: ['AUTO', 'NSDQ', 'NYSE', 'ARCA', 'BATS', 'EDGX', 'IEX'] },
];

/** True when the destination exists and offers the route. */
export function isOfferedRoute(destination: string, route: string): boolean {
  return OFFERED_ROUTES.some(
    (offered) => offered.Destination === destination && offered.Routes.includes(route),
  );
}
