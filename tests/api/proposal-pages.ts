import type { Body } from '../../src/protocol/index.ts';
import type { TestServer, TestUser } from '../support/server.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** A proposal as a page of the workstation receives it. */
type Item = Body<'orderProposals'>['Items'][number];
/** A page of the workstation. */
export type Page = WireClient<'trading'>;

/** A page of the workstation, with what waits when it is opened. */
export async function openPageOf(
  { ports }: TestServer,
  user: TestUser,
): Promise<{ page: Page; waiting: readonly Item[] }> {
  const { client } = await openAccount(ports, user);
  const { Items } = await client.next('orderProposals', ({ IsSnapshot }) => IsSnapshot);
  return { page: client, waiting: Items };
}

/** The next state of a proposal on a page that one of these is. */
export async function shown(page: Page, id: string, ...states: readonly string[]): Promise<Item> {
  const found = (items: readonly Item[]) =>
    items.find(({ Id, State }) => Id === id && states.includes(State));
  const { Items } = await page.next('orderProposals', (body) => found(body.Items) !== undefined);
  const item = found(Items);
  if (!item) throw new Error('the message has the proposal');
  return item;
}

/** Sends the decision of the user. */
export const decide = (page: Page, Id: string, Decision: 'Send' | 'Reject'): void =>
  page.send('orderProposalDecide', { Id, Decision });
