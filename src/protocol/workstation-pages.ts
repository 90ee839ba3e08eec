/** Paths of pages that may be followed by a name, such as that of a workspace, which may hold any character. */
export const WORKSTATION_PAGES_WITH_NAME = ['/workspace', '/start', '/login', '/oidc'] as const;

/** Paths of the workstation's pages (specification, section 2.1), in lower case; upper and lower case are the same. */
export const WORKSTATION_PAGES: readonly string[] = [
  '/',
  '/welcome',
  '/logout',
  '/demoexpired',
  '/tipsandtricks',
  '/gettingstarted',
  '/components',
  '/profile',
  '/trading',
  '/changepassword',
  '/resetpassword',
  '/forgotpassword',
  '/twostep',
  '/passkeys',
  '/apikeys',
  '/contactinfo',
  '/notifications',
  '/administration',
  '/settings',
  ...WORKSTATION_PAGES_WITH_NAME,
];

/** True for the address of a page without a name, with or without a slash at its end. */
export const isWorkstationPage = (path: string): boolean =>
  WORKSTATION_PAGES.includes(path.toLowerCase().replace(/(?<=.)\/$/, ''));
