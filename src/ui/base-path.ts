/**
 * What stands before the paths of the workstation in the address bar, such as `/tapedeck`: the path of the server's public URL, which the server names in
 * its pages. Empty at the root of a host, and when the page was opened at the server itself, around the proxy.
 */
export function basePath(): string {
  // The addresses are also read outside of browsers.
  if (typeof document === 'undefined') return '';
  const named = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
  const { pathname } = location;
  return pathname === named || pathname.startsWith(`${named}/`) ? named : '';
}

/** The address of a file or page of this site, given as its path from the root of the workstation. */
export function siteAddress(path: `/${string}`): string {
  return `${basePath()}${path}`;
}
