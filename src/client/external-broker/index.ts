export { createExternalLink, type ExternalLink } from './external-link.ts';
export type { OrderChange } from './order-desk.ts';
