import { areGatesRequired, setGatesRequired } from '../algostream/gates/gate-requirement.ts';
import { UsageError, type AdminContext } from './admin-context.ts';

/** Runs `strategy-checks required|optional` and `strategy-checks show`. */
export async function runStrategyChecksCommand(
  verb: string | undefined,
  { repositories: { system }, print }: Pick<AdminContext, 'repositories' | 'print'>,
): Promise<void> {
  switch (verb) {
    case 'show':
      return print((await areGatesRequired(system)) ? 'required' : 'optional');
    case 'required':
      await setGatesRequired(system, true);
      return print('Live starts of strategies without passed checks are refused. Runs that trade continue.');
    case 'optional':
      await setGatesRequired(system, false);
      return print('Strategies start live with or without checks.');
    default:
      throw new UsageError('strategy-checks: say required, optional or show.');
  }
}
