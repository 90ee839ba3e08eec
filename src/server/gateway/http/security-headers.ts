import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NONCE_BYTES = 16;
const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600;
/** Nothing here needs the machine's devices. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const nonces = new WeakMap<IncomingMessage, string>();

/** The nonce of the style elements of one response, random. */
export function nonceOf(request: IncomingMessage): string {
  const nonce = nonces.get(request) ?? randomBytes(NONCE_BYTES).toString('base64');
  nonces.set(request, nonce);
  return nonce;
}

/**
 * What Tapedeck's pages may load and connect to: their own origin, sockets included. Scripts are loaded from files only.
 * Style elements need the response's nonce, which `csp-nonce.js` puts on those that the docking, editor and component
 * libraries create; style attributes, which the same libraries set all the time, cannot carry one and are allowed.
 */
export function securityHeaders(
  publicAddress: PublicAddress,
  workerSources: readonly string[],
): FastifyHelmetOptions {
  const styleNonce = (request: IncomingMessage): string => `'nonce-${nonceOf(request)}'`;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", styleNonce],
        styleSrcElem: ["'self'", styleNonce],
        styleSrcAttr: ["'unsafe-inline'"],
        // Older browsers do not count a socket of the same origin as 'self'.
        connectSrc: ["'self'", (request: IncomingMessage) => socketSources(request, publicAddress)],
        workerSrc: ["'self'", ...workerSources],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    // Sent by `otherHeaders`, over TLS only.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  };
}

/** The headers that the header library does not know or that depend on the caller. */
export function otherHeaders(publicAddress: PublicAddress) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    if (publicAddress.isOverTls(request.raw))
      reply.header('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}`);
  };
}

/** A source list must not be empty. */
function socketSources(request: IncomingMessage, publicAddress: PublicAddress): string {
  return publicAddress.socketOrigins(request).join(' ') || "'self'";
}
