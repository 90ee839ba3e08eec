import { beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../../protocol/index.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createExercises, EXERCISE_LIMIT_MS, type Exercises } from './exercises.ts';

const CALL = 'SPY261218C00100000';
const TICKET = { symbol: CALL, contracts: 2 };
const settlement: NonNullable<Body<'optionExerciseResult'>['Settlement']> = {
  Serial: 7,
  Account: 'A',
  Timestamp: 1,
  SettlementType: 'Exercised',
  Symbol: CALL,
  Underlying: 'SPY',
  Contracts: -2,
  Shares: 200,
  Strike: 100,
  OptionPrice: 0,
  Cash: -20_000,
  ClientId: 'exe1000',
};

let exercises: Exercises;
let sent: { name: string; body: unknown }[];
let isOpen: boolean;
let account: string | null;
let clock: ReturnType<typeof createManualClock>;

beforeEach(() => {
  sent = [];
  isOpen = true;
  account = 'A';
  clock = createManualClock(1000);
  exercises = createExercises({
    trading: { sendReady: (name, body) => isOpen && sent.push({ name, body }) > 0 },
    user: () => ({ userId: 'u', account }),
    clock,
  });
});

const answer = (body: Partial<Body<'optionExerciseResult'>>): void =>
  exercises.onTrading({
    name: 'optionExerciseResult',
    body: { Account: 'A', ClientId: 'exe1000', ErrorCode: 0, Message: 'OK', ...body },
  });

describe('a request to exercise', () => {
  it('resolves with the settlement, which no other answer changes', async () => {
    const result = exercises.exercise(TICKET);
    expect(sent).toEqual([
      {
        name: 'optionExercise',
        body: { Account: 'A', ClientId: 'exe1000', Symbol: CALL, Contracts: 2 },
      },
    ]);
    answer({ ClientId: 'exe9', ErrorCode: -90, Message: 'another one' });
    answer({ Settlement: settlement });
    answer({ ErrorCode: -90, Message: 'too late' });
    expect(await result).toEqual({ ok: true, settlement });
  });

  it('resolves with the text of a refusal, of the brokerage or of the gateway', async () => {
    const refused = exercises.exercise(TICKET);
    answer({ ErrorCode: -93, Message: 'Options are exercised during the regular session only' });
    expect(await refused).toEqual({
      ok: false,
      message: 'Options are exercised during the regular session only',
      clientId: 'exe1000',
    });
    const failed = exercises.exercise(TICKET);
    const failure = { Message: 'Trading not permitted', ErrorCode: -3, ClientId: 'exe1001' };
    exercises.onTrading({ name: 'failure', body: { ...failure, RequestT: 20 } });
    exercises.onTrading({ name: 'failure', body: { ...failure, RequestT: 34 } });
    expect(await failed).toMatchObject({ ok: false, message: 'Trading not permitted' });
  });

  it('fails at once without a connection or an account', async () => {
    isOpen = false;
    expect(await exercises.exercise(TICKET)).toMatchObject({ ok: false, message: 'Network error' });
    isOpen = true;
    account = null;
    expect(await exercises.exercise(TICKET)).toMatchObject({ ok: false, message: 'No account' });
    expect(sent).toEqual([]);
  });

  it('may be repeated under its ClientId when the answer was lost or late', async () => {
    const lost = exercises.exercise(TICKET);
    exercises.onLost();
    const result = await lost;
    if (result.ok) expect.fail('the request was not answered');
    const { clientId } = result;
    expect(result.message).toBe(
      'The connection was lost before the server answered. Repeating the request is safe: the server exercises once.',
    );
    const late = exercises.exercise({ ...TICKET, clientId });
    expect(sent.at(-1)).toMatchObject({ body: { ClientId: clientId } });
    clock.advance(EXERCISE_LIMIT_MS);
    expect(await late).toMatchObject({ ok: false, clientId });
    const third = exercises.exercise({ ...TICKET, clientId });
    answer({ Settlement: settlement });
    expect(await third).toEqual({ ok: true, settlement });
  });
});
