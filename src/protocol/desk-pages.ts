/**
 * Addresses of the workstation's pages (specification, section 2.1), in lower case. Upper and lower case are the same. Those in
 * `DESK_PAGES_WITH_NAME` may be followed by a name, which may hold any character.
 */
export const DESK_PAGES_WITH_NAME = ['/workspace', '/start', '/login'] as const;

export const DESK_PAGES: readonly string[] = [
  '/',
  '/welcome',
  '/logout',
  '/demoexpired',
  '/tipsandtricks',
  '/gettingstarted',
  '/profile',
  '/trading',
  '/changepassword',
  '/contactinfo',
  '/settings',
  ...DESK_PAGES_WITH_NAME,
];

/** True for the address of a page without a name, with or without a slash at its end. */
export const isDeskPage = (path: string): boolean =>
  DESK_PAGES.includes(path.toLowerCase().replace(/(?<=.)\/$/, ''));
