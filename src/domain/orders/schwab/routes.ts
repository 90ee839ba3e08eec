/** Routes that the external broker takes by name (spec platform.md §9). */
export const SCHWAB_ROUTES = [
  'AUTO',
  'INET',
  'ECN_ARCA',
  'CBOE',
  'AMEX',
  'PHLX',
  'ISE',
  'BOX',
  'NYSE',
  'NASDAQ',
  'BATS',
  'C2',
] as const;
/** A route of the Schwab API. */
export type SchwabRoute = (typeof SCHWAB_ROUTES)[number];

/** The route of an order that names none: Schwab chooses the venue. */
export const DEFAULT_SCHWAB_ROUTE: SchwabRoute = 'AUTO';

/** The route if the external broker knows it, otherwise AUTO. */
export function schwabRoute(route: string): SchwabRoute {
  return SCHWAB_ROUTES.find((known) => known === route) ?? DEFAULT_SCHWAB_ROUTE;
}
