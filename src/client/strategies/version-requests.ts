import type { Body } from '../../protocol/index.ts';
import type { StrategyRequests } from './strategy-requests.ts';
import type { StrategyVersions, StrategyVersionSource, WireStrategyVersion } from './types.ts';

/** Loads the versions of the user's strategies. */
export class VersionRequests implements StrategyVersions {
  readonly #requests: StrategyRequests;

  constructor(requests: StrategyRequests) {
    this.#requests = requests;
  }

  async list(name: string): Promise<readonly WireStrategyVersion[]> {
    const versions: WireStrategyVersion[] = [];
    for (let below = 0, hasMore = true; hasMore;) {
      const page = await this.#page(name, below);
      versions.push(...page.Items);
      below = page.Items.at(-1)?.Version ?? 0;
      hasMore = page.HasMore && below > 1;
    }
    return versions;
  }

  source(name: string, version: number): Promise<StrategyVersionSource> {
    const body = { Name: name, Version: version };
    return this.#requests.load<'requestAlgoTradingStrategyVersion', StrategyVersionSource>(
      'requestAlgoTradingStrategyVersion',
      body,
      (message) => {
        if (message.name !== 'strategyVersion') return undefined;
        const { Name, Version, Result, Code: code, Parameters: parameters } = message.body;
        if (Name !== name || Version !== version) return undefined;
        return Result === 'Loaded'
          ? { value: { code, parameters } }
          : { error: `Version ${version} of "${name}" is not kept any more` };
      },
    );
  }

  #page(Name: string, Below: number): Promise<Body<'strategyVersions'>> {
    return this.#requests.load('requestAlgoTradingStrategyVersions', { Name, Below }, (message) =>
      message.name === 'strategyVersions' && message.body.Name === Name && message.body.Below === Below
        ? { value: message.body }
        : undefined,
    );
  }
}
