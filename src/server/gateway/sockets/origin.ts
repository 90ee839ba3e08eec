/**
 * May a page of this origin talk to us? Browsers always send Origin with a socket upgrade and with a cross-site POST, so
 * a foreign page is known by it. Programs send none: they hold no cookie of ours and must bring a token.
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
