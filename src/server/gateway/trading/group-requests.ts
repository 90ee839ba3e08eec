import { encode, type Message } from '../../../protocol/index.ts';
import type { Brokerage, GroupOutcome } from '../../brokerage/brokerage.ts';
import {
  endingFromWire,
  exitPriceFromWire,
  groupFromWire,
  groupResultToWire,
} from '../translate/order-groups.ts';
import { termsFromWire } from '../translate/group-waits.ts';

type GroupRequestName =
  | 'orderGroupSend'
  | 'orderGroupCancel'
  | 'orderGroupChange'
  | 'orderGroupTermsChange'
  | 'flatten'
  | 'orderCancelAll';
/** A request about order groups. */
export type GroupRequestMessage = Extract<
  Message<'trading', 'toServer'>,
  { readonly name: GroupRequestName }
>;
type GroupBrokerage = Pick<Brokerage, 'placeGroup' | 'cancelGroup' | 'changeGroupExit' | 'changeGroupTerms'>;

/** The frame that answers a request about order groups, once its outcome is durable. */
export async function groupAnswer(
  brokerage: GroupBrokerage,
  request: GroupRequestMessage,
  sender: { readonly account: string; readonly userId: string },
): Promise<string> {
  const outcome = await outcomeOf(brokerage, request, sender);
  return encode('orderGroupResult', groupResultToWire(sender.account, request.body.ClientId, outcome));
}

function outcomeOf(
  brokerage: GroupBrokerage,
  request: GroupRequestMessage,
  sender: { readonly account: string; readonly userId: string },
): Promise<GroupOutcome> {
  switch (request.name) {
    case 'orderGroupSend':
      return brokerage.placeGroup(groupFromWire(request.body, sender));
    case 'flatten':
      return brokerage.placeGroup(endingFromWire('Flatten', request.body, sender));
    case 'orderCancelAll':
      return brokerage.placeGroup(endingFromWire('CancelAll', request.body, sender));
    case 'orderGroupCancel':
      return brokerage.cancelGroup({ ...sender, groupId: request.body.GroupId });
    case 'orderGroupTermsChange':
      return brokerage.changeGroupTerms({
        ...sender,
        groupId: request.body.GroupId,
        terms: termsFromWire(request.body),
      });
    case 'orderGroupChange': {
      const { GroupId: groupId, Role: role, Index: index } = request.body;
      const price = exitPriceFromWire(request.body);
      return brokerage.changeGroupExit({ ...sender, groupId, role, index, price });
    }
  }
}
