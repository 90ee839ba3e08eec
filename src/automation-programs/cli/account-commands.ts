import type { Account, Balance, Order, Position } from '../../automation-client/index.ts';
import { newYorkMs } from '../../domain/calendar/us-equity.ts';
import { ORDER_STATUS_LABELS } from '../../domain/orders/labels.ts';
import { TIFS } from '../../domain/orders/times-in-force.ts';
import { ExitCode } from '../exit-codes.ts';
import { refuseExtra, usageError, type Command } from './command.ts';
import { allOf, LIST_OPTIONS, listForm, printItems } from './print-items.ts';
import type { Column } from './tables.ts';

const ACCOUNT_OPTIONS = { ...LIST_OPTIONS, account: { type: 'string' } } as const;
/** Orders of a day are read in the largest pages that the server has. */
const PAGE_SIZE = 1000;

const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  { header: 'Account', cell: ({ account }) => account },
  { header: 'Kind', cell: ({ kind }) => kind },
  { header: 'Default', cell: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
];

const BALANCE_COLUMNS: readonly Column<Balance>[] = [
  { header: 'Account', cell: ({ account }) => account },
  { header: 'Cash', cell: ({ cash }) => cash, isFigure: true },
  { header: 'Buying power', cell: ({ buyingPower }) => buyingPower, isFigure: true },
];

const POSITION_COLUMNS: readonly Column<Position>[] = [
  { header: 'Symbol', cell: ({ symbol }) => symbol },
  { header: 'Quantity', cell: ({ quantity }) => quantity, isFigure: true },
  { header: 'Cost', cell: ({ cost }) => cost, isFigure: true },
  { header: 'Closed P&L', cell: ({ closedProfit }) => closedProfit, isFigure: true },
  { header: 'P&L today', cell: ({ todayProfit }) => todayProfit, isFigure: true },
];

const ORDER_COLUMNS: readonly Column<Order>[] = [
  { header: 'Order', cell: ({ orderId }) => orderId, isFigure: true },
  { header: 'Created', cell: ({ created }) => created },
  { header: 'Symbol', cell: ({ symbol }) => symbol },
  { header: 'Side', cell: ({ side }) => side },
  { header: 'Quantity', cell: ({ quantity }) => quantity, isFigure: true },
  { header: 'Filled', cell: ({ filled }) => filled, isFigure: true },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Price', cell: ({ price }) => price, isFigure: true },
  { header: 'Stop', cell: ({ stopPrice }) => stopPrice, isFigure: true },
  { header: 'TIF', cell: ({ timeInForce }) => TIFS[timeInForce].label },
  { header: 'Average', cell: ({ averagePrice }) => averagePrice, isFigure: true },
  { header: 'Status', cell: ({ status }) => ORDER_STATUS_LABELS[status] },
];

/** All that the API states of an order. */
const EXPORT_COLUMNS: readonly Column<Order>[] = [
  ...ORDER_COLUMNS,
  { header: 'Completed', cell: ({ completed }) => completed },
  { header: 'Account', cell: ({ account }) => account },
  { header: 'Source', cell: ({ source }) => source },
  { header: 'ClientId', cell: ({ clientId }) => clientId },
  { header: 'Message', cell: ({ message }) => message },
];

/** `tapedeck accounts`. */
export const accounts: Command = {
  options: LIST_OPTIONS,
  prepare(args) {
    refuseExtra(args.positionals);
    const form = listForm(args);
    return async (context) => {
      printItems(context, form, ACCOUNT_COLUMNS, await context.client.accounts(context));
      return ExitCode.Done;
    };
  },
};

/** `tapedeck balance`. */
export const balance: Command = {
  options: ACCOUNT_OPTIONS,
  prepare(args) {
    refuseExtra(args.positionals);
    const [form, account] = [listForm(args), args.account()];
    return async (context) => {
      const { signal, client } = context;
      printItems(context, form, BALANCE_COLUMNS, [await client.balance({ ...account, signal })]);
      return ExitCode.Done;
    };
  },
};

/** `tapedeck positions`: the open ones. */
export const positions: Command = {
  options: ACCOUNT_OPTIONS,
  prepare(args) {
    refuseExtra(args.positionals);
    const [form, account] = [listForm(args), args.account()];
    return async (context) => {
      const { signal, client } = context;
      const found = await client.positions({ ...account, signal });
      const open = found.filter(({ quantity }) => quantity !== 0);
      printItems(context, form, POSITION_COLUMNS, open);
      return ExitCode.Done;
    };
  },
};

/** `tapedeck orders`: the open ones, or with `--all` also those of the present exchange day. */
export const orders: Command = {
  options: { ...ACCOUNT_OPTIONS, all: { type: 'boolean' } },
  prepare(args) {
    refuseExtra(args.positionals);
    const [form, account] = [listForm(args), args.account()];
    const state = args.flag('all') ? 'all' : 'open';
    return async (context) => {
      const { signal, client } = context;
      const found = await allOf(client.orders({ ...account, signal, state, pageSize: PAGE_SIZE }));
      printItems(context, form, ORDER_COLUMNS, found);
      return ExitCode.Done;
    };
  },
};

/** `tapedeck export orders`: those of the present exchange day and all open ones, created in a span of time. */
export const exportOrders: Command = {
  options: { ...ACCOUNT_OPTIONS, from: { type: 'string' }, to: { type: 'string' } },
  prepare(args) {
    const [subject, ...extra] = args.positionals;
    if (subject !== 'orders') throw usageError('Only orders can be exported: tapedeck export orders.');
    refuseExtra(extra);
    const [form, account] = [args.flag('json') ? 'json' : 'csv', args.account()] as const;
    listForm(args);
    const [fromMs, toMs = Number.POSITIVE_INFINITY] = [args.timeMs('from'), args.timeMs('to')];
    if (fromMs !== undefined && toMs <= fromMs) throw usageError('--to must be after --from.');
    return async (context) => {
      const { signal, client } = context;
      const { sessionDate } = await client.clock({ signal });
      // An export that silently lacks earlier days would be taken for complete.
      if (fromMs !== undefined && fromMs < newYorkMs(sessionDate, 0))
        throw usageError(
          `The API has the orders of the exchange day ${sessionDate} only. Export earlier days in the workstation.`,
        );
      const found = await allOf(client.orders({ ...account, signal, state: 'all', pageSize: PAGE_SIZE }));
      const wanted = found.filter(({ created }) => {
        const createdMs = Date.parse(created);
        return createdMs >= (fromMs ?? 0) && createdMs < toMs;
      });
      printItems(context, form, EXPORT_COLUMNS, wanted);
      return ExitCode.Done;
    };
  },
};
