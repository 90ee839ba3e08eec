import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { SerialQueries, type Queries } from './serial-queries.ts';

const NO_ROWS = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** A connection that answers when the test lets it, and the statements that it was given. */
function connection() {
  const given: string[] = [];
  const answers: PromiseWithResolvers<pg.QueryResult<never>>[] = [];
  const queries: Queries = {
    query(statement) {
      given.push(typeof statement === 'string' ? statement : statement.text);
      const answer = Promise.withResolvers<pg.QueryResult<never>>();
      answers.push(answer);
      return answer.promise;
    },
  };
  return { given, answers, queries };
}

it('gives a connection one statement at a time, in the order of the calls', async () => {
  const { given, answers, queries } = connection();
  const serial = new SerialQueries(queries, () => expect.unreachable());
  const results = [serial.query('first'), serial.query({ text: 'second' }), serial.query('third')];
  await turn();
  expect(given).toEqual(['first']);
  answers[0]?.reject(new Error('this statement is refused'));
  await expect(results[0]).rejects.toThrow('this statement is refused');
  await turn();
  expect(given).toEqual(['first', 'second']);
  answers[1]?.resolve(NO_ROWS);
  expect(await results[1]).toBe(NO_ROWS);
  await turn();
  expect(given).toEqual(['first', 'second', 'third']);
  answers[2]?.resolve(NO_ROWS);
  await results[2];
});

it('ends a connection that does not answer a statement, before it gets the next one', async () => {
  const { given, answers, queries } = connection();
  const ended: string[][] = [];
  const serial = new SerialQueries(queries, () => void ended.push([...given]));
  const hung = serial.query('hangs');
  void serial.query('waits');
  await turn();
  answers[0]?.reject(new Error('Query read timeout'));
  await expect(hung).rejects.toThrow('Query read timeout');
  await turn();
  expect(ended).toEqual([['hangs']]);
  expect(given).toEqual(['hangs', 'waits']);
});
