export { createExternalLink, type ExternalLink } from './external-link.ts';
