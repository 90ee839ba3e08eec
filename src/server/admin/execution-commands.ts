import { toPriceE4, type PriceE4 } from '../../domain/money/price.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DONE, readAmendment, type Amendment } from '../risk/risk-settings.ts';
import { UsageError, type AdminContext, type AdminFlags } from './admin-context.ts';
import { parseDollars } from './limit-values.ts';
import { entriesOf } from './risk-entries.ts';

/** How long the command waits for a running server to report the outcome of an instruction. */
const WAIT_MS = 5_000;
const POLL_EVERY_MS = 100;

/** Runs `bust EXECUTION` and `correct EXECUTION --price P --quantity Q`. */
export async function runExecutionCommand(
  verb: 'bust' | 'correct',
  executionId: string | undefined,
  flags: AdminFlags,
  context: AdminContext,
  waitMs = WAIT_MS,
): Promise<void> {
  if (executionId === undefined || !/^E[1-9]\d{0,14}$/.test(executionId))
    throw new UsageError(`${verb}: name an execution as reports do, such as E1234.`);
  const correction = verb === 'bust' ? undefined : correctionOf(flags);
  if (verb === 'bust' && (flags.price !== undefined || flags.quantity !== undefined))
    throw new UsageError('bust: busts the whole execution; use correct for another price or quantity.');
  const instruction = randomUUID();
  const amendment: Amendment = { instruction, ...(correction ? { correction } : {}) };
  await context.repositories.risk.change(
    'execution',
    executionId,
    () => JSON.stringify(amendment),
    context.nowMs,
  );
  const outcome = await outcomeOf(executionId, instruction, context, waitMs);
  if (outcome === undefined)
    return context.print(
      `No server has applied it within ${waitMs / 1_000} seconds: ${executionId} is amended as soon as one runs on this database.`,
    );
  await context.repositories.risk.change(
    'execution',
    executionId,
    (standing) => (isOf(standing, executionId, instruction) ? null : (standing ?? null)),
    context.nowMs,
  );
  if (outcome !== DONE) throw new Error(outcome);
  context.print(
    verb === 'bust'
      ? `Execution ${executionId} was busted. Position, cash and fees are as before the execution.`
      : `Execution ${executionId} was corrected: position, cash and fees follow the new figures.`,
  );
}

function correctionOf({ price, quantity }: AdminFlags): NonNullable<Amendment['correction']> {
  if (price === undefined || quantity === undefined)
    throw new UsageError('correct: name the right figures, --price DOLLARS --quantity SHARES.');
  if (!/^[1-9]\d{0,11}$/.test(quantity))
    throw new UsageError(
      `--quantity: "${quantity}" is no whole number of at least 1; write it without commas.`,
    );
  // A net price may be 0 or negative; which executions have one is known to the server, and it refuses the others.
  const priceE4: PriceE4 = price.startsWith('-')
    ? 0 - toPriceE4(parseDollars('--price', price.slice(1)))
    : toPriceE4(parseDollars('--price', price));
  return { quantity: Number(quantity), priceE4 };
}

const isOf = (standing: string | undefined, name: string, instruction: string): boolean =>
  standing !== undefined &&
  readAmendment({ kind: 'execution', name, body: standing }).instruction === instruction;

/** What the server wrote beside the instruction; undefined when it has not within the time. */
async function outcomeOf(
  executionId: string,
  instruction: string,
  context: AdminContext,
  waitMs: number,
): Promise<string | undefined> {
  for (let waitedMs = 0; ; waitedMs += POLL_EVERY_MS) {
    const entry = (await entriesOf('execution', context)).find(({ name }) => name === executionId);
    const amendment = entry && readAmendment(entry);
    if (amendment?.instruction === instruction && amendment.outcome !== undefined) return amendment.outcome;
    if (amendment !== undefined && amendment.instruction !== instruction)
      throw new Error(`Another administrator has just given another instruction for ${executionId}.`);
    if (waitedMs >= waitMs) return undefined;
    await pause(POLL_EVERY_MS);
  }
}
