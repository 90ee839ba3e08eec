import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createReplayNotes } from './replay-notes.ts';

function notes(level: string) {
  const said: string[] = [];
  const logged: string[] = [];
  const logger = pino({ level }, { write: (text: string) => void logged.push(text) });
  return {
    said,
    logged,
    note: createReplayNotes({ say: (line) => said.push(line), logger, dataFolder: 'deck' }),
  };
}

describe('notes on a recording', () => {
  it('show at most 20 problems, say where the rest is, then the summary', () => {
    const { said, logged, note } = notes('warn');
    for (let line = 1; line <= 23; line += 1) note(`problem ${line}`, 'problem');
    note('daily: 3 rows', 'summary');
    note('minute: 4 rows', 'summary');
    expect(said.slice(18)).toEqual([
      'problem 19',
      'problem 20',
      '… and 3 more in deck/server.log',
      'daily: 3 rows',
      'minute: 4 rows',
    ]);
    expect(logged).toHaveLength(23);
  });

  it('do not name a log that holds nothing', () => {
    const { said, logged, note } = notes('error');
    for (let line = 1; line <= 21; line += 1) note(`problem ${line}`, 'problem');
    note('daily: 3 rows', 'summary');
    expect(said[20]).toMatch(/1 more not shown; TAPEDECK_LOG=warn/);
    expect(logged).toEqual([]);
  });

  it('of a sound recording are its summary alone', () => {
    const { said, note } = notes('warn');
    note('daily: 3 rows', 'summary');
    expect(said).toEqual(['daily: 3 rows']);
  });
});
