import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { IncomingMessage } from 'node:http';
import type { Ports } from '../../config.ts';

/**
 * What a page of ours may load and talk to: itself and the three sockets, nothing else. Scripts come from files only.
 * Styles may be inline, because the docking, editor and component libraries set style attributes and add style elements;
 * styles cannot run code, and with `connect-src`, `img-src` and `font-src` closed they cannot carry anything out.
 */
export function securityHeaders(ports: () => Ports): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", (request: IncomingMessage) => socketSources(request.headers.host, ports())],
        workerSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    // Served over plain HTTP by default; a TLS proxy in front adds its own.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/** The sockets' addresses as the page at this Host must call them. A Host that is no plain name gets none. */
function socketSources(host: string | undefined, ports: Ports): string {
  const hostName = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d+)?$/.exec(host ?? '')?.[1];
  if (hostName === undefined) return "'self'";
  return [ports.trading, ports.streaming, ports.data].map((port) => `ws://${hostName}:${port}`).join(' ');
}
