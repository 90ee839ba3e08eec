/** Where one goes after signing in when nothing else was wanted. */
export const DEFAULT_PATH = '/workspace';
/** Pages of signing in and out: being led back to them would go in circles, or sign out again. */
const PASSED_PAGES: ReadonlySet<string> = new Set([
  '',
  'welcome',
  'start',
  'login',
  'oidc',
  'logout',
  'demoexpired',
  'resetpassword',
]);

/** The page to open after signing in: the wanted one when it is a page of this site, else the default. */
export function nextPath(wanted: string | undefined, origin: string): string {
  if (wanted === undefined || wanted === '' || /^[a-z][a-z0-9+.-]*:/i.test(wanted)) return DEFAULT_PATH;
  let url: URL;
  // A page may be named with or without its first slash: /login/profile is meant for people to type.
  try {
    url = new URL(wanted.startsWith('/') ? wanted : `/${wanted}`, origin);
  } catch {
    return DEFAULT_PATH;
  }
  // Two slashes would name another host once this path is an address again.
  if (url.origin !== origin || url.pathname.startsWith('//')) return DEFAULT_PATH;
  if (PASSED_PAGES.has((url.pathname.split('/')[1] ?? '').toLowerCase())) return DEFAULT_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The start, login or return page that leads on to a path (with its query and hash) afterwards. */
export function withNext(route: '/start' | '/login' | '/oidc', path: string | undefined): string {
  return path === undefined || path === DEFAULT_PATH ? route : `${route}/${encodeURIComponent(path)}`;
}

/** The path that `withNext` put into an address; undefined when there is none or it cannot be read. */
export function readNext(pathname: string): string | undefined {
  // Read from the address itself: a route parameter would lose the difference between a slash and an escaped one.
  const written = pathname.split('/')[2];
  if (written === undefined || written === '') return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

/** Passes a message to the login page. */
export function noticeState(notice: string | null): { readonly notice: string } | null {
  return notice === null ? null : { notice };
}

/** The text that `noticeState` put beside an address; null when there is none. */
export function readNotice(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'notice' in state && typeof state.notice === 'string'
    ? state.notice
    : null;
}
