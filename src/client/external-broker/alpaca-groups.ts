import { toPriceE4 } from '../../domain/money/price.ts';
import { withAlpacaExits, type AlpacaExits, type AlpacaOrderBody } from '../../domain/orders/alpaca/index.ts';
import { BROKERS } from '../../domain/orders/brokers.ts';
import { GroupError, OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { missingInGroup } from '../orders/group-needs.ts';
import type { GroupResult, GroupTicket } from '../orders/group-types.ts';
import type { OrderTicket } from '../types.ts';
import type { BrokerOrderCommands } from './broker-order-commands.ts';

/** A group as one order of Alpaca: the order that is sent, and the exits that go along. */
interface AlpacaGroup {
  readonly order: OrderTicket;
  readonly exits: AlpacaExits;
  /** The exits are of a position that is there. */
  readonly isClosing: boolean;
}

/** Places a group as one order with exits, which Alpaca keeps whether this client is connected or not. The group's id is the client id of that order. */
export function placeAlpacaGroup(
  orders: Pick<BrokerOrderCommands<AlpacaOrderBody>, 'send'>,
  ticket: GroupTicket,
  clientId?: string,
): GroupResult {
  const missing = missingInGroup(BROKERS.alpaca.capabilities, ticket);
  const group = missing === null ? groupOf(ticket) : undefined;
  if (group === undefined)
    return refused(
      GroupError.NotAtExternalBroker,
      missing ?? orderErrorMessage(GroupError.NotAtExternalBroker),
    );
  const { order, exits, isClosing } = group;
  const sent = orders.send(order, clientId, (body) => {
    // A purchase closes only what the account is short of.
    if (isClosing && body.position_intent !== 'sell_to_close' && body.position_intent !== 'buy_to_close')
      return {
        ok: false,
        error: {
          code: OrderError.InvalidCondition,
          message: `${BROKERS.alpaca.capabilities.groupLacks.alternatives}.`,
        },
      };
    return withAlpacaExits(body, exits, isClosing);
  });
  return sent.ok ? { ok: true, groupId: sent.clientId } : refused(sent.errorCode, sent.message);
}

const refused = (errorCode: number, message: string): GroupResult => ({
  ok: false,
  errorCode,
  message,
  isUnknown: false,
  clientId: '',
});

const e4 = (dollars: number | null | undefined): number => toPriceE4(dollars ?? 0);

/** The exit that an order is: a limit is a target. */
const exitsOf = (orders: readonly OrderTicket[]): AlpacaExits => {
  const target = orders.find(({ type }) => type === 'Limit');
  const stop = orders.find(({ type }) => type !== 'Limit');
  return {
    targetE4: e4(target?.price),
    stopE4: e4(stop?.stopPrice),
    stopLimitE4: stop?.type === 'StopLimit' ? e4(stop.price) : 0,
  };
};

function groupOf(ticket: GroupTicket): AlpacaGroup | undefined {
  switch (ticket.kind) {
    case 'Bracket':
      return {
        order: ticket.entry,
        exits: { targetE4: e4(ticket.target?.amount), stopE4: e4(ticket.stop?.amount) },
        isClosing: false,
      };
    case 'OneTriggersOther':
      return { order: ticket.first, exits: exitsOf([ticket.next]), isClosing: false };
    case 'OneCancelsOther': {
      const order = ticket.orders.find(({ type }) => type === 'Limit');
      return order && { order, exits: exitsOf(ticket.orders), isClosing: true };
    }
    case 'Conditional':
      return undefined;
  }
}
