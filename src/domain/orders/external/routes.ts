/** Routes that the external broker takes by name (spec platform.md §9). */
export const EXTERNAL_ROUTES = [
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
export type ExternalRoute = (typeof EXTERNAL_ROUTES)[number];

export const DEFAULT_EXTERNAL_ROUTE: ExternalRoute = 'AUTO';

/** The route if the external broker knows it, otherwise AUTO. */
export function externalRoute(route: string): ExternalRoute {
  return EXTERNAL_ROUTES.find((known) => known === route) ?? DEFAULT_EXTERNAL_ROUTE;
}
