import { beforeEach, describe, expect, it } from 'vitest';
import type { ModifyOutcome, StrategySource } from '../types.ts';
import { EditModel, type LeaveAnswer } from './edit-model.ts';

let log: string[];
let outcome: ModifyOutcome;
let answer: LeaveAnswer;
let runs: number;
/** What is stored now, when it is not what was loaded. */
let elsewhere: StrategySource | null;
let isOverwritten: boolean;
beforeEach(() => {
  log = [];
  outcome = { result: 'SaveOK', message: '' };
  answer = null;
  runs = 0;
  elsewhere = null;
  isOverwritten = false;
});
const edit = (source: StrategySource | null, latest = source): EditModel =>
  new EditModel(
    {
      strategies: {
        source: async () => {
          if (elsewhere ?? latest) return elsewhere ?? latest ?? stored;
          throw new Error('not found');
        },
        save: async (sent) => {
          log.push(`save ${JSON.stringify(sent)}`);
          latest = sent;
          return outcome;
        },
        update: async (name, sent) => {
          log.push(`update ${name} ${JSON.stringify(sent)}`);
          if (outcome.result === 'SaveOK') latest = sent;
          return outcome;
        },
      },
      runCount: () => runs,
      showProblem: async ({ title, message }) => {
        log.push(`${title}: ${message}`);
      },
      askLeave: async () => {
        log.push('ask');
        return answer;
      },
      askOverwrite: async (name) => {
        log.push(`overwrite ${name}?`);
        return isOverwritten;
      },
    },
    source,
  );
const stored: StrategySource = { name: 'Cross', code: 'old', parameters: '' };

it('is titled a new strategy until it is saved for the first time', async () => {
  const model = edit(null);
  let calls = 0;
  model.title.subscribe(() => (calls += 1));
  expect(model.title.get()).toBe('New strategy');
  model.change({ name: 'Cross', code: 'x' });
  expect(model.title.get()).toBe('New strategy');
  await model.save();
  expect(model.title.get()).toBe('Edit strategy');
  expect(calls).toBeGreaterThan(1);
  expect(edit(stored).title.get()).toBe('Edit strategy');
});

describe('a strategy that is written', () => {
  it.each([
    ['', 'Strategy name is not specified'],
    ['   ', 'Strategy name is not specified'],
    ['x'.repeat(41), 'Strategy name should be no longer than 40 characters'],
    ['a,b', 'Strategy name should not contain special symbols'],
  ])('is not saved under the name "%s"', async (name, message) => {
    const model = edit(null);
    model.change({ name });
    expect(await model.save()).toBe(false);
    expect(model.get().nameProblem).toBe(message);
    expect(log).toEqual([]);
    model.change({ name: 'Good' });
    expect(model.get().nameProblem).toBeNull();
  });
  it('is saved as new once, and updated from then on', async () => {
    const model = edit(null);
    model.change({ name: ' Cross ', code: 'a' });
    expect(model.get()).toMatchObject({ isNew: true, isDirty: true });
    expect(await model.save()).toBe(true);
    expect(model.get()).toMatchObject({ name: 'Cross', isNew: false, isDirty: false });
    model.change({ code: 'b' });
    await model.save();
    expect(log).toEqual([
      'save {"name":"Cross","code":"a","parameters":""}',
      'update Cross {"name":"Cross","code":"b","parameters":""}',
    ]);
  });
  it('with another name is renamed, unless it has runs', async () => {
    const model = edit(stored);
    model.change({ name: 'Crossing' });
    runs = 1;
    expect(await model.save()).toBe(false);
    expect(model.get().nameProblem).toBe(
      'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
    );
    runs = 0;
    expect(await model.save()).toBe(true);
    expect(log).toEqual(['update Cross {"name":"Crossing","code":"old","parameters":""}']);
  });
  it('shows the errors of a save with the texts of the specification, and stays unsaved', async () => {
    const model = edit(stored);
    model.change({ code: 'new' });
    outcome = { result: 'SaveError', message: '' };
    expect(await model.save()).toBe(false);
    outcome = { result: 'SaveNameAlreadyInUse', message: '' };
    await model.save();
    outcome = { result: 'Failed', message: 'The connection to the server is lost.' };
    await model.save();
    expect(log.filter((line) => !line.startsWith('update'))).toEqual([
      'Save Strategy Error: Error occured saving strategy "Cross"',
      'Save Strategy Error: Strategy "Cross" already exists',
      'Save Strategy Error: The connection to the server is lost.',
    ]);
    expect(model.get()).toMatchObject({ isDirty: true, isSaving: false });
  });
  it('that was saved elsewhere meanwhile is overwritten only when that is wanted', async () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    elsewhere = { ...stored, code: 'theirs' };
    expect(await model.save()).toBe(false);
    expect(model.get()).toMatchObject({ code: 'mine', isDirty: true, isSaving: false });
    isOverwritten = true;
    expect(await model.save()).toBe(true);
    expect(log).toEqual([
      'overwrite Cross?',
      'overwrite Cross?',
      'update Cross {"name":"Cross","code":"mine","parameters":""}',
    ]);
  });
  it('that was deleted elsewhere meanwhile can be saved as a new one', async () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    outcome = { result: 'NotFound', message: '' };
    expect(await model.save()).toBe(false);
    expect(log.at(-1)).toBe(
      'Save Strategy Error: Strategy "Cross" was deleted or renamed elsewhere. Save once more to keep this as a new one.',
    );
    outcome = { result: 'SaveOK', message: '' };
    expect(await model.save()).toBe(true);
    expect(log.at(-1)).toBe('save {"name":"Cross","code":"mine","parameters":""}');
  });
  it('refuses code that does not fit into a frame before it is sent, but not ASCII code within the limit', async () => {
    const model = edit(null);
    model.change({ name: 'Big', code: '漢'.repeat(24_000) });
    expect(await model.save()).toBe(false);
    expect(log).toEqual([
      'Save Strategy Error: The code takes 72,002 bytes; 48,002 are allowed. Letters other than a to z take two to four each: shorten comments and texts.',
    ]);
    model.change({ code: '"\n'.repeat(8000) });
    expect(await model.save()).toBe(true);
  });
  it('is too long for the server before it is sent', async () => {
    const model = edit(stored);
    model.change({ code: 'x'.repeat(24_001) });
    expect(await model.save()).toBe(false);
    expect(log).toEqual([
      'Save Strategy Error: The code has 24,001 characters; 24,000 are allowed. Shorten it.',
    ]);
  });
  it('what was typed back is no modification', () => {
    const model = edit(stored);
    model.change({ code: 'new' });
    expect(model.get().isDirty).toBe(true);
    model.change({ code: 'old' });
    expect(model.get().isDirty).toBe(false);
  });
});

describe('leaving the editor', () => {
  it('without modifications asks nothing', async () => {
    expect(await edit(stored).mayLeave()).toBe(true);
    expect(log).toEqual([]);
  });
  it('with modifications asks: they are saved, given up, or one stays', async () => {
    const model = edit(stored);
    model.change({ code: 'new' });
    expect(await model.mayLeave()).toBe(false);
    answer = 'discard';
    expect(await model.mayLeave()).toBe(true);
    answer = 'save';
    expect(await model.mayLeave()).toBe(true);
    expect(log).toEqual(['ask', 'ask', 'ask', 'update Cross {"name":"Cross","code":"new","parameters":""}']);
  });
  it('stays when the save did not come off', async () => {
    const model = edit(stored);
    model.change({ name: '' });
    answer = 'save';
    expect(await model.mayLeave()).toBe(false);
  });
});

describe('a strategy of which a version is restored', () => {
  const restored = { code: 'older', parameters: 'fast = 1' };

  it('shows the restored code when it had no modifications, and keeps a new name', () => {
    const model = edit(stored);
    model.change({ name: 'Renamed' });
    model.onRestored(3, restored);
    expect(model.get()).toMatchObject({ ...restored, name: 'Renamed', isDirty: true, restoredVersion: null });
    model.change({ name: 'Cross' });
    expect(model.get()).toMatchObject({ isDirty: false });
  });
  it('keeps modifications, and says that they differ until they are saved or equal', async () => {
    const model = edit(stored);
    model.change({ code: 'draft' });
    model.onRestored(3, restored);
    expect(model.get()).toMatchObject({ code: 'draft', parameters: '', isDirty: true, restoredVersion: 3 });
    model.change(restored);
    expect(model.get()).toMatchObject({ isDirty: false, restoredVersion: null });
    model.change({ code: 'another draft' });
    expect(model.get()).toMatchObject({ isDirty: true, restoredVersion: null });
  });
  it('saves modifications over the restored code without a question', async () => {
    const model = edit(stored);
    model.change({ code: 'draft' });
    elsewhere = { name: 'Cross', ...restored };
    model.onRestored(3, restored);
    expect(await model.save()).toBe(true);
    expect(model.get()).toMatchObject({ isDirty: false, restoredVersion: null });
    model.change({ code: 'next draft' });
    expect(model.get().restoredVersion).toBeNull();
    expect(log).toEqual(['update Cross {"name":"Cross","code":"draft","parameters":""}']);
  });
});

describe('a strategy that another window saves', () => {
  const theirs = { ...stored, code: 'theirs' };

  it('is shown at once without modifications', () => {
    const model = edit(stored);
    model.onSavedElsewhere({ ...theirs, name: 'Renamed' });
    expect(model.get()).toMatchObject({
      name: 'Renamed',
      code: 'theirs',
      isDirty: false,
      isSavedElsewhere: false,
    });
    expect(model.storedName).toBe('Renamed');
  });
  it('keeps the modifications and shows the conflict until it is answered', () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    model.onSavedElsewhere(theirs);
    expect(model.get()).toMatchObject({ code: 'mine', isDirty: true, isSavedElsewhere: true });
    model.keepModifications();
    expect(model.get()).toMatchObject({ code: 'mine', isSavedElsewhere: false });
    model.onSavedElsewhere({ ...theirs, code: 'again' });
    expect(model.get().isSavedElsewhere).toBe(true);
    model.revert();
    expect(model.get()).toMatchObject({ code: 'again', isDirty: false, isSavedElsewhere: false });
  });
  it('is overwritten only after the question, or after the conflict was answered', async () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    elsewhere = theirs;
    model.onSavedElsewhere(theirs);
    expect(await model.save()).toBe(false);
    expect(log).toEqual(['overwrite Cross?']);
    model.keepModifications();
    expect(await model.save()).toBe(true);
    expect(log.slice(1)).toEqual(['update Cross {"name":"Cross","code":"mine","parameters":""}']);
    expect(model.get()).toMatchObject({ isDirty: false, isSavedElsewhere: false });
  });
});

describe('renaming a strategy', () => {
  it('stores its saved text under the new name, and keeps modifications that are not saved', async () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    expect(await model.rename(' Trend ')).toBeNull();
    expect(log).toEqual(['update Cross {"name":"Trend","code":"old","parameters":""}']);
    expect(model.storedName).toBe('Trend');
    expect(model.get()).toMatchObject({ name: 'Trend', code: 'mine', isDirty: true, isSaving: false });
  });
  it('keeps a text that was saved elsewhere meanwhile, and the next save still shows the conflict', async () => {
    const model = edit(stored);
    model.change({ code: 'mine' });
    elsewhere = { ...stored, code: 'theirs' };
    expect(await model.rename('Trend')).toBeNull();
    expect(log).toEqual(['update Cross {"name":"Trend","code":"theirs","parameters":""}']);
    expect(await model.save()).toBe(false);
    expect(log.at(-1)).toBe('overwrite Trend?');
  });
  it('is refused for an invalid name, with runs, when the name is in use, and before the first save', async () => {
    const model = edit(stored);
    expect(await model.rename('a, b')).toBe('Strategy name should not contain special symbols');
    runs = 1;
    expect(await model.rename('Trend')).toContain('one or more instances');
    expect(await model.rename('Cross')).toBeNull();
    runs = 0;
    expect(log).toEqual([]);
    outcome = { result: 'SaveNameAlreadyInUse', message: '' };
    expect(await model.rename('Trend')).toBe('Strategy "Trend" already exists');
    expect([model.storedName, model.get().isSaving]).toEqual(['Cross', false]);
    expect(await edit(null).rename('Trend')).toBe('The strategy is not saved yet. Save it first.');
  });
});
