import type { AdminAccount } from '../../../client/types.ts';
import { ON_OFF, sameOptions, type ActionField, type AdminAction } from './admin-action.ts';

/** Opens an account of a user. */
export const openAccount = (users: readonly string[]): AdminAction => ({
  id: 'open',
  label: 'New account',
  title: 'New account',
  text: 'Cash is paper money. The first account of a user is its default.',
  fields: [
    { name: 'user', label: 'User', kind: 'choice', options: sameOptions(users), value: users[0] ?? '' },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'choice',
      options: [
        { value: 'demo', label: 'Demo' },
        { value: 'live', label: 'Live' },
      ],
      value: 'demo',
    },
    { name: 'cash', label: 'Opening cash', kind: 'text', value: '100000', hint: 'Dollars, no commas' },
  ],
  submit: 'Open',
  command: ({ user = '', kind, cash = '' }) => [
    'account',
    'create',
    user,
    ...(kind === 'live' ? ['--live'] : []),
    '--cash',
    cash,
  ],
});

/** Attributes of an account by the verb of the command line, with what may be entered. */
const ATTRIBUTES: readonly (readonly [
  verb: string,
  label: string,
  hint: string,
  options?: readonly string[],
])[] = [
  ['kind', 'Kind', 'A cash account pays in full and never sells short', ['margin', 'cash']],
  ['status', 'Status', 'Only an active account trades', ['active', 'pending', 'suspended', 'closed']],
  ['closing-only', 'Closing only', 'Positions may be closed and nothing opened', ['on', 'off']],
  ['view-only', 'View only', 'No trading at all', ['on', 'off']],
  ['sign-in', 'Orders', 'Whether orders of it are taken at all', ['on', 'off']],
  [
    'options',
    'Options',
    'covered,buying,combinations,uncovered-puts,uncovered-calls,uncovered-index, all or none',
  ],
  ['trade-types', 'Trade types', 'Cash,Margin,Short or none'],
  ['countries', 'Countries', 'US,CA or none'],
  ['routes', 'Routes', 'SMART/AUTO,SMART/NYSE, all or none'],
  ['destinations', 'Destinations', 'SMART:stock+option, all or none'],
  ['day-trading-power', 'Day trading power', 'Dollars, or none'],
];

const attributeField = (options: readonly string[] | undefined, hint: string): ActionField =>
  options === undefined
    ? { name: 'value', label: 'Value', kind: 'text', hint }
    : {
        name: 'value',
        label: 'Value',
        kind: 'choice',
        options: sameOptions(options),
        value: options[0] ?? '',
      };

/** What can be done about an account. */
export const accountActions = (row: AdminAccount): readonly AdminAction[] => [
  {
    id: 'limit',
    label: 'Set a limit…',
    title: `Limit of ${row.Account}`,
    text: 'The strictest limit of all scopes counts. It applies to orders within a second.',
    fields: [
      {
        name: 'limit',
        label: 'Limit',
        kind: 'text',
        hint: 'Such as maxOrderValue; the tab Limits lists the names',
      },
      { name: 'value', label: 'Value', kind: 'text', hint: 'Such as 50000, 5s, on, or none' },
    ],
    submit: 'Set',
    command: ({ limit = '', value = '' }) => ['limits', 'set', `account:${row.Account}`, limit, value],
  },
  ...ATTRIBUTES.map(([verb, label, hint, options]): AdminAction => ({
    id: verb,
    label: `${label}…`,
    title: `${label} of ${row.Account}`,
    text: hint,
    fields: [attributeField(options, hint)],
    submit: 'Set',
    hasSeparator: verb === 'kind',
    command: ({ value = '' }) => ['account', verb, row.Account, value],
  })),
  {
    id: 'cash',
    label: 'Opening cash…',
    title: `Opening cash of ${row.Account}`,
    text: 'Sets the opening cash in dollars. What was traded since stays.',
    fields: [{ name: 'cash', label: 'Dollars', kind: 'text', value: String(row.OpeningCash) }],
    submit: 'Set',
    command: ({ cash = '' }) => ['account', 'cash', row.Account, cash],
  },
  killSwitchAction(row.Account, row.IsKillSwitchOn),
  {
    id: 'lock',
    label: row.IsLocked ? 'Unlock…' : 'Lock…',
    title: `${row.IsLocked ? 'Unlock' : 'Lock'} ${row.Account}`,
    text: row.IsLocked
      ? 'The user can select the account again.'
      : 'The sessions of its user end, and nobody can select it until it is unlocked.',
    submit: row.IsLocked ? 'Unlock' : 'Lock',
    isDestructive: !row.IsLocked,
    command: () => ['account', row.IsLocked ? 'unlock' : 'lock', row.Account],
  },
];

/** Turns the kill switch of an account, or without a name that of the whole server. */
export function killSwitchAction(account: string | undefined, isOn: boolean): AdminAction {
  const name = account ?? 'the whole server';
  return {
    id: 'kill-switch',
    label: isOn ? 'Kill switch off…' : 'Kill switch on…',
    title: `Kill switch of ${name}`,
    text: isOn
      ? 'Orders are accepted again. Cancelled orders stay cancelled.'
      : `Every new order of ${name} is refused and all resting orders are cancelled.`,
    submit: isOn ? 'Turn off' : 'Turn on',
    isDestructive: !isOn,
    hasSeparator: true,
    command: () => [
      'kill-switch',
      isOn ? 'off' : 'on',
      ...(account === undefined ? [] : ['--account', account]),
    ],
  };
}

/** Sets a rule of a symbol. */
export const RESTRICT_SYMBOL: AdminAction = {
  id: 'restrict',
  label: 'Restrict a symbol',
  title: 'Restrict a symbol',
  text: 'Every new order in the symbol is refused; resting orders stay.',
  fields: [
    { name: 'symbol', label: 'Symbol', kind: 'text' },
    { name: 'state', label: 'Restricted', kind: 'choice', options: ON_OFF, value: 'on' },
  ],
  submit: 'Set',
  command: ({ symbol = '', state = '' }) => ['restrict', symbol, state],
};

/** Sets a limit of any scope. */
export const setLimit = (names: readonly string[], scope = 'firm', limit = names[0] ?? ''): AdminAction => ({
  id: 'set',
  label: 'Set a limit',
  title: 'Set a limit',
  text: 'The strictest limit of all scopes counts. It applies to orders within a second.',
  fields: [
    {
      name: 'scope',
      label: 'Scope',
      kind: 'text',
      value: scope,
      hint: 'firm, account:NAME, symbol:SYMBOL, route:SMART/AUTO, country:US, user:NAME, account:NAME,symbol:SYMBOL',
    },
    { name: 'limit', label: 'Limit', kind: 'choice', options: sameOptions(names), value: limit },
    { name: 'value', label: 'Value', kind: 'text', hint: 'Such as 50000, 5s, on, 10/1s,100/1m, or none' },
  ],
  submit: 'Set',
  command: (values) => ['limits', 'set', values['scope'] ?? '', values['limit'] ?? '', values['value'] ?? ''],
});
