import * as v from 'valibot';
import { tradeLimitLabel } from '../../domain/strategy/limits.ts';
import { strategyInstanceBody, strategyOrderBody } from '../../protocol/index.ts';
import type { Logger } from '../logging.ts';
import type { ListedInstance, StoredOrder } from '../storage/strategy-store.ts';
import type { WireInstance, WireOrder, WireStrategy } from './service.ts';

function read<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** What is stored of an instance; undefined, and logged, when it cannot be read. */
export function instanceOf(stored: ListedInstance, logger: Pick<Logger, 'error'>): WireInstance | undefined {
  const instance = read(strategyInstanceBody, stored.body);
  if (!instance)
    logger.error(
      { strategy: stored.name, instance: stored.instanceId },
      'a stored strategy instance cannot be read',
    );
  return instance;
}

export function orderOf(stored: StoredOrder, logger: Pick<Logger, 'error'>): WireOrder | undefined {
  const order = read(strategyOrderBody, stored.body);
  if (!order) logger.error({ serial: stored.serial }, 'a stored strategy order cannot be read');
  return order;
}

/** A strategy as it is listed. Its trade limit is the largest of its instances; of one without any, none. */
export function strategyOf(
  strategy: {
    readonly name: string;
    readonly id: number;
    readonly parameters: string;
    readonly description: string;
  },
  instances: readonly WireInstance[],
): WireStrategy {
  const { name, id, parameters, description } = strategy;
  const isUnbounded = instances.some(({ ShareLimit, DollarLimit }) => ShareLimit < 0 && DollarLimit < 0);
  const largest = isUnbounded
    ? -1
    : Math.max(-1, ...instances.map(({ ShareLimit, DollarLimit }) => Math.max(ShareLimit, DollarLimit)));
  return {
    Name: name,
    Id: id,
    TradeLimit: tradeLimitLabel(largest, -1),
    Parameters: parameters,
    Description: description,
    Instances: [...instances],
  };
}
