import { RENAME_BLOCKED, strategyNameProblem } from '../../domain/strategy/name.ts';
import type { Body } from '../../protocol/index.ts';
import type { StrategySource } from '../storage/strategy-store.ts';
import { publicByName } from './library/public-strategies.ts';
import type { StrategyServiceParts } from './parts.ts';
import type { PushListeners } from './push-listeners.ts';
import type { ActiveRuns } from './runs/active-runs.ts';
import { descriptionOf } from './runs/new-instance.ts';
import type { Modified, Runner } from './service.ts';
import type { UserQueue } from './user-queue.ts';

/** Strategies of a user. */
export const MAX_STRATEGIES = 200;

const OK_SAVED: Modified = { result: 'SaveOK', message: '' };
const OK_DELETED: Modified = { result: 'DeleteOK', message: '' };

const notFound = (name: string): Modified => ({
  result: 'NotFound',
  message: `Strategy "${name}" was not found`,
});
const nameTaken = (name: string): Modified => ({
  result: 'SaveNameAlreadyInUse',
  message: `Strategy "${name}" already exists`,
});

/** The trimmed name under which a strategy is stored, or why the name is refused. */
function checkedName(name: string): { readonly name: string } | Modified {
  const problem = strategyNameProblem(name);
  if (problem !== null) return { result: 'SaveError', message: problem };
  const trimmed = name.trim();
  return publicByName(trimmed)
    ? { result: 'SaveNameAlreadyInUse', message: `"${trimmed}" is the name of a public strategy` }
    : { name: trimmed };
}

const sourceOf = (
  name: string,
  { Code, Parameters }: { readonly Code: string; readonly Parameters: string },
): StrategySource => ({ name, code: Code, parameters: Parameters, description: descriptionOf(Code) });

/** Saves and removes the strategies of users, and pushes each change to the user's connections. */
export class StrategyLibrary {
  readonly #parts: Pick<StrategyServiceParts, 'store' | 'hostMs'>;
  readonly #listeners: PushListeners;
  readonly #userQueue: UserQueue;
  readonly #runs: ActiveRuns;

  constructor(
    parts: Pick<StrategyServiceParts, 'store' | 'hostMs'>,
    listeners: PushListeners,
    userQueue: UserQueue,
    runs: ActiveRuns,
  ) {
    this.#parts = parts;
    this.#listeners = listeners;
    this.#userQueue = userQueue;
    this.#runs = runs;
  }

  save(userId: string, body: Body<'saveAlgoTradingStrategy'>, userAgent = ''): Promise<Modified> {
    return this.#userQueue.run(userId, () => this.#save(userId, body, userAgent));
  }

  update(userId: string, body: Body<'updateAlgoTradingStrategy'>, userAgent = ''): Promise<Modified> {
    return this.#userQueue.run(userId, () => this.#update(userId, body, userAgent));
  }

  remove(userId: string, name: string): Promise<Modified> {
    return this.#userQueue.run(userId, () => this.#remove(userId, name));
  }

  removeInstance(runner: Runner, name: string, instanceId: string): Promise<Modified> {
    return this.#userQueue.run(runner.userId, () => this.#removeInstance(runner, name, instanceId));
  }

  async #save(userId: string, body: Body<'saveAlgoTradingStrategy'>, userAgent: string): Promise<Modified> {
    const { store, hostMs } = this.#parts;
    const checked = checkedName(body.Name);
    if ('result' in checked) return checked;
    const source = sourceOf(checked.name, body);
    const outcome = await store.create(userId, source, hostMs(), MAX_STRATEGIES, userAgent);
    if (outcome === 'full')
      return {
        result: 'SaveError',
        message: `You have ${MAX_STRATEGIES} strategies, the maximum. Delete one first.`,
      };
    if (outcome === 'name-taken') return nameTaken(checked.name);
    return this.#saved(userId, checked.name, '');
  }

  async #update(
    userId: string,
    body: Body<'updateAlgoTradingStrategy'>,
    userAgent: string,
  ): Promise<Modified> {
    const { store, hostMs } = this.#parts;
    const { OriginalName: originalName } = body;
    const checked = body.Name.trim() === originalName ? { name: originalName } : checkedName(body.Name);
    if ('result' in checked) return checked;
    const source = sourceOf(checked.name, body);
    const outcome = await store.update(userId, originalName, source, hostMs(), userAgent);
    if (outcome === 'not-found') return notFound(originalName);
    if (outcome === 'name-taken') return nameTaken(checked.name);
    if (outcome === 'has-instances') return { result: 'SaveError', message: RENAME_BLOCKED };
    return this.#saved(userId, checked.name, originalName);
  }

  async #remove(userId: string, name: string): Promise<Modified> {
    if (!(await this.#runs.isStrategyIdle(userId, name)))
      return { result: 'DeleteError', message: 'The strategy has a running instance. Stop it first.' };
    if (!(await this.#parts.store.remove(userId, name))) return notFound(name);
    this.#listeners.push(userId, undefined, {
      name: 'strategyDeleted',
      body: { Name: name, Result: 'DeleteOK', Message: '' },
    });
    return OK_DELETED;
  }

  async #removeInstance({ userId, account }: Runner, name: string, instanceId: string): Promise<Modified> {
    const { store } = this.#parts;
    const key = { userId, name, instanceId };
    if (!(await this.#runs.isIdle(key)))
      return { result: 'DeleteError', message: 'The instance is running. Stop it first.' };
    if ((await store.instance(key))?.account !== account)
      return { result: 'NotFound', message: 'The instance was not found' };
    await store.removeInstance(key);
    this.#listeners.push(userId, account, {
      name: 'strategyInstanceRemoved',
      body: { Name: name, InstanceId: instanceId, Result: 'DeleteOK', Message: '' },
    });
    return OK_DELETED;
  }

  #saved(userId: string, name: string, originalName: string): Modified {
    this.#listeners.push(userId, undefined, {
      name: 'strategySaved',
      body: { Name: name, OriginalName: originalName, Result: 'SaveOK', Message: '' },
    });
    return OK_SAVED;
  }
}
