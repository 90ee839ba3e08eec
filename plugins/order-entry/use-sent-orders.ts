import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderTicket, ToolPlatform, WireReport } from '../../src/plugin-api/index.ts';
import type { KeptTicket, TicketMemory } from './kept-tickets.ts';
import type { LastSent } from './send-guard.ts';
import type { PriceReference } from './price-reference.ts';
import { isAbout, reportKey, reportsSince, sentLine, withReports, type StatusLine } from './status-lines.ts';
import type { Ticket } from './ticket.ts';

/** The orders sent from one ticket. */
export interface SentOrders {
  /** Reports of these orders, newest first. */
  readonly lines: readonly StatusLine[];
  /** The order sent last; null before the first. */
  lastSent(): LastSent | null;
  /** A group is being placed: a second press is ignored until `groupPlaced`. */
  groupSent(ticket: Ticket): void;
  /** The server has answered: the reports of the group's orders are shown from now on; null = it was refused. */
  groupPlaced(groupId: string | null): void;
  add(clientId: string, ticket: Ticket, order: OrderTicket, status: 'Sent' | 'CancelReplaceSent'): void;
}

export interface SentOrdersOptions {
  readonly ticket: Ticket;
  readonly reference: PriceReference;
  /** What the window kept while it was off screen. */
  readonly kept: KeptTicket | null;
  readonly memory: TicketMemory | undefined;
}

/** Follows the reports of the orders that a ticket has sent, those from the time off screen included, and keeps both in `memory`. */
export function useSentOrders(
  platform: ToolPlatform,
  { ticket, reference, kept, memory }: SentOrdersOptions,
): SentOrders {
  const { orders, groups } = platform;
  const [lines, setLines] = useState<readonly StatusLine[]>(kept?.lines ?? []);
  const clientIds = useRef<string[]>([...(kept?.sent ?? [])]);
  const last = useRef(kept?.lastSent ?? null);
  const groupIds = useRef(new Set<string>());
  useEffect(() => {
    const follow = (reports: readonly WireReport[]) => {
      const ofTicket = reports.filter((report) =>
        clientIds.current.some((clientId) => isAbout(report, clientId)),
      );
      const sent = last.current;
      if (sent !== null && ofTicket.some((report) => isAbout(report, sent.clientId)))
        last.current = { ...sent, isAnswered: true };
      if (ofTicket.length > 0)
        setLines((before) =>
          withReports(before, ofTicket, (orderId) => orders.get().orders.get(orderId)?.Status),
        );
    };
    if (kept !== null) follow(reportsSince(orders.get().log, kept.newestReport));
    return orders.onReport((report) => follow([report]));
  }, [orders, kept]);
  /** Follows the orders that the placed groups have sent since. Reports of an order come before its group names it. */
  const followGroups = useCallback(() => {
    const before = clientIds.current.length;
    for (const { GroupId, Orders } of groups.get().groups.values())
      if (groupIds.current.has(GroupId))
        for (const { OrderId } of Orders)
          if (!clientIds.current.includes(OrderId)) clientIds.current.push(OrderId);
    const added = clientIds.current.slice(before);
    const reports = orders.get().log.filter((report) => added.some((orderId) => isAbout(report, orderId)));
    if (reports.length > 0)
      setLines((lines) => withReports(lines, reports, (orderId) => orders.get().orders.get(orderId)?.Status));
  }, [groups, orders]);
  useEffect(() => groups.subscribe(followGroups), [groups, followGroups]);
  useEffect(() => {
    const newest = orders.get().log[0];
    memory?.store({
      ticket,
      reference,
      lines,
      sent: clientIds.current,
      newestReport: newest === undefined ? null : reportKey(newest),
      lastSent: last.current,
    });
  }, [orders, memory, ticket, reference, lines]);
  return {
    lines,
    lastSent: () => last.current,
    groupSent(sentTicket) {
      last.current = { ticket: sentTicket, clientId: '', sentAtMs: performance.now(), isAnswered: false };
    },
    groupPlaced(groupId) {
      if (last.current !== null) last.current = { ...last.current, isAnswered: true };
      if (groupId !== null) groupIds.current.add(groupId);
      followGroups();
    },
    add(clientId, sentTicket, order, status) {
      clientIds.current.push(clientId);
      last.current = { ticket: sentTicket, clientId, sentAtMs: performance.now(), isAnswered: false };
      setLines((before) => [sentLine(order, clientId, status, platform.exchangeMs()), ...before]);
    },
  };
}
