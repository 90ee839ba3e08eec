export { createAlpacaLink } from './alpaca-link.ts';
export type { ExternalLink } from './link-dialect.ts';
export { fetchBrokerState } from './broker-session.ts';
export { createSchwabLink } from './schwab-link.ts';
