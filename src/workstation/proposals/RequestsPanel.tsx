import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { OrderProposal, OrderProposals } from '../../client/types.ts';
import { Button, usePanelPlace, type FirstPlace } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { PanelPlaces } from '../dialogs/panel-places.ts';
import { OrderRequest } from './OrderRequest.tsx';
import styles from './OrderRequests.module.css';
import { isWaitingRequest, remainingText } from './request-texts.ts';
import { useRemaining } from './use-remaining.ts';

const PLACE_ID = 'order-requests';
const SAFE_CHOICE = '[data-safe]';

/** Below the menu bar, at the right. */
const topRight: FirstPlace = (panel, view) => ({ left: view.width - panel.width - 16, top: 48 });

interface RequestsPanelProps {
  readonly all: readonly OrderProposal[];
  readonly proposals: OrderProposals;
}

/**
 * The requests that wait, of which one is shown with its details, and below them those that have ended. The user moves them by their bar, which stays when
 * they are folded.
 */
export function RequestsPanel({ all, proposals }: RequestsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const [isFolded, setFolded] = useState(false);
  const waiting = all.filter(isWaitingRequest);
  const moves = useMoves(panel);
  const back = useWayBack();
  const fold = () => {
    // Its buttons must be there to get the focus.
    flushSync(() => setFolded(!isFolded));
    if (isFolded) panel.current?.querySelector<HTMLElement>(SAFE_CHOICE)?.focus();
  };
  return createPortal(
    <section
      ref={panel}
      className={styles.requests}
      aria-label="Order requests"
      data-order-requests=""
      onFocus={back.onFocus}
      onKeyDownCapture={(event) => {
        if (!moves.onKey(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={back.onKeyDown}
    >
      <div
        className={styles.bar}
        title="Drag to move, or press Alt+Shift and an arrow key"
        onPointerDown={moves.onPointerDown}
        onPointerMove={moves.onPointerMove}
        onPointerUp={moves.onPointerUp}
        onPointerCancel={moves.onPointerUp}
      >
        <h2>{countText(waiting.length)}</h2>
        {isFolded && waiting.length > 0 ? <NextEnd waiting={waiting} /> : null}
        <Button data-unfold={isFolded ? '' : undefined} aria-expanded={!isFolded} onClick={fold}>
          {isFolded ? <ChevronDown size={14} /> : <ChevronUp size={14} />}
          {isFolded ? 'Unfold' : 'Fold'}
        </Button>
      </div>
      {isFolded ? null : <Requests all={all} waiting={waiting} proposals={proposals} />}
    </section>,
    // Beside the panels and dialogs, some of which it lies above.
    document.body,
  );
}

const countText = (count: number): string =>
  count === 0 ? 'Order requests' : count === 1 ? '1 order request' : `${String(count)} order requests`;

/** The time that is left for the request that expires first. */
function NextEnd({ waiting }: { readonly waiting: readonly OrderProposal[] }) {
  const remainingMs = useRemaining(Math.min(...waiting.map(({ expiresAtMs }) => expiresAtMs)));
  return (
    <span>
      {waiting.length === 1 ? 'Expires' : 'The next expires'} in {remainingText(remainingMs)}
    </span>
  );
}

function Requests({
  all,
  waiting,
  proposals,
}: RequestsPanelProps & { readonly waiting: readonly OrderProposal[] }) {
  // What waits is on top, so that no end covers it.
  const shown = useMemo(
    () => [...all.filter(isWaitingRequest), ...all.filter((proposal) => !isWaitingRequest(proposal))],
    [all],
  );
  const [chosenId, setChosenId] = useState('');
  const open = waiting.find(({ Id }) => Id === chosenId) ?? waiting[0];
  return shown.map((proposal) => (
    <OrderRequest
      key={proposal.Id}
      proposal={proposal}
      proposals={proposals}
      onShow={proposal === open || !isWaitingRequest(proposal) ? null : () => setChosenId(proposal.Id)}
    />
  ));
}

/** Moves the requests, and keeps their place in this browser. */
function useMoves(panel: { readonly current: HTMLElement | null }) {
  const { session } = useDesk().platform;
  const [places] = useState(
    () => new PanelPlaces({ storage: () => localStorage, userId: () => session.get().userId }),
  );
  const [place] = useState(() => places.get(PLACE_ID));
  return usePanelPlace(panel, place, (moved) => places.keep(PLACE_ID, moved), topRight);
}

/** Escape leads back to the work; the requests stay. */
function useWayBack() {
  const before = useRef<EventTarget | null>(null);
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      else if (event.target instanceof HTMLElement) event.target.blur();
    },
  };
}
