import { useMemo } from 'react';
import type { AdminCalls, AdminLimits, AdminRestrictions, AdminSession } from '../../../client/types.ts';
import type { GridColumn } from '../../../ui/index.ts';
import {
  accountActions,
  killSwitchAction,
  openAccount,
  RESTRICT_SYMBOL,
  setLimit,
} from './account-actions.ts';
import { ON_OFF, type AdminAction } from './admin-action.ts';
import { AdminGrid } from './AdminGrid.tsx';
import { ACCOUNT_COLUMNS, SESSION_COLUMNS, USER_COLUMNS } from './columns.ts';
import { useAdminList } from './use-admin-list.ts';
import { CREATE_USER, userActions } from './user-actions.ts';

const loadUsers = (calls: AdminCalls) => calls.users();
const loadAccounts = (calls: AdminCalls) =>
  Promise.all([calls.accounts(), calls.users()]).then(([accounts, users]) => ({
    accounts,
    userNames: users.map(({ User }) => User),
  }));
const loadLimits = (calls: AdminCalls) => calls.limits();
const loadRestrictions = (calls: AdminCalls) => calls.restrictions();
const loadSessions = (calls: AdminCalls) => calls.sessions();

/** The users of the installation. */
export function Users() {
  const list = useAdminList(loadUsers);
  return (
    <AdminGrid
      label="Users"
      list={list}
      rows={list.value}
      columns={USER_COLUMNS}
      rowId={({ UserId }) => UserId}
      rowName={({ User }) => User}
      rowActions={userActions}
      actions={[CREATE_USER]}
      empty="There are no users"
    />
  );
}

/** The accounts of all users. */
export function Accounts() {
  const list = useAdminList(loadAccounts);
  return (
    <AdminGrid
      label="Accounts"
      list={list}
      rows={list.value?.accounts ?? null}
      columns={ACCOUNT_COLUMNS}
      rowId={({ Account }) => Account}
      rowName={({ Account }) => Account}
      rowActions={accountActions}
      actions={list.value === null ? [] : [openAccount(list.value.userNames)]}
      empty="There are no accounts"
    />
  );
}

type Limit = AdminLimits['Items'][number];
/** `1000000` is 1,000,000; rates, times and collars stay as they are entered. */
const limitText = (value: string): string =>
  /^\d+$/.test(value) ? Number(value).toLocaleString('en-US') : value;
const LIMIT_COLUMNS: readonly GridColumn<Limit>[] = [
  { id: 'scope', header: 'Scope', width: 260, text: ({ Scope }) => Scope },
  { id: 'limit', header: 'Limit', width: 220, text: ({ Limit: name }) => name },
  { id: 'value', header: 'Value', width: 220, text: ({ Value }) => limitText(Value) },
  {
    id: 'source',
    header: 'Source',
    width: 160,
    isWide: true,
    text: ({ IsDefault }) => (IsDefault ? 'Default of the server' : 'Set'),
    className: ({ IsDefault }) => (IsDefault ? 'grid-muted' : ''),
  },
];

const limitActions = (names: readonly string[], row: Limit): readonly AdminAction[] => [
  {
    ...setLimit(names, { scope: row.Scope, limit: row.Limit, value: row.Value }),
    id: 'change',
    label: 'Change…',
    title: 'Change a limit',
  },
  ...(row.IsDefault
    ? []
    : [
        {
          id: 'clear',
          label: 'Clear…',
          title: `Clear ${row.Limit} of ${row.Scope}`,
          text: 'Removes the limit from this scope. Limits of other scopes and the defaults of the server still apply.',
          submit: 'Clear',
          isDestructive: true,
          command: () => ['limits', 'clear', row.Scope, row.Limit],
        },
      ]),
];

/** The risk limits of all scopes. */
export function Limits() {
  const list = useAdminList(loadLimits);
  const names = list.value?.Names ?? [];
  return (
    <AdminGrid
      label="Limits"
      list={list}
      rows={list.value?.Items ?? null}
      columns={LIMIT_COLUMNS}
      rowId={({ Scope, Limit: name }) => `${Scope} ${name}`}
      rowName={({ Scope, Limit: name }) => `${name} of ${Scope}`}
      rowActions={(row) => limitActions(names, row)}
      actions={names.length === 0 ? [] : [setLimit(names)]}
      empty="No limits are set"
    />
  );
}

interface Restriction {
  readonly kind: 'Kill switch' | 'Live starts' | 'Symbol' | 'Route';
  readonly name: string;
  readonly text: string;
}
const SERVER = 'Whole server';
const STRATEGY_CHECKS = 'Checks of strategies';
const RESTRICTION_COLUMNS: readonly GridColumn<Restriction>[] = [
  { id: 'kind', header: 'Kind', width: 120, text: ({ kind }) => kind },
  { id: 'name', header: 'Name', width: 220, text: ({ name }) => name },
  {
    id: 'text',
    header: 'State',
    width: 300,
    isWide: true,
    text: ({ text }) => text,
    className: ({ kind, text }) => (kind === 'Kill switch' && text === 'on' ? 'grid-strong' : ''),
  },
];

const restrictionsOf = (state: AdminRestrictions): Restriction[] => [
  { kind: 'Kill switch', name: SERVER, text: state.IsServerSwitchOn ? 'on' : 'off' },
  ...state.AccountSwitches.map((name) => ({ kind: 'Kill switch' as const, name, text: 'on' })),
  {
    kind: 'Live starts',
    name: STRATEGY_CHECKS,
    text: state.AreStrategyChecksRequired ? 'required' : 'optional',
  },
  ...state.Symbols.map(({ Name, Text }) => ({ kind: 'Symbol' as const, name: Name, text: Text })),
  ...state.Routes.map(({ Name, Text }) => ({ kind: 'Route' as const, name: Name, text: Text })),
];

function restrictionActions({ kind, name, text }: Restriction): readonly AdminAction[] {
  if (kind === 'Kill switch') return [killSwitchAction(name === SERVER ? undefined : name, text === 'on')];
  if (kind === 'Live starts') return [strategyChecksAction(text === 'required')];
  const topic = kind === 'Route' ? 'route' : 'restrict';
  const isOn = kind === 'Route' ? text.startsWith('on') : text.startsWith('restricted');
  return [
    {
      id: topic,
      label: kind === 'Route' ? 'Connect or disconnect…' : 'Restriction…',
      title: kind === 'Route' ? `Route ${name}` : `Restriction of ${name}`,
      text:
        kind === 'Route'
          ? 'Orders that name a route which is off are refused.'
          : 'Every new order in a restricted symbol is refused; resting orders stay.',
      fields: [
        {
          name: 'state',
          label: kind === 'Route' ? 'Connected' : 'Restricted',
          kind: 'choice',
          options: ON_OFF,
          value: isOn ? 'on' : 'off',
        },
      ],
      submit: 'Set',
      command: ({ state = '' }) => [topic, name, state],
    },
    ...(kind === 'Symbol' ? symbolActions(name) : []),
  ];
}

const symbolActions = (symbol: string): readonly AdminAction[] => [
  {
    id: 'borrow',
    label: 'Borrowing…',
    title: `Borrowing of ${symbol}`,
    text: 'Whether the symbol can be sold short, or of how many shares.',
    fields: [{ name: 'state', label: 'Borrow', kind: 'text', hint: 'on, off or a number of shares' }],
    submit: 'Set',
    command: ({ state = '' }) => ['borrow', symbol, state],
  },
  {
    id: 'country',
    label: 'Country…',
    title: `Country of ${symbol}`,
    text: 'Of which country the symbol counts as an instrument.',
    fields: [{ name: 'country', label: 'Country', kind: 'text', hint: 'Two letters such as US, or none' }],
    submit: 'Set',
    command: ({ country = '' }) => ['country', symbol, country],
  },
];

/** Sets whether a strategy starts live only with passed checks. */
const strategyChecksAction = (areRequired: boolean): AdminAction => ({
  id: 'strategy-checks',
  label: areRequired ? 'Make optional…' : 'Require…',
  title: STRATEGY_CHECKS,
  text: areRequired
    ? 'Strategies start live with or without checks.'
    : 'A live start of a strategy without passed checks of the same code and settings is refused. Runs that trade continue.',
  submit: areRequired ? 'Make optional' : 'Require',
  command: () => ['strategy-checks', areRequired ? 'optional' : 'required'],
});

/** Kill switches, the rules of symbols and routes, and what a live start of a strategy needs. */
export function Restrictions() {
  const list = useAdminList(loadRestrictions);
  const rows = useMemo(() => (list.value === null ? null : restrictionsOf(list.value)), [list.value]);
  return (
    <AdminGrid
      label="Restrictions"
      list={list}
      rows={rows}
      columns={RESTRICTION_COLUMNS}
      rowId={({ kind, name }) => `${kind} ${name}`}
      rowName={({ name }) => name}
      rowActions={restrictionActions}
      actions={[RESTRICT_SYMBOL]}
      empty="Nothing is restricted"
    />
  );
}

const sessionActions = ({ Id, User, IsThis }: AdminSession): readonly AdminAction[] =>
  IsThis
    ? []
    : [
        {
          id: 'end',
          label: 'End session…',
          title: `End a session of ${User}`,
          text: 'The session is signed out, and its connections close within seconds.',
          submit: 'End session',
          isDestructive: true,
          command: () => ['session', 'end', Id],
        },
      ];

/** The sessions of all users. */
export function Sessions() {
  const list = useAdminList(loadSessions);
  return (
    <AdminGrid
      label="Sessions"
      list={list}
      rows={list.value}
      columns={SESSION_COLUMNS}
      rowId={({ Id }) => Id}
      rowName={({ User }) => User}
      rowActions={sessionActions}
      empty="There are no sessions"
    />
  );
}
