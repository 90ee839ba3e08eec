import type { Body, Message } from '../../protocol/index.ts';
import type { StrategyRequests } from './strategy-requests.ts';
import type { ModifyOutcome, Strategies, StrategySource, StrategyTemplate } from './types.ts';

type TradingMessage = Message<'trading', 'toClient'>;
type ModifyAnswer = Pick<Body<'strategySaved'>, 'Result' | 'Message'>;

const outcomeOf = ({ Result, Message: message }: ModifyAnswer): ModifyOutcome => ({
  result: Result,
  message,
});
const failed = (message: string): ModifyOutcome => ({ result: 'Failed', message });

/** The server stores names trimmed. */
const bodyOf = ({ name, code, parameters }: StrategySource) => ({
  Name: name.trim(),
  Code: code,
  Parameters: parameters,
});

/** Loads, saves and removes strategies. */
export class StrategyCommands implements Pick<
  Strategies,
  'templates' | 'source' | 'save' | 'update' | 'remove' | 'removeInstance'
> {
  readonly #requests: StrategyRequests;
  readonly #account: () => string;

  constructor(requests: StrategyRequests, account: () => string) {
    this.#requests = requests;
    this.#account = account;
  }

  templates(): Promise<readonly StrategyTemplate[]> {
    const templates: StrategyTemplate[] = [];
    return this.#requests.load('strategyTemplateList', {}, (message) => {
      if (message.name !== 'strategyTemplates') return undefined;
      templates.push(...message.body.Items);
      return message.body.HasMore ? undefined : { value: templates };
    });
  }

  source(name: string): Promise<StrategySource> {
    const body = { Account: this.#account(), Name: name };
    return this.#requests.load<'loadAlgoTradingStrategy', StrategySource>(
      'loadAlgoTradingStrategy',
      body,
      (message) => {
        if (message.name !== 'strategyLoaded' || message.body.Name !== name) return undefined;
        return message.body.Result === 'Loaded'
          ? { value: { name, code: message.body.Code, parameters: message.body.Parameters } }
          : { error: `Strategy "${name}" was not found` };
      },
    );
  }

  save(source: StrategySource): Promise<ModifyOutcome> {
    const body = bodyOf(source);
    const answer = this.#savedAnswer(body.Name, '');
    return this.#requests.send('saveAlgoTradingStrategy', body, answer, failed);
  }

  update(originalName: string, source: StrategySource): Promise<ModifyOutcome> {
    const body = { ...bodyOf(source), OriginalName: originalName };
    const answer = this.#savedAnswer(body.Name, originalName);
    return this.#requests.send('updateAlgoTradingStrategy', body, answer, failed);
  }

  remove(name: string): Promise<ModifyOutcome> {
    return this.#requests.send(
      'deleteAlgoTradingStrategy',
      { Account: this.#account(), Name: name },
      (message) =>
        message.name === 'strategyDeleted' && message.body.Name === name
          ? outcomeOf(message.body)
          : undefined,
      failed,
    );
  }

  removeInstance(name: string, instanceId: string): Promise<ModifyOutcome> {
    return this.#requests.send(
      'removeAlgoStrategyInstance',
      { Name: name, InstanceId: instanceId, Account: this.#account() },
      (message) =>
        message.name === 'strategyInstanceRemoved' &&
        message.body.Name === name &&
        message.body.InstanceId === instanceId
          ? outcomeOf(message.body)
          : undefined,
      failed,
    );
  }

  #savedAnswer(name: string, originalName: string) {
    return (message: TradingMessage): ModifyOutcome | undefined =>
      message.name === 'strategySaved' &&
      message.body.Name === name &&
      message.body.OriginalName === originalName
        ? outcomeOf(message.body)
        : undefined;
  }
}
