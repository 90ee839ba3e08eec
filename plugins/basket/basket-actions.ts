import { formatInteger, formatSignedMoney } from '../../src/domain/columns/index.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import {
  markOf,
  randomId,
  type ToolPlatform,
  type ToolWindow,
  type WireOrder,
} from '../../src/plugin-api/index.ts';
import { BasketRun } from './basket-run.ts';
import { saveFile } from '../../src/ui/index.ts';
import { writeOrdersCsv } from './orders-csv.ts';
import { stagedText } from './staged-order.ts';
import {
  basketToSave,
  MAX_ORDERS,
  readSavedBasket,
  readStagedOrder,
  SAVED_TYPE,
  type BasketRow,
  type BasketState,
  type StagedOrder,
} from './state.ts';

/** Rows whose sending is kept. Older ones can only belong to rows that were removed. */
const MAX_SENT = 1_000;
/** Warnings that the question before sending lists. */
const LISTED_WARNINGS = 5;

type Tool = ToolWindow<BasketState>;

const runs = new WeakMap<object, Map<string, BasketRun>>();

/** The run of a window, which continues while its workspace is not on screen. */
export function runOf({ platform, id }: Pick<Tool, 'platform' | 'id'>): BasketRun {
  const ofPlatform = runs.get(platform) ?? new Map<string, BasketRun>();
  runs.set(platform, ofPlatform);
  const known = ofPlatform.get(id);
  if (known !== undefined) return known;
  const run = new BasketRun(platform, (rowId, clientId) => {
    const window = platform.tools
      .windowsOf('basket')
      .get()
      .find((placed) => placed.id === id);
    // Without its window nobody could see or stop it.
    if (window === undefined) return run.stop();
    // Windows of the tool have its state.
    const { Sent } = window.getState() as BasketState;
    window.follow({ Sent: withSent(Sent, rowId, clientId) });
  });
  ofPlatform.set(id, run);
  return run;
}

function withSent(sent: BasketState['Sent'], rowId: string, clientId: string): BasketState['Sent'] {
  const kept = Object.entries(sent).slice(-(MAX_SENT - 1));
  return Object.fromEntries([...kept, [rowId, clientId]]);
}

/** Stops what is under way, at the end of a session. */
export function stopRuns(platform: object): void {
  for (const run of runs.get(platform)?.values() ?? []) run.stop();
  runs.delete(platform);
}

/** The rows that were not sent, in their sequence. */
export const unsentRows = ({ Rows, Sent }: Pick<BasketState, 'Rows' | 'Sent'>): readonly BasketRow[] =>
  Rows.filter(({ Id }) => !Object.hasOwn(Sent, Id));

function toast({ platform }: Pick<Tool, 'platform'>, message: string, tone: 'neutral' | 'warning' | 'error') {
  platform.dialogs.toast({ message, tone, key: 'basket' });
}

/** Adds orders behind the others, as many as fit. */
export function addOrders(
  tool: Pick<Tool, 'getState' | 'update' | 'platform'>,
  orders: readonly StagedOrder[],
): void {
  const { Rows } = tool.getState();
  const added = orders.slice(0, MAX_ORDERS - Rows.length).map((order) => ({ ...order, Id: randomId() }));
  if (added.length < orders.length)
    toast(
      tool,
      `A basket takes ${MAX_ORDERS} orders: ${orders.length - added.length} were not added.`,
      'warning',
    );
  if (added.length > 0) tool.update({ Rows: [...Rows, ...added] });
}

/** Stages an order of a ticket in the nearest basket, or in a new one. */
export async function stageOrder(platform: ToolPlatform, given: StagedOrder): Promise<void> {
  // Any tool may run the command. An order that a basket cannot store would cost the whole window at the next load.
  const order = readStagedOrder(given);
  if (order === null) return toast({ platform }, 'This order cannot be staged.', 'warning');
  const message = `Staged in Basket: ${stagedText(order)}`;
  const nearest = platform.tools.nearestOf('basket');
  if (nearest === null) {
    const id = await platform.tools.open('basket', { Rows: [{ ...order, Id: randomId() }] });
    if (id !== null) toast({ platform }, message, 'neutral');
    return;
  }
  // Windows of the tool have its state.
  const { Rows } = nearest.getState() as BasketState;
  if (Rows.length >= MAX_ORDERS)
    return toast(
      { platform },
      `The basket is full: it takes ${MAX_ORDERS} orders. Nothing was staged.`,
      'warning',
    );
  nearest.update({ Rows: [...Rows, { ...order, Id: randomId() }] });
  toast({ platform }, message, 'neutral');
}

/** Replaces an order. It gets another id, so that results about the one before are not shown for it. */
export function replaceOrder(tool: Tool, id: string, order: StagedOrder): void {
  const { Rows } = tool.getState();
  tool.update({ Rows: Rows.map((row) => (row.Id === id ? { ...order, Id: randomId() } : row)) });
}

/** Removes an order from the list. One that was sent stays at the server. */
export function removeOrder(tool: Tool, id: string): void {
  tool.update({ Rows: tool.getState().Rows.filter((row) => row.Id !== id) });
}

/** Removes the orders that were sent from the list. */
export function removeSent(tool: Tool): void {
  tool.update({ Rows: unsentRows(tool.getState()) });
}

/** Checks the orders that were not sent. */
export function checkAll(tool: Tool): Promise<void> {
  return runOf(tool).check(unsentRows(tool.getState()));
}

/** Checks the orders that were not sent, and sends them after a confirmation. Orders with problems keep all from being sent. */
export async function sendAll(tool: Tool): Promise<void> {
  const run = runOf(tool);
  if (run.get().doing !== 'nothing') return;
  const { platform } = tool;
  const permission = platform.canTrade();
  if (!permission.ok) return toast(tool, permission.message, 'error');
  const rows = unsentRows(tool.getState());
  if (rows.length === 0) return toast(tool, 'There is no order to send.', 'neutral');
  await run.check(rows);
  const { checks } = run.get();
  const found = rows.map(({ Id }) => checks.get(Id));
  if (found.some((check) => check === undefined))
    return toast(tool, 'The check was stopped. Nothing was sent.', 'neutral');
  const problems = found.filter((check) => check?.tone === 'problem').length;
  if (problems > 0)
    return toast(
      tool,
      `Nothing was sent: correct or remove ${problems === 1 ? 'the order that has a problem' : `the ${problems} orders that have problems`} first.`,
      'warning',
    );
  if (!(await isMeant(tool, rows))) return;
  // Between question and answer another machine, or another window, may have changed the list.
  const present = unsentRows(tool.getState());
  if (present.length !== rows.length || present.some(({ Id }, at) => Id !== rows[at]?.Id))
    return toast(tool, 'The basket was changed meanwhile. Nothing was sent.', 'warning');
  await run.send(rows);
  const { message, done } = run.get();
  toast(
    tool,
    message ?? `${formatInteger(done)} orders were sent.`,
    message === null ? 'neutral' : 'warning',
  );
}

async function isMeant(tool: Tool, rows: readonly BasketRow[]): Promise<boolean> {
  const { dialogs, session, tradingApi } = tool.platform;
  const { checks, effect } = runOf(tool).get();
  const { account, isLive } = session.get();
  const { api, name, tradingAccount } = tradingApi.get();
  const place = api === 'External' ? `${name} account ${tradingAccount ?? ''}` : `account ${account ?? ''}`;
  const warnings = rows.flatMap((row) => {
    const check = checks.get(row.Id);
    return check?.tone === 'warning' ? [`${stagedText(row)}: ${check.text}`] : [];
  });
  const listed = warnings.slice(0, LISTED_WARNINGS);
  const more = warnings.length - listed.length;
  const count = rows.length === 1 ? '1 order' : `${rows.length} orders`;
  const kind = isLive || api === 'External' ? 'LIVE' : 'PAPER';
  return dialogs.confirm({
    title: `Send ${count}?`,
    message: [
      `${count} for the ${kind} ${place}, in the sequence of the list.`,
      effect === null ? [] : `Together they change the buying power by ${formatSignedMoney(effect)}.`,
      listed,
      more > 0 ? `And ${more} more warnings.` : [],
    ]
      .flat()
      .join('\n'),
    yes: `Send ${count}`,
    no: 'Do not send',
  });
}

/** The orders of the basket that were sent and can still be cancelled. */
export function openOrders(tool: Tool): readonly WireOrder[] {
  const { Rows, Sent } = tool.getState();
  const clientIds = new Set(Rows.flatMap(({ Id }) => Sent[Id] ?? []));
  if (clientIds.size === 0) return [];
  return [...tool.platform.orders.get().orders.values()].filter(
    (order) => clientIds.has(order.ClientId) && isCancellable(order),
  );
}

/** Requests the cancel of every order of the basket that is still open, and ends a run. */
export function cancelAll(tool: Tool): void {
  const { platform } = tool;
  runOf(tool).stop();
  const open = openOrders(tool);
  const results = open.map(({ OrderId }) => platform.orders.cancel(OrderId));
  const refused = results.find(({ ok }) => !ok);
  if (refused?.ok === false) return toast(tool, `Not cancelled: ${refused.message}`, 'error');
  toast(
    tool,
    open.length === 0 ? 'No order of this basket is open.' : `Cancel requested for ${open.length} orders.`,
    'neutral',
  );
}

/** Saves the orders of the list as a CSV file. */
export function exportOrders(tool: Tool): void {
  const { Rows, FileName } = tool.getState();
  saveFile(`${FileName ?? 'basket'}.csv`, new Blob([writeOrdersCsv(Rows)], { type: 'text/csv' }));
}

/** The dialog of saved baskets. A basket that is loaded replaces the list, as orders that were not sent. */
export async function manageSaves(tool: Tool): Promise<void> {
  const { dialogs } = tool.platform;
  const done = await dialogs.saves({
    toolType: SAVED_TYPE,
    title: 'Saved baskets',
    currentName: tool.getState().FileName,
    data: () => basketToSave(tool.getState()),
    note: 'Loading replaces the orders of this window. None of them counts as sent.',
    onGone: () => tool.update({ FileName: null, SavedAs: null }),
  });
  if (done === null) return;
  const named = { FileName: done.name, SavedAs: markOf(done.data) };
  if (done.kind === 'saved') return tool.update(named);
  const Rows = readSavedBasket(done.data, randomId);
  if (Rows === null)
    return dialogs.alert({
      title: 'Saved baskets',
      message: `"${done.name}" cannot be read: it is damaged, or was saved by another tool. Your basket stays as it is.`,
    });
  tool.update({ Rows, ...named });
}
