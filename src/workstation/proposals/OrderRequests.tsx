import { useEffect, useRef } from 'react';
import type { OrderProposal, OrderProposals } from '../../client/types.ts';
import { useReadable } from '../../plugin-api/index.ts';
import { keyText } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { OrderRequest } from './OrderRequest.tsx';
import styles from './OrderRequests.module.css';
import { endText, requestTitle } from './request-texts.ts';

/** Moves the focus to the oldest request, from wherever it is. */
const GO_KEY = 'Alt+Shift+KeyQ';

/**
 * The requests of programs, above everything and beside the work: a request takes no focus when it appears, so that no key that the user types somewhere
 * decides it. Screen readers announce it.
 */
export function OrderRequests({ proposals }: { readonly proposals: OrderProposals }) {
  const { commands } = useDesk();
  const shown = useReadable(proposals);
  const region = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useAnnouncements(shown);
  const hasSome = shown.length > 0;
  useEffect(
    () =>
      hasSome
        ? commands.register({
            id: 'order-requests.go',
            title: 'Go to the order requests of programs',
            key: GO_KEY,
            run() {
              before.current = document.activeElement;
              region.current?.querySelector<HTMLElement>('[data-safe]')?.focus();
            },
          })
        : undefined,
    [commands, hasSome],
  );
  if (!hasSome) return null;
  return (
    <section
      ref={region}
      className={styles.requests}
      aria-label="Order requests"
      onKeyDown={(event) => {
        // Back to the work; the request stays.
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (before.current instanceof HTMLElement) before.current.focus();
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      {shown.map((proposal) => (
        <OrderRequest key={proposal.Id} proposal={proposal} proposals={proposals} />
      ))}
    </section>
  );
}

/** Announces each new request and each end to screen readers, and each request also in the browser windows of tools. */
function useAnnouncements(shown: readonly OrderProposal[]): void {
  const { announcer, popoutToasts } = useDesk();
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
      announcer.say(`Order request. ${title}. ${keyText(GO_KEY.replace('Key', ''))} goes to it.`);
      for (const { toaster } of popoutToasts.store.getState())
        toaster.show({
          message: `${KeyName} requests an order: ${requestTitle(proposal)}. Decide it in the main window.`,
          tone: 'warning',
          key: `order request ${Id}`,
        });
    }
    states.current = new Map(shown.map(({ Id, State }) => [Id, State]));
  }, [shown, announcer, popoutToasts]);
}
