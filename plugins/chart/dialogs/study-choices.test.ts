import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { keyOf, MAX_INDICATORS, type IndicatorSetting } from '../model/indicator.ts';
import { chartState } from '../state.ts';
import { BUILT_IN_STUDIES } from '../model/study-catalogue.ts';
import { studyEntries } from './entries.ts';
import {
  change,
  choicesOf as choicesAmong,
  choose,
  duplicate,
  furtherName,
  furtherOf,
  problemOf,
  settingsOf,
  withAnother,
  wrongOf,
} from './study-choices.ts';
import { searchStudies } from './study-search.ts';

const ENTRIES = studyEntries(BUILT_IN_STUDIES);
const choicesOf = (present: readonly IndicatorSetting[]) => choicesAmong(present, ENTRIES);
const EMA: IndicatorSetting = { Id: 'ema', Parameters: { period: 9 }, Color: 'teal', Width: 2 };

describe('the choices of the studies dialog', () => {
  it('have a draft of every study, and give back what was chosen', () => {
    const present = [EMA, { Id: 'trades', Parameters: {} }];
    const choices = choicesOf(present);
    expect(new Set(choices.drafts.map(({ key }) => key))).toEqual(new Set(ENTRIES.all.map(({ id }) => id)));
    expect(settingsOf(choices)).toEqual(present);
  });

  it('keep a study that is not installed on the chart, behind the others', () => {
    const missing = { Id: 'gone.pressure', Parameters: { period: 9 }, Color: 'red' as const };
    const choices = choicesOf([missing, EMA]);
    expect(settingsOf(choices)).toEqual([EMA, missing]);
    expect(choices.drafts.some(({ key }) => key === missing.Id)).toBe(false);
  });

  it('add one more of a study right behind it, with its numbers and a colour of its own', () => {
    const [choices, key] = duplicate(choicesOf([EMA, { Id: 'rsi', Parameters: { period: 14 } }]), 'ema');
    expect(key).toBe('ema:2');
    const twenty = change(choices, key, { typed: { period: 20 } });
    expect(settingsOf(twenty)).toEqual([
      EMA,
      { Id: 'ema', Parameters: { period: 20 }, Width: 2, Key: 'ema:2' },
      { Id: 'rsi', Parameters: { period: 14 } },
    ]);
    expect(furtherOf(twenty, 'ema').map((each) => furtherName(twenty, each.key))).toEqual(['EMA (20)']);
    // Their number distinguishes two of the same name.
    expect(furtherName(choices, key)).toBe('EMA (9) 2');
  });

  it('name a study whose numbers cannot be used, as long as it is chosen', () => {
    const wrong = change(choicesOf([EMA]), 'ema', { typed: { period: 201 } });
    expect(wrongOf(wrong).map(({ id }) => id)).toEqual(['ema']);
    expect(wrongOf(choose(wrong, 'ema', false))).toEqual([]);
  });

  it('are not applied with more studies than a chart can store', () => {
    let choices = choicesOf([EMA]);
    for (let count = 1; count < MAX_INDICATORS; count += 1) [choices] = duplicate(choices, 'ema');
    expect(problemOf(choices)).toBeNull();
    expect(v.is(chartState.schema, { ...chartState.initial, Indicators: settingsOf(choices) })).toBe(true);
    const excess = choose(choices, 'rsi', true);
    expect(problemOf(excess)).toBe('A chart shows at most 40 studies. Take off one.');
    expect(problemOf(choose(excess, 'atr', true))).toBe('A chart shows at most 40 studies. Take off 2.');
    expect(problemOf(change(choices, 'ema', { typed: { period: 201 } }))).toBe('Check the numbers of EMA.');
  });

  it('never have two instances with one key, whatever is added, taken off and put back', () => {
    const step = fc.record({ at: fc.nat(), isOn: fc.boolean(), adds: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let choices = choicesOf([EMA]);
        for (const { at, isOn, adds } of steps) {
          const key = choices.drafts[at % choices.drafts.length]?.key ?? 'ema';
          choices = adds ? duplicate(choices, key)[0] : choose(choices, key, isOn);
        }
        const keys = settingsOf(choices).map(keyOf);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).toEqual(choices.chosen);
        // What is stored gives the same choices again.
        expect(settingsOf(choicesOf(settingsOf(choices)))).toEqual(settingsOf(choices));
      }),
    );
  });
});

it('one more like an instance follows it', () => {
  const [first, second, ...rest] = withAnother([EMA, { Id: 'rsi', Parameters: {} }], 'ema');
  expect(first).toEqual(EMA);
  expect(second).toEqual({ Id: 'ema', Parameters: { period: 9 }, Width: 2, Key: 'ema:2' });
  expect(rest.map(keyOf)).toEqual(['rsi']);
  expect(withAnother([EMA], 'rsi')).toEqual([EMA]);
});

describe('the search for a study', () => {
  const found = (query: string, favorites: readonly string[] = []) =>
    searchStudies(ENTRIES.all, query, favorites).map(({ id }) => id);

  it.each([
    ['ema', 'ema'],
    ['exponential', 'ema'],
    ['RSI', 'rsi'],
    ['relative strength', 'rsi'],
    ['bollinger', 'bb'],
    ['sma 200', 'sma200'],
    ['vprof', 'volumeProfile'],
    ['p&l', 'pl'],
  ])('finds %s first', (query, id) => {
    expect(found(query)[0]).toBe(id);
  });

  it('finds nothing for nonsense, and everything for nothing', () => {
    expect(found('zzqx')).toEqual([]);
    expect(found(' ')).toEqual(ENTRIES.all.map(({ id }) => id));
  });

  it('has the favorites at the top', () => {
    expect(found('', ['macd', 'ema']).slice(0, 2)).toEqual(['ema', 'macd']);
    expect(found('average')[0]).toBe(found('average', [])[0]);
  });
});
