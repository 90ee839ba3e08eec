import type { AdminUser } from '../../../client/types.ts';
import { ADMINISTRATOR, hasPermission, Permission } from '../../../domain/permissions.ts';
import { sameOptions, type AdminAction } from './admin-action.ts';

/** Makes a user. */
export const CREATE_USER: AdminAction = {
  id: 'create',
  label: 'New user',
  title: 'New user',
  text: 'The user may open all tools. A password is made, and shown once.',
  fields: [{ name: 'user', label: 'Username', kind: 'text', hint: '2 to 64 letters, digits and . _ - @' }],
  submit: 'Create',
  command: ({ user = '' }) => ['user', 'create', user],
};

const namesOf = (mask: number): string[] =>
  Object.entries(Permission)
    .filter(([, bit]) => hasPermission(mask, bit))
    .map(([name]) => name);

/** Whether the user is an administrator. */
export const isAdministratorRow = ({ PermissionMask }: AdminUser): boolean =>
  hasPermission(PermissionMask, ADMINISTRATOR);
/** The names of the tools that the user may open; `all` for every one. */
export function toolNames({ PermissionMask }: AdminUser): string {
  const names = namesOf(PermissionMask);
  if (names.length === Object.keys(Permission).length) return 'all';
  return names.length === 0 ? 'none' : names.join(', ');
}

/** What can be done about a user. */
export const userActions = (row: AdminUser): readonly AdminAction[] => [
  {
    id: 'reset-link',
    label: 'Reset link…',
    title: `Reset link for ${row.User}`,
    text: 'With the link the user sets a new password, once, within an hour. It replaces an earlier link.',
    submit: 'Make link',
    command: () => ['reset-link', row.User],
  },
  {
    id: 'permissions',
    label: 'Permissions…',
    title: `Permissions of ${row.User}`,
    text: 'The tools that the user may open. The change applies to open connections within seconds.',
    fields: [
      {
        name: 'tools',
        label: 'Tools',
        kind: 'checks',
        options: sameOptions(Object.keys(Permission)),
        value: namesOf(row.PermissionMask).join(','),
        isOptional: true,
      },
    ],
    submit: 'Set',
    command: ({ tools = '' }) => [
      'user',
      'permissions',
      row.User,
      // The right to administer is a command of its own.
      [tools, isAdministratorRow(row) ? 'Administrator' : ''].filter((part) => part !== '').join(',') ||
        'none',
    ],
  },
  administratorAction(row),
  {
    id: 'expires',
    label: 'Expiry…',
    title: `Expiry of ${row.User}`,
    text: 'The first day (UTC) on which the user may no longer sign in, or never.',
    fields: [
      {
        name: 'day',
        label: 'Day',
        kind: 'text',
        hint: 'YYYY-MM-DD, or never',
        value: row.Expires === null ? 'never' : new Date(row.Expires).toISOString().slice(0, 10),
      },
    ],
    submit: 'Set',
    command: ({ day = '' }) => ['user', 'expires', row.User, day],
  },
  {
    id: 'one-machine',
    label: row.IsOneMachine ? 'Allow several machines…' : 'Limit to one machine…',
    title: `Machines of ${row.User}`,
    text: row.IsOneMachine
      ? 'The user may be signed in on several machines at a time.'
      : 'A second machine may not sign in while one is connected.',
    submit: row.IsOneMachine ? 'Allow' : 'Limit',
    command: () => ['user', 'one-machine', row.User, row.IsOneMachine ? 'off' : 'on'],
  },
  ...(row.HasTwoStep ? [twoStepOff(row)] : []),
  ...(row.Passkeys > 0 ? [passkeysNone(row)] : []),
  ...stopActions(row),
];

/** What keeps a user out, or lets the user in again. */
const stopActions = (row: AdminUser): readonly AdminAction[] => [
  {
    id: 'end-sessions',
    label: 'End all sessions…',
    title: `End all sessions of ${row.User}`,
    text: 'The user is signed out everywhere within seconds.',
    submit: 'End sessions',
    isDestructive: true,
    hasSeparator: true,
    command: () => ['session', 'end-all', row.User],
  },
  row.IsDisabled
    ? {
        id: 'enable',
        label: 'Enable…',
        title: `Enable ${row.User}`,
        text: 'The user may sign in again.',
        submit: 'Enable',
        command: () => ['user', 'enable', row.User],
      }
    : {
        id: 'disable',
        label: 'Disable…',
        title: `Disable ${row.User}`,
        text: 'The user is signed out everywhere within seconds and cannot sign in until enabled again.',
        submit: 'Disable',
        isDestructive: true,
        command: () => ['user', 'disable', row.User],
      },
];

function administratorAction(row: AdminUser): AdminAction {
  const isOn = isAdministratorRow(row);
  return {
    id: 'administrator',
    label: isOn ? 'Remove administrator right…' : 'Make administrator…',
    title: isOn ? `Remove the administrator right of ${row.User}` : `Make ${row.User} an administrator`,
    text: isOn
      ? 'These pages are closed to the user at once.'
      : 'The user may do everything that these pages offer, also about other administrators.',
    submit: isOn ? 'Remove right' : 'Make administrator',
    isDestructive: isOn,
    command: () => ['user', 'administrator', row.User, isOn ? 'off' : 'on'],
  };
}

const twoStepOff = ({ User }: AdminUser): AdminAction => ({
  id: 'two-step',
  label: 'Turn two-step sign-in off…',
  title: `Two-step sign-in of ${User}`,
  text: 'Removes the authenticator app and the recovery codes: the password alone signs in again.',
  submit: 'Turn off',
  isDestructive: true,
  command: () => ['user', 'two-step', User, 'off'],
});

const passkeysNone = ({ User, Passkeys }: AdminUser): AdminAction => ({
  id: 'passkeys',
  label: 'Remove passkeys…',
  title: `Passkeys of ${User}`,
  text: `Removes all passkeys of the user (${Passkeys}). Open sessions stay.`,
  submit: 'Remove',
  isDestructive: true,
  command: () => ['user', 'passkeys', User, 'none'],
});
