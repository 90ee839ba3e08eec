import { Readable } from 'node:stream';
import { dateOfDay, dayNumber } from '../../../domain/calendar/new-york-time.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { OrderExecution } from '../../../domain/execution/index.ts';
import { proposingKeyOf } from '../../../domain/proposals/index.ts';
import type { ApiKeys } from '../../automation/api-keys.ts';
import type { Brokerage } from '../../brokerage/brokerage.ts';
import { createPace, type FairTurns } from '../../fair-turns.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { Identity } from '../../identity/identity.ts';
import { NO_TRADING_IN_DEMO } from '../../refusals.ts';
import { requireOwnAccount } from '../own-account.ts';
import { orderFromWire } from '../translate/brokerage.ts';
import { executionToWire, explanationToWire, timelineToWire } from '../translate/executions.ts';

/** Orders of one answer. */
const MAX_ORDERS = 5_000;
/** Orders made in one turn of the event loop. */
const ORDERS_OF_SLICE = 50;

/** Stands for the name of a key that is no longer in the list of the user. */
const REMOVED_KEY = 'removed key';

interface ExecutionDeps {
  readonly brokerage: Pick<Brokerage, 'executions' | 'timeline' | 'explain'>;
  readonly identity: Pick<Identity, 'accountsOf'>;
  readonly apiKeys: Pick<ApiKeys, 'nameOf'>;
}

/** The calls about how orders of an account were executed. */
export function executionRoutes(
  deps: ExecutionDeps,
  turns: FairTurns,
): Pick<Handlers, 'executions' | 'orderTimeline' | 'orderExplain'> {
  return {
    async executions({ caller, params: { account, date, after }, reply }) {
      await requireOwnAccount(deps.identity, caller.userId, account);
      const span = { fromMs: newYorkMs(date, 0), toMs: newYorkMs(dateOfDay(dayNumber(date) + 1), 0) };
      const isOver = new AbortController();
      reply.raw.once('close', () => isOver.abort());
      const pace = createPace(turns, caller.userId, isOver.signal);
      const executions = await deps.brokerage.executions(account, span);
      reply.header('content-type', 'application/json; charset=utf-8');
      // Fastify takes a stream where the type says the body.
      return Readable.from(answer({ account, date, after, executions }, pace), {
        objectMode: false,
      }) as never;
    },
    async orderTimeline({ caller, params: { account, orderId } }) {
      await requireOwnAccount(deps.identity, caller.userId, account);
      const timeline = await deps.brokerage.timeline(account, orderId);
      if (!timeline) throw new HttpRefusal(404, `Account ${account} has no order ${orderId}.`);
      const keyId = timeline.clientId === undefined ? undefined : proposingKeyOf(timeline.clientId);
      const proposedBy =
        keyId === undefined ? null : ((await deps.apiKeys.nameOf(caller.userId, keyId)) ?? REMOVED_KEY);
      return timelineToWire(timeline, proposedBy);
    },
    async orderExplain({ caller, body: { Order } }) {
      const { userId, isDemo } = caller;
      if (isDemo) throw new HttpRefusal(403, NO_TRADING_IN_DEMO.message);
      await requireOwnAccount(deps.identity, userId, Order.Account);
      const explained = await deps.brokerage.explain(
        orderFromWire(Order, { account: Order.Account, userId }),
        Order.OriginalClientId,
      );
      if (!explained) throw new HttpRefusal(503, 'The order service takes no orders now.');
      return explanationToWire(explained);
    },
  };
}

async function* answer(
  {
    account,
    date,
    after,
    executions,
  }: {
    readonly account: string;
    readonly date: string;
    readonly after: string | undefined;
    readonly executions: Iterable<OrderExecution>;
  },
  pace: () => Promise<unknown>,
): AsyncGenerator<Buffer> {
  let text = `{"Account":${JSON.stringify(account)},"Date":"${date}","Orders":[`;
  let count = 0;
  let hasMore = false;
  let separator = '';
  for (const execution of executions) {
    if (after !== undefined && Number(execution.orderId) <= Number(after)) continue;
    if (count === MAX_ORDERS) {
      hasMore = true;
      break;
    }
    text += `${separator}${JSON.stringify(executionToWire(execution))}`;
    separator = ',\n';
    count += 1;
    if (count % ORDERS_OF_SLICE !== 0) continue;
    yield Buffer.from(text);
    text = '';
    await pace();
  }
  yield Buffer.from(`${text}],"HasMore":${hasMore}}`);
}
