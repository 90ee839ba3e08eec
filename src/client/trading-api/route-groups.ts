import { GroupError, orderErrorMessage } from '../../domain/orders/errors.ts';
import type { GroupResult, OrderGroupStore } from '../orders/group-types.ts';
import type { Readable, TradingApiState } from '../types.ts';
import type { ExternalBrokerLink } from './external-link.ts';

const REFUSED: GroupResult = {
  ok: false,
  errorCode: GroupError.NotAtExternalBroker,
  message: orderErrorMessage(GroupError.NotAtExternalBroker),
  isUnknown: false,
  clientId: '',
};

/**
 * The groups of Tapedeck's own service. While orders go to the external broker, new groups go there, or are refused where it takes none: sending one here instead would trade in another
 * account. Those that are live can still be cancelled.
 */
export function routeGroups(
  ownGroups: OrderGroupStore,
  tradingApi: Readable<Pick<TradingApiState, 'api'>>,
  external?: Pick<ExternalBrokerLink, 'placeGroup'>,
): OrderGroupStore {
  const whenOwn = (send: () => Promise<GroupResult>): Promise<GroupResult> =>
    tradingApi.get().api === 'Own' ? send() : Promise.resolve(REFUSED);
  return {
    get: () => ownGroups.get(),
    subscribe: (listener) => ownGroups.subscribe(listener),
    pageTimesOf: (groupId) => ownGroups.pageTimesOf(groupId),
    place: (...request) =>
      tradingApi.get().api === 'Own'
        ? ownGroups.place(...request)
        : (external?.placeGroup?.(...request) ?? Promise.resolve(REFUSED)),
    cancel: (groupId) => ownGroups.cancel(groupId),
    changeExit: (...change) => ownGroups.changeExit(...change),
    changeTerms: (...change) => ownGroups.changeTerms(...change),
    flatten: (...request) => whenOwn(() => ownGroups.flatten(...request)),
    reverse: (...request) => whenOwn(() => ownGroups.reverse(...request)),
    cancelAll: (...request) => whenOwn(() => ownGroups.cancelAll(...request)),
  };
}
