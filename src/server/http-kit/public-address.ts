import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

type Request = Pick<IncomingMessage, 'headers'>;

/** Where browsers send the server's cookies. */
export interface CookieScope {
  /** Whether the cookie is sent over TLS only. */
  readonly isOverTls: boolean;
  /** Ends in a slash. */
  readonly path: string;
}

/** The path of a public URL without its last slash: empty when the workstation is at the root of its host. */
export function prefixOf(url: URL | undefined): string {
  return url?.pathname.replace(/\/$/, '') ?? '';
}

/** How clients reach the server: directly at its ports, or through proxies at a public URL. */
export class PublicAddress {
  readonly #url: URL | undefined;
  readonly #ownPorts: () => readonly number[];

  readonly #isTlsServer: boolean;

  /**
   * `url`: the address that clients use, when it is configured. `ownPorts`: read at each request, because free ports are known only after listening.
   * `isTlsServer`: whether the ports of the server are TLS.
   */
  constructor(url: URL | undefined, ownPorts: () => readonly number[], isTlsServer = false) {
    this.#url = url;
    this.#ownPorts = ownPorts;
    this.#isTlsServer = isTlsServer;
  }

  /** What stands before the paths of the workstation in the browser, such as `/tapedeck`; empty at the root of the host. */
  get prefix(): string {
    return prefixOf(this.#url);
  }

  /**
   * The path (with its query) of a request without the prefix. A path without it is returned as it is: the proxy has removed the prefix, or the
   * request came around the proxy, such as a health check.
   */
  withoutPrefix(path: string): string {
    const { prefix } = this;
    if (prefix === '' || !path.startsWith(prefix)) return path;
    const rest = path.slice(prefix.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : path;
  }

  /** The scope of cookies that are set in the answer to the request. */
  cookieScopeOf(request: Request): CookieScope {
    return { isOverTls: this.isOverTls(request), path: `${this.prefix}/` };
  }

  /**
   * Whether the request names a host of this server: that of the public URL, an address, or `localhost`. A page of a foreign domain that resolves to this
   * server (DNS rebinding) names its domain. Without a public URL the names of the server are unknown, and every host passes.
   */
  isOwnHost({ headers: { host } }: Request): boolean {
    if (this.#url === undefined || host === undefined) return true;
    if (!URL.canParse(`http://${host}`)) return false;
    const hostname = new URL(`http://${host}`).hostname.replace(/\.$/, '');
    if (hostname === this.#url.hostname || hostname === 'localhost') return true;
    return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  }

  /** The refusal of a request for which `isOwnHost` is false. */
  foreignHostText(): string {
    return `This server is at ${this.#url?.href}. Use that address, have the proxy pass on the Host of the browser, or correct TAPEDECK_PUBLIC_URL.`;
  }

  /**
   * Whether a page of the request's origin may call the server. Browsers send Origin with every WebSocket upgrade and cross-site
   * POST, so a page of another site is recognized by it. Other programs send none; they have no session cookie and must present a
   * token.
   */
  isOwnOrigin({ headers: { origin, host } }: Request): boolean {
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    if (page.protocol !== 'http:' && page.protocol !== 'https:') return false;
    // A proxy need not pass the Host on when the public URL is configured.
    if (page.origin === this.#url?.origin) return true;
    if (host === undefined || !URL.canParse(`http://${host}`)) return false;
    if (page.host === host) return true;
    const port = page.port === '' ? (page.protocol === 'https:' ? 443 : 80) : Number(page.port);
    return page.hostname === new URL(`http://${host}`).hostname && this.#ownPorts().includes(port);
  }

  /**
   * Whether the client's connection is over TLS: the server's ports are TLS, the public URL has https, or the proxy that terminates TLS reports it in
   * X-Forwarded-Proto. A client that forges the header only receives stricter cookies.
   */
  isOverTls({ headers }: Request): boolean {
    if (this.#isTlsServer || this.#url?.protocol === 'https:') return true;
    const forwarded = headers['x-forwarded-proto'];
    const scheme =
      typeof forwarded === 'string' ? forwarded.split(',', 1)[0]?.trim().toLowerCase() : undefined;
    // For the upgrade of a WebSocket some proxies name the scheme of the socket.
    return scheme === 'https' || scheme === 'wss';
  }

  /**
   * The origins of the sockets as the page of this request calls them, for its content security policy; empty when its Host is not a
   * plain name and no public URL is configured.
   */
  socketOrigins(request: Request): readonly string[] {
    const host = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d+)?$/.exec(request.headers.host ?? '')?.[0];
    const hosts = [...new Set([this.#url?.host, host])].filter((name) => name !== undefined);
    const scheme = this.isOverTls(request) ? 'wss' : 'ws';
    return hosts.map((name) => `${scheme}://${name}`);
  }
}
