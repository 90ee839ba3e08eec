import { flushSync } from 'react-dom';
import type { TicketProblems } from './ticket-rules.ts';
import type { TicketForm } from './use-ticket-form.ts';

/**
 * Puts the focus on the first field of a ticket with a problem, or brings a message about several fields into sight. In a window that scrolls both may be out of sight, and a press
 * of Send would seem to do nothing.
 */
function revealProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('input[aria-invalid="true"]');
  if (field) return field.focus();
  const messages = form?.querySelectorAll('[role="alert"]') ?? [];
  [...messages].find(({ textContent }) => textContent !== '')?.scrollIntoView({ block: 'nearest' });
}

/** Does what a button of the ticket does, and shows what keeps the ticket from it. */
export function attemptWith(
  { element, isSymbolTyped }: TicketForm,
  problems: TicketProblems,
  act: () => void,
): void {
  // The fields show their problems from the first attempt on.
  flushSync(act);
  if (!isSymbolTyped && Object.keys(problems).length > 0) revealProblem(element.current);
}
