import { describe, expect, it } from 'vitest';
import { countUses, usesOf } from './word-check.ts';

const counts = (source: string, file = 'src/server/a.ts') =>
  Object.fromEntries(countUses(file, usesOf(file, source)).map(({ group, count }) => [group, count]));

describe('usesOf', () => {
  it('finds a term in comments, strings, test titles and declared names', () => {
    const source = `// Tells the client.\nconst tellClient = 'was told';\nit('hears of it', () => tellClient);`;
    expect(counts(source)).toEqual({ 'tell, hear': 4 });
  });

  it('compares whole words: a tellurion and a lookup are allowed', () => {
    expect(
      counts(`const tellurion = 'Hearing-aid shares'; const lookUp = 'lookup'; const askPrice = 1;`),
    ).toEqual({ 'tell, hear': 1 });
  });

  it('splits names into words, whatever their form', () => {
    expect(counts('const MOST_ORDERS = 1, LOOK_MS = 2, sideInWords = 3, takenBack = 4;')).toEqual({
      MOST_: 1,
      look: 1,
      words: 1,
      'take back': 1,
    });
  });

  it('allows MostTraded, a field of the wire', () => {
    expect(counts('const market = { MostTraded: [] }; const MOST_TRADES = 1;')).toEqual({ MOST_: 1 });
  });

  it('counts a vague name only where it stands alone', () => {
    expect(counts('const own = 1; const ownOrders = 2; const who = own;')).toEqual({ 'vague name': 2 });
  });

  it('allows names of the wire and stored keys, and nothing that only contains them', () => {
    const key = "'tapedeck.trade-manager.told-settlements'";
    const file = 'plugins/trade-manager/settlement-toasts.ts';
    expect(counts(`const facts = { MostTraded: ${key} };`, file)).toEqual({});
    expect(counts(`const MostTradedSymbols = 'told';`, file)).toEqual({ MOST_: 1, 'tell, hear': 1 });
  });

  it('allows a desk in the workstation and not in the server', () => {
    const source = '// The desk opens.';
    expect(counts(source)).toEqual({ desk: 1 });
    expect(counts(source, 'src/workstation/a.ts')).toEqual({});
  });

  it('allows a field of a stored format, and only as a name in the files of that format', () => {
    const source = '// What was told.\ninterface Saved { readonly told: string }';
    expect(counts(source)).toEqual({ 'tell, hear': 2 });
    expect(counts(source, 'src/server/brokerage/checkpoint/a.ts')).toEqual({ 'tell, hear': 1 });
  });
});
