import { isIP } from 'node:net';

/** The site that passkeys belong to: browsers offer them at that origin only. */
export interface PasskeySite {
  readonly origin: string;
  /** The relying party id: the host name without its port. */
  readonly rpId: string;
}

/**
 * The site of passkeys: that of the public URL, or without one the page that makes the call, whose origin was checked. Undefined where browsers
 * have no passkeys: over plain http (but for localhost), and at a bare address.
 */
export function passkeySiteOf(
  publicUrl: URL | undefined,
  pageOrigin: string | undefined,
): PasskeySite | undefined {
  const origin = publicUrl?.origin ?? pageOrigin;
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const { hostname, protocol } = new URL(origin);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : undefined;
}
