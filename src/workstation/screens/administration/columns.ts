import { format } from 'date-fns/format';
import { formatISO } from 'date-fns/formatISO';
import type { AdminAccount, AdminApiKey, AdminSession, AdminUser, AuditItem } from '../../../client/types.ts';
import { UTC } from '../../../domain/calendar/zones.ts';
import type { GridColumn } from '../../../ui/index.ts';
import { isAdministratorRow, toolNames } from './user-actions.ts';

const timeText = (timeMs: number): string => format(timeMs, 'yyyy-MM-dd HH:mm:ss');
/** Fits a date with a time to the second. */
const TIME_WIDTH_PX = 176;
const mark = (isOn: boolean, text = 'Yes'): string => (isOn ? text : '');
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** Columns of the users. */
export const USER_COLUMNS: readonly GridColumn<AdminUser>[] = [
  { id: 'user', header: 'User', width: 170, text: ({ User }) => User },
  {
    id: 'state',
    header: 'State',
    width: 80,
    text: ({ IsDisabled }) => (IsDisabled ? 'Disabled' : 'Enabled'),
    className: ({ IsDisabled }) => (IsDisabled ? 'grid-muted' : ''),
  },
  { id: 'admin', header: 'Administrator', width: 96, text: (row) => mark(isAdministratorRow(row)) },
  { id: 'twoStep', header: 'Two-step', width: 76, text: ({ HasTwoStep }) => mark(HasTwoStep, 'On') },
  {
    id: 'passkeys',
    header: 'Passkeys',
    width: 76,
    align: 'right',
    text: ({ Passkeys }) => (Passkeys === 0 ? '' : String(Passkeys)),
    value: ({ Passkeys }) => Passkeys,
  },
  { id: 'oneMachine', header: 'One machine', width: 92, text: ({ IsOneMachine }) => mark(IsOneMachine) },
  {
    id: 'expires',
    header: 'Expires',
    width: 92,
    text: ({ Expires }) => (Expires === null ? '' : formatISO(Expires, { representation: 'date', in: UTC })),
  },
  { id: 'accounts', header: 'Accounts', width: 200, text: ({ Accounts }) => Accounts.join(', ') },
  { id: 'tools', header: 'Permissions', width: 200, isWide: true, text: toolNames },
];

/** Columns of the accounts. */
export const ACCOUNT_COLUMNS: readonly GridColumn<AdminAccount>[] = [
  { id: 'account', header: 'Account', width: 120, text: ({ Account }) => Account },
  { id: 'user', header: 'User', width: 150, text: ({ User }) => User },
  { id: 'kind', header: 'Kind', width: 60, text: ({ IsLive }) => (IsLive ? 'Live' : 'Demo') },
  { id: 'default', header: 'Default', width: 64, text: ({ IsDefault }) => mark(IsDefault) },
  { id: 'locked', header: 'Locked', width: 64, text: ({ IsLocked }) => mark(IsLocked) },
  {
    id: 'switch',
    header: 'Kill switch',
    width: 84,
    text: ({ IsKillSwitchOn }) => mark(IsKillSwitchOn, 'On'),
  },
  {
    id: 'cash',
    header: 'Opening cash',
    width: 120,
    align: 'right',
    text: ({ OpeningCash }) => MONEY.format(OpeningCash),
    value: ({ OpeningCash }) => OpeningCash,
  },
  {
    id: 'attributes',
    header: 'What was set',
    width: 240,
    isWide: true,
    text: ({ Attributes }) => Attributes.join(' · '),
  },
];

/** Columns of the sessions. */
export const SESSION_COLUMNS: readonly GridColumn<AdminSession>[] = [
  {
    id: 'user',
    header: 'User',
    width: 170,
    text: ({ User, IsThis }) => (IsThis ? `${User} (this session)` : User),
  },
  { id: 'demo', header: 'Demo', width: 56, text: ({ IsDemo }) => mark(IsDemo) },
  { id: 'connected', header: 'Connected', width: 80, text: ({ IsConnected }) => mark(IsConnected) },
  {
    id: 'signedIn',
    header: 'Signed in',
    width: TIME_WIDTH_PX,
    text: ({ SignedIn }) => timeText(SignedIn),
    value: ({ SignedIn }) => SignedIn,
    isSortKey: true,
  },
  {
    id: 'lastSeen',
    header: 'Last seen',
    width: TIME_WIDTH_PX,
    text: ({ LastSeen }) => timeText(LastSeen),
    value: ({ LastSeen }) => LastSeen,
    isSortKey: true,
  },
  { id: 'address', header: 'Address', width: 140, text: ({ Address }) => Address },
  { id: 'browser', header: 'Browser', width: 180, isWide: true, text: ({ Browser }) => Browser },
];

/** Columns of the API keys. */
export const API_KEY_COLUMNS: readonly GridColumn<AdminApiKey>[] = [
  { id: 'user', header: 'User', width: 170, text: ({ User }) => User },
  { id: 'name', header: 'Name', width: 160, text: ({ Name }) => Name },
  { id: 'scopes', header: 'Scopes', width: 120, text: ({ Scopes }) => Scopes.join(', ') },
  {
    id: 'accounts',
    header: 'Accounts',
    width: 150,
    text: ({ Accounts }) => (Accounts.length === 0 ? 'All' : Accounts.join(', ')),
  },
  {
    id: 'created',
    header: 'Created',
    width: TIME_WIDTH_PX,
    text: ({ Created }) => timeText(Created),
    value: ({ Created }) => Created,
    isSortKey: true,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: TIME_WIDTH_PX,
    text: ({ Expires }) => (Expires === null ? 'Never' : timeText(Expires)),
    value: ({ Expires }) => Expires ?? Number.MAX_SAFE_INTEGER,
    isSortKey: true,
  },
  {
    id: 'used',
    header: 'Last used',
    width: TIME_WIDTH_PX,
    text: ({ Used }) => (Used === null ? 'Never' : timeText(Used.Time)),
    value: ({ Used }) => Used?.Time ?? 0,
    isSortKey: true,
  },
  { id: 'from', header: 'From', width: 140, isWide: true, text: ({ Used }) => Used?.Address ?? '' },
];

/** Columns of the audit trail. */
export const AUDIT_COLUMNS: readonly GridColumn<AuditItem>[] = [
  {
    id: 'time',
    header: 'Time',
    width: TIME_WIDTH_PX,
    text: ({ Time }) => timeText(Time),
    value: ({ Time }) => Time,
    isSortKey: true,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 84,
    text: ({ Outcome }) => Outcome,
    className: ({ Outcome }) => (Outcome === 'done' ? '' : 'grid-strong'),
  },
  { id: 'actor', header: 'Administrator', width: 240, text: ({ Actor }) => Actor },
  { id: 'command', header: 'Command', width: 360, isWide: true, text: ({ Command }) => Command },
];
