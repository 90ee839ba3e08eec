import { adminHttp } from './http-admin.ts';
import { chartStudiesHttp } from './http-chart-studies.ts';
import { documentsHttp } from './http-documents.ts';
import { executionsHttp } from './http-executions.ts';
import { identityHttp } from './http-identity.ts';
import { http } from './http.ts';
import { keysHttp } from './http-keys.ts';
import { notificationsHttp } from './http-notifications.ts';
import { toolsHttp } from './http-tools.ts';
import { signInHttp } from './http-sign-in.ts';
import { tradesHttp } from './http-trades.ts';

/**
 * Every HTTP call of the server but those of the external broker, by name. A file of its own, because the browser loads the calls of single
 * pages with those pages.
 */
export const allHttp = {
  ...http,
  ...identityHttp,
  ...keysHttp,
  ...documentsHttp,
  ...chartStudiesHttp,
  ...executionsHttp,
  ...notificationsHttp,
  ...tradesHttp,
  ...adminHttp,
  ...signInHttp,
  ...toolsHttp,
} as const;
