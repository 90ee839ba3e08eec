import {
  TapedeckError,
  type AcceptedOrder,
  type OrderTerms,
  type RequestedCancel,
} from '../../automation-client/index.ts';
import { CommandError, ExitCode } from '../exit-codes.ts';
import { accountOf } from './account-of.ts';
import { refuseExtra, usageError, type Command, type CommandContext } from './command.ts';
import { warnOfLostAnswer } from './lost-answer.ts';
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
    const idempotencyKey = args.idempotencyKey();
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
    warnOfLostAnswer(
      error,
      warn,
      'the order was accepted',
      `--key ${idempotencyKey}: no second order is made.`,
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
