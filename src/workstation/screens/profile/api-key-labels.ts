import type { OwnApiKey } from '../../../client/types.ts';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import type { ApiKeyScope } from '../../../domain/permissions.ts';

/** How long a key may be valid. */
export const VALIDITIES = ['30', '90', '365', 'never'] as const;
/** One of them: a number of days, or without end. */
export type Validity = (typeof VALIDITIES)[number];

/** The choice of how long a key is valid. */
export const VALIDITY_OPTIONS: readonly { readonly value: Validity; readonly label: string }[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Until it is revoked' },
];

/** When a key expires, UTC ms; null = it does not. */
export const expiryOf = (validity: Validity, nowMs: number): number | null =>
  validity === 'never' ? null : nowMs + Number(validity) * DAY_MS;

/** The expiry of a rotated key: it is valid as long as it was from its creation. */
export const rotatedExpiryOf = (
  { createdAtMs, expiresAtMs }: Pick<OwnApiKey, 'createdAtMs' | 'expiresAtMs'>,
  nowMs: number,
): number | null =>
  expiresAtMs === null ? null : nowMs + Math.min(365 * DAY_MS, Math.max(DAY_MS, expiresAtMs - createdAtMs));

/** The scopes as users read them. */
export const SCOPE_LABELS: Readonly<Record<ApiKeyScope, string>> = {
  read: 'Read prices, positions and orders',
  propose: 'Propose orders, which you confirm in the workstation',
  paper: 'Send and cancel orders of paper accounts',
  live: 'Send and cancel orders of live accounts',
  manage: 'Change alerts and run backtests',
  run: 'Start and stop live runs of strategies',
};

const SHORT_SCOPES: Readonly<Record<ApiKeyScope, string>> = {
  read: 'read',
  propose: 'propose',
  paper: 'paper',
  live: 'live',
  manage: 'manage',
  run: 'run',
};

const dayOf = (timeMs: number): string => new Date(timeMs).toLocaleDateString();
const timeOf = (timeMs: number): string => new Date(timeMs).toLocaleString();

/** Whether a key opens the API. */
export const isUsable = ({ revokedAtMs, expiresAtMs }: OwnApiKey, nowMs: number): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);

/** What a key permits, in one line. */
export const rightsLabel = ({ scopes, accounts, addresses }: OwnApiKey): string =>
  [
    scopes.map((scope) => SHORT_SCOPES[scope]).join(', '),
    accounts.length === 0 ? 'all accounts' : accounts.join(', '),
    addresses.length === 0 ? 'every address' : addresses.join(', '),
  ].join(' · ');

/** Until when a key is valid, and when it was last used, in one line. */
export function timesLabel(key: OwnApiKey, nowMs: number): string {
  const end =
    key.revokedAtMs !== null
      ? `revoked ${dayOf(key.revokedAtMs)}`
      : key.expiresAtMs === null
        ? 'does not expire'
        : `${key.expiresAtMs > nowMs ? 'expires' : 'expired'} ${dayOf(key.expiresAtMs)}`;
  const used =
    key.used === null ? 'not used yet' : `last used ${timeOf(key.used.atMs)} from ${key.used.address}`;
  return `${end} · ${used}`;
}

/** The addresses of a field in which commas, spaces and lines separate them. */
export const addressesOf = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((address) => address !== '');
