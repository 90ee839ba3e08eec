import { useEffect, useRef } from 'react';
import type { OrderProposal, OrderProposals } from '../../client/types.ts';
import { useReadable } from '../../plugin-api/index.ts';
import { keyText } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { ORDER_REQUESTS_COMMAND } from '../shell/command-keys.ts';
import { endText, requestTitle } from './request-texts.ts';
import { RequestsPanel } from './RequestsPanel.tsx';

/**
 * The requests of programs, above everything and beside the work: a request takes no focus when it appears, so that no key that the user types somewhere
 * decides it. Screen readers announce it.
 */
export function OrderRequests({ proposals }: { readonly proposals: OrderProposals }) {
  const all = useReadable(proposals);
  useAnnouncements(all);
  return all.length === 0 ? null : <RequestsPanel all={all} proposals={proposals} />;
}

/** Announces each new request and each end to screen readers, and each request also in the browser windows of tools. */
function useAnnouncements(shown: readonly OrderProposal[]): void {
  const { announcer, commands, popoutToasts } = useDesk();
  const states = useRef<ReadonlyMap<string, OrderProposal['State']>>(new Map());
  useEffect(() => {
    for (const proposal of shown) {
      const { Id, State, KeyName, Account } = proposal;
      const earlier = states.current.get(Id);
      if (earlier === State) continue;
      const title = `${requestTitle(proposal)}, account ${Account}, requested by ${KeyName}`;
      if (State !== 'Open') {
        if (State !== 'Sending') announcer.say(`${title}: ${endText(proposal)}`);
        continue;
      }
      const key = commands.get(ORDER_REQUESTS_COMMAND)?.key;
      announcer.say(`Order request. ${title}.${key === undefined ? '' : ` ${keyText(key)} goes to it.`}`);
      for (const { toaster } of popoutToasts.store.getState())
        toaster.show({
          message: `${KeyName} requests an order: ${requestTitle(proposal)}. Decide it in the main window.`,
          tone: 'warning',
          key: `order request ${Id}`,
        });
    }
    states.current = new Map(shown.map(({ Id, State }) => [Id, State]));
  }, [shown, announcer, commands, popoutToasts]);
}
