import type { OrderProposal } from '../../client/types.ts';

/** `Buy 10 SPY at 90.05`, `Cancel Buy 10 SPY at 90.05`. */
export const requestTitle = ({ Kind, Text, Terms }: Pick<OrderProposal, 'Kind' | 'Text' | 'Terms'>): string =>
  [`${Kind === 'Cancel' ? 'Cancel ' : ''}${Text}`, ...Terms].join(', ');

/** Whether a request has not ended. */
export const isWaitingRequest = ({ State }: Pick<OrderProposal, 'State'>): boolean =>
  State === 'Open' || State === 'Sending';

const SENT_TEXTS: Readonly<Record<OrderProposal['Kind'], string>> = {
  Order: 'The order was sent.',
  Group: 'The orders were placed.',
  Cancel: 'The cancel was sent.',
};

/** The end of a request as the user reads it. */
export function endText({ State, Kind, Message }: Pick<OrderProposal, 'State' | 'Kind' | 'Message'>): string {
  switch (State) {
    case 'Open':
      return '';
    case 'Sending':
      return 'Sending…';
    case 'Sent':
      return SENT_TEXTS[Kind];
    case 'Refused':
      return `Not accepted: ${Message}`;
    case 'Rejected':
      return 'You have rejected it.';
    case 'Withdrawn':
      return 'The program has withdrawn it.';
    case 'Expired':
      return 'It has expired.';
    case 'KeyEnded':
      return Message;
  }
}

/** Minutes and seconds, `4:05`; never below 0. */
export function remainingText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
