import type { AdminCalls, AdminClosing } from '../../../client/types.ts';
import type { GridColumn } from '../../../ui/index.ts';
import type { AdminAction } from './admin-action.ts';
import { AdminGrid } from './AdminGrid.tsx';
import { useAdminList } from './use-admin-list.ts';

const loadClosings = (calls: AdminCalls) => calls.closings();

const STATES: Readonly<Record<AdminClosing['State'], string>> = {
  InForce: 'In force',
  NextStart: 'From the next start of the server on',
  UntilNextStart: 'Removed; in force until the next start of the server',
  File: 'In force, from the file of TAPEDECK_CALENDAR',
};

const COLUMNS: readonly GridColumn<AdminClosing>[] = [
  { id: 'date', header: 'Date', width: 110, text: ({ Date: date }) => date },
  {
    id: 'closes',
    header: 'Closes',
    width: 110,
    text: ({ Closes }) => (Closes === 'closed' ? 'All day' : `At ${Closes}`),
  },
  { id: 'reason', header: 'Reason', width: 280, text: ({ Reason }) => Reason },
  {
    id: 'state',
    header: 'State',
    width: 280,
    isWide: true,
    text: ({ State }) => STATES[State],
    className: ({ State }) => (State === 'UntilNextStart' ? 'grid-muted' : ''),
  },
];

const EFFECT =
  'Sessions follow it from the next start of the server on: a restart keeps all orders. Day orders, auctions, alerts, options and strategies then follow it, too. A closing of today needs a restart today.';

const ADD_CLOSING: AdminAction = {
  id: 'add',
  label: 'Add closing…',
  title: 'Add a closing of the exchanges',
  text: `A day on which the exchanges are closed, or close early, and which the calendar does not know. ${EFFECT}`,
  fields: [
    { name: 'date', label: 'Date', kind: 'text', hint: 'New York date, such as 2027-03-04' },
    {
      name: 'closes',
      label: 'Closes',
      kind: 'text',
      value: 'closed',
      hint: 'closed, or a time such as 13:00',
    },
    { name: 'reason', label: 'Reason', kind: 'text', isOptional: true },
  ],
  submit: 'Add',
  command: ({ date = '', closes = '', reason = '' }) => [
    'closing',
    'add',
    date,
    closes,
    ...(reason === '' ? [] : [reason]),
  ],
};

/** Closings of the file are changed there, and a removed one is removed already. */
const closingActions = ({ Date: date, State }: AdminClosing): readonly AdminAction[] =>
  State === 'File' || State === 'UntilNextStart'
    ? []
    : [
        {
          id: 'remove',
          label: 'Remove…',
          title: `Remove the closing on ${date}`,
          text: 'From the next start of the server on the exchanges trade on this day by the rules. Keep closings of past days: their bars and reports need them.',
          submit: 'Remove',
          isDestructive: true,
          command: () => ['closing', 'remove', date],
        },
      ];

/** Days on which the exchanges are closed or close early beside the rules of the calendar. */
export function Closings() {
  const list = useAdminList(loadClosings);
  return (
    <AdminGrid
      label="Closings"
      list={list}
      rows={list.value}
      columns={COLUMNS}
      rowId={({ Date: date }) => date}
      rowName={({ Date: date }) => date}
      rowActions={closingActions}
      actions={[ADD_CLOSING]}
      empty="The calendar follows its rules; no closing is added"
    />
  );
}
