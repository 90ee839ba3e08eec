import type {
  BookGroup,
  ExitPrice,
  FinalGroupState,
  GroupLink,
  GroupMember,
  GroupRole,
} from '../../groups/types.ts';
import type { Book } from '../book-state.ts';
import type { OrderRequest } from '../types.ts';

/** The next thing to do for a group. Each one changes the book, so that the plan of the changed book has another next action. */
export type GroupAction =
  /** `isJudged`: the order passes the risk checks now; the others were part of the group when it was checked. */
  | {
      readonly kind: 'send';
      readonly order: OrderRequest;
      readonly link: GroupLink;
      readonly isJudged: boolean;
    }
  /** The open order continues with other terms. */
  | { readonly kind: 'replace'; readonly orderId: string; readonly order: OrderRequest }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly code: number }
  /** The stop of a bracket gets the price of break-even. */
  | { readonly kind: 'breakEven'; readonly price: ExitPrice }
  | { readonly kind: 'cancelGroup'; readonly groupId: string; readonly code: number }
  | { readonly kind: 'end'; readonly state: FinalGroupState; readonly code: number };

/** A group with the book that it is planned on. */
export interface PlannedGroup {
  readonly group: BookGroup;
  readonly book: Book;
}

/** Orders of the group in a role, in the order in which they were sent. */
export const membersIn = ({ members }: BookGroup, ...roles: readonly GroupRole[]): readonly GroupMember[] =>
  members.filter(({ role }) => roles.includes(role));

/** Shares of the group's orders that were filled: bought ones positive. */
export const netFilled = ({ members }: BookGroup): number =>
  members.reduce((sum, { side, filled }) => sum + (side === 'Buy' ? filled : -filled), 0);

/** Shares that these orders have filled. */
export const filledOf = (members: readonly GroupMember[]): number =>
  members.reduce((sum, { filled }) => sum + filled, 0);

/** The first reason why an order of the group ended that is not the group's own rule; 0 = there is none. */
export const reasonOf = (members: readonly GroupMember[]): number =>
  members.find(({ code }) => code !== 0)?.code ?? 0;
