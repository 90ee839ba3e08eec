/**
 * Whether a page of this origin may call the server. Browsers send Origin with every WebSocket upgrade and cross-site POST, so a
 * foreign page is recognized by it. Other programs send none; they have no session cookie and must present a token.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  ownPorts: readonly number[],
): boolean {
  if (origin === undefined) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
  const hostName = hostNameOf(host);
  if (hostName === undefined || page.hostname !== hostName) return false;
  const port = page.port === '' ? (page.protocol === 'https:' ? 443 : 80) : Number(page.port);
  return ownPorts.includes(port) || (page.port === '' && page.host === host);
}

function hostNameOf(host: string): string | undefined {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
