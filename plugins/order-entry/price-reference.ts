import { useEffect, useState } from 'react';
import { type ToolPlatform, readMarket, type Market } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** How often prices are read until there is one, ms. */
const REFRESH_MS = 500;

const hasPrice = ({ bid, ask, last }: Market): boolean => bid > 0 || ask > 0 || last > 0;

/** The market that the user had in view when a ticket was opened, edited or sent last. */
export class PriceReference {
  #ticket: Ticket | null = null;
  #market: Market | null = null;

  /** Keeps the first market with a price after the ticket has changed; returns whether the present ticket has one. */
  note(ticket: Ticket, market: Market): boolean {
    if (this.#ticket !== ticket || this.#market === null) this.renew(ticket, market);
    return this.#market !== null;
  }

  /** Keeps this market: the user has just decided by it. */
  renew(ticket: Ticket, market: Market): void {
    this.#ticket = ticket;
    this.#market = hasPrice(market) ? market : null;
  }

  /** Null for another ticket than the one that was noted, and while no price has been known. */
  at(ticket: Ticket): Market | null {
    return this.#ticket === ticket ? this.#market : null;
  }
}

/**
 * Follows the market of a ticket as it is edited.
 * @param kept the reference of this window from before it went off screen: being away is no edit
 */
export function usePriceReference(
  platform: ToolPlatform,
  ticket: Ticket,
  kept: PriceReference | undefined,
): PriceReference {
  const [reference] = useState(() => kept ?? new PriceReference());
  useEffect(() => {
    const { symbol } = ticket;
    const note = () => reference.note(ticket, readMarket(platform, symbol));
    if (note() || symbol === '') return undefined;
    return platform.symbols.subscribe([symbol], REFRESH_MS, note);
  }, [platform, ticket, reference]);
  return reference;
}
