import {
  TapedeckError,
  type AcceptedOrder,
  type Account,
  type OrderTerms,
  type RequestedCancel,
} from '../../automation-client/index.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { refuseExtra, usageError, type Command, type CommandContext } from './command.ts';
import { ORDER_OPTIONS, orderOf, orderText } from './order-arguments.ts';

/** `tapedeck order`: shows the order with the present quote, and sends it once it is confirmed. */
export const order: Command = {
  options: {
    ...ORDER_OPTIONS,
    account: { type: 'string' },
    key: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    json: { type: 'boolean' },
  },
  prepare(args) {
    const stated = orderOf(args);
    const { account: named } = args.account();
    const idempotencyKey = args.text('key') ?? `cli-${crypto.randomUUID()}`;
    if (!/^(?=.*\D)[\x21-\x7e]{1,64}$/.test(idempotencyKey))
      throw usageError('--key must be 1 to 64 printable characters, not digits alone.');
    const [isConfirmed, isJson] = [args.flag('yes'), args.flag('json')];
    return async (context) => {
      if (!isConfirmed && context.confirm === undefined)
        throw usageError('There is no terminal to confirm the order at: add --yes to send it.');
      const account = await accountOf(context, named);
      const terms: OrderTerms = { account: account.account, ...stated };
      const text = `${orderText(terms, account)} (${await quoteText(context, terms.symbol)})`;
      if (isConfirmed) context.warn(text);
      else if (!(await context.confirm?.(`${text}\nSend this order?`)))
        throw new CommandError(ExitCode.Refused, 'The order was not sent.');
      const accepted = await sent(context, terms, idempotencyKey);
      context.print(isJson ? JSON.stringify(accepted, null, 2) : `Order ${accepted.orderId} is accepted.`);
      return ExitCode.Done;
    };
  },
};

/** The named account, or the default one, or the only one of the key. Throws a CommandError when that is none. */
async function accountOf({ client, signal }: CommandContext, named: string | undefined): Promise<Account> {
  const accounts = await client.accounts({ signal });
  const found =
    named === undefined
      ? (accounts.find(({ isDefault }) => isDefault) ?? (accounts.length === 1 ? accounts[0] : undefined))
      : accounts.find(({ account }) => account === named);
  if (found) return found;
  throw usageError(
    named === undefined
      ? 'The key has no default account: name one with --account.'
      : `The key opens no account ${named}: tapedeck accounts lists them.`,
  );
}

/** A key without the scope read may send orders; it has no quotes. */
async function quoteText({ client, signal }: CommandContext, symbol: string): Promise<string> {
  try {
    const [quote] = (await client.quotes([symbol], { signal })).items;
    return quote === undefined ? 'no quote' : `bid ${quote.bid ?? '–'}, ask ${quote.ask ?? '–'}`;
  } catch (error) {
    if (error instanceof TapedeckError && error.status === 403) return 'no quote';
    throw error;
  }
}

async function sent(
  { client, signal, warn }: CommandContext,
  terms: OrderTerms,
  idempotencyKey: string,
): Promise<AcceptedOrder> {
  try {
    return await client.placeOrder(terms, { signal, idempotencyKey });
  } catch (error) {
    const isRefused = error instanceof TapedeckError && error.status >= 400 && error.status < 500;
    // The order may have been accepted.
    if (!isRefused)
      warn(
        `It is unknown whether the order was accepted. Repeat the command with --key ${idempotencyKey}: no second order is made.`,
      );
    throw error;
  }
}

/** `tapedeck cancel`. */
export const cancel: Command = {
  options: { account: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    const [orderId = '', ...extra] = args.positionals;
    if (!/^[1-9]\d{0,14}$/.test(orderId)) throw usageError('Name the order: tapedeck orders lists the ids.');
    refuseExtra(extra);
    const [account, isJson] = [args.account(), args.flag('json')];
    return async ({ client, signal, print }) => {
      const requested: RequestedCancel = await client.cancelOrder(orderId, { ...account, signal });
      print(
        isJson
          ? JSON.stringify(requested, null, 2)
          : `The cancel of order ${orderId} is requested; ${requested.open} were open.`,
      );
      return ExitCode.Done;
    };
  },
};
