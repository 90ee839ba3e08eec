/** The routes of a destination, and whether the account may send stock and option orders there. */
export interface RoutePermission {
  readonly Destination: string;
  readonly Routes: readonly string[];
  readonly Stock: boolean;
  readonly Option: boolean;
}
