import type { AdminAccount } from '../../../client/types.ts';
import { TRADE_TYPES } from '../../../domain/orders/request.ts';
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

/** An attribute of an account: its verb of the command line, and what may be entered. */
interface Attribute {
  readonly verb: string;
  readonly label: string;
  readonly text: string;
  /** How a value that is typed is written. */
  readonly hint?: string;
  /** Values of which one is chosen, or with `isList` any number. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly isList?: boolean;
}

const ATTRIBUTES: readonly Attribute[] = [
  {
    verb: 'kind',
    label: 'Kind',
    text: 'A cash account pays in full and never sells short',
    options: sameOptions(['margin', 'cash']),
  },
  {
    verb: 'status',
    label: 'Status',
    text: 'Only an active account trades',
    options: sameOptions(['active', 'pending', 'suspended', 'closed']),
  },
  {
    verb: 'closing-only',
    label: 'Closing only',
    text: 'Positions may be closed and nothing opened',
    options: ON_OFF,
  },
  { verb: 'view-only', label: 'View only', text: 'No trading at all', options: ON_OFF },
  { verb: 'sign-in', label: 'Orders', text: 'Whether orders of it are taken at all', options: ON_OFF },
  {
    verb: 'options',
    label: 'Options',
    text: 'What the account may do with options',
    isList: true,
    options: [
      { value: 'covered', label: 'Covered calls' },
      { value: 'buying', label: 'Buying' },
      { value: 'combinations', label: 'Combinations' },
      { value: 'uncovered-puts', label: 'Uncovered puts' },
      { value: 'uncovered-calls', label: 'Uncovered calls' },
      { value: 'uncovered-index', label: 'Uncovered index options' },
    ],
  },
  {
    verb: 'trade-types',
    label: 'Trade types',
    text: 'How the account may trade',
    isList: true,
    options: sameOptions(TRADE_TYPES),
  },
  {
    verb: 'countries',
    label: 'Countries',
    text: 'Countries whose symbols the account may trade',
    hint: 'US,CA or none',
  },
  {
    verb: 'routes',
    label: 'Routes',
    text: 'Routes that the account may use',
    hint: 'SMART/AUTO,SMART/NYSE, all or none',
  },
  {
    verb: 'destinations',
    label: 'Destinations',
    text: 'Destinations that the account may use, with the kinds of orders',
    hint: 'SMART:stock+option, all or none',
  },
  {
    verb: 'day-trading-power',
    label: 'Day trading power',
    text: 'What the account may open in a day',
    hint: 'Dollars, or none',
  },
  {
    verb: 'daily-loss-guard',
    label: 'Daily loss guard',
    text: 'A loss of the day, realised and open, that flattens the account and locks it for the day',
    hint: 'Dollars, or none',
  },
  {
    verb: 'drawdown-guard',
    label: 'Drawdown guard',
    text: 'A fall from the highest profit of the day that flattens the account and locks it for the day',
    hint: 'Dollars, or none',
  },
];

/** The entry of an attribute; at first it shows what is in force. */
function attributeField(
  { label, hint = '', options, isList = false }: Attribute,
  value: string,
): ActionField {
  if (options === undefined) return { name: 'value', label, kind: 'text', hint, value };
  return isList
    ? { name: 'value', label, kind: 'checks', options, value, isOptional: true }
    : { name: 'value', label, kind: 'choice', options, value };
}

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
  ...ATTRIBUTES.map((attribute): AdminAction => ({
    id: attribute.verb,
    label: `${attribute.label}…`,
    title: `${attribute.label} of ${row.Account}`,
    text: attribute.text,
    fields: [attributeField(attribute, row.Values[attribute.verb] ?? '')],
    submit: 'Set',
    hasSeparator: attribute.verb === 'kind',
    // A list without entries is written as "none".
    command: ({ value = '' }) => ['account', attribute.verb, row.Account, value || 'none'],
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
  {
    id: 'guard-unlock',
    label: 'Unlock after a guard…',
    title: `Unlock ${row.Account} after a guard`,
    text: 'Orders that open positions are accepted again. The guards of the account count from now on.',
    submit: 'Unlock',
    command: () => ['account', 'guard-unlock', row.Account],
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
export const setLimit = (
  names: readonly string[],
  { scope = 'firm', limit = names[0] ?? '', value = '' } = {},
): AdminAction => ({
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
    {
      name: 'value',
      label: 'Value',
      kind: 'text',
      value,
      hint: 'Such as 50000, 5s, on, 10/1s,100/1m, or none',
    },
  ],
  submit: 'Set',
  command: (values) => ['limits', 'set', values['scope'] ?? '', values['limit'] ?? '', values['value'] ?? ''],
});
