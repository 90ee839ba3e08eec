import type { Message } from '../../../protocol/index.ts';

type Request = Message<'trading', 'toServer'>;
type DocumentRequestName = Extract<
  Request['name'],
  `alert${string}` | `drawing${string}` | 'saveList' | 'orderProposalDecide'
>;

const IS_DOCUMENT_REQUEST: Readonly<Record<DocumentRequestName, true>> = {
  alertFiringsSeen: true,
  alertFiringsClear: true,
  alertPut: true,
  alertRemove: true,
  alertList: true,
  drawingPut: true,
  drawingRemove: true,
  drawingList: true,
  drawingLeave: true,
  saveList: true,
  orderProposalDecide: true,
};

/** Whether a trading message is about the user's alerts, their log, shared drawings or saves, or decides about a proposal: no order waits for it. */
export const isDocumentRequest = ({ name }: Request): boolean => Object.hasOwn(IS_DOCUMENT_REQUEST, name);
