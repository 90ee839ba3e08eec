export { createPlatform, type PlatformOptions } from './create-platform.ts';
export type { HostClock } from './host-clock.ts';
export { createExternalLink } from './external-broker/index.ts';
export { RequestError } from './connection/requests.ts';
export { HttpError, type CookieMode } from './connection/http-api.ts';
export type {
  CreateExternalLink,
  ExternalBrokerHost,
  ExternalBrokerLink,
  ExternalLinkState,
} from './trading-api/external-link.ts';
export type * from './types.ts';
