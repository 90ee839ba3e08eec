import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { computeStudy, settleParameters, studyById, STUDIES } from '../../../src/domain/studies/index.ts';
import { at, columnAt } from '../../../src/domain/studies/columns.ts';
import { defineStudy } from '../../../src/domain/studies/study.ts';
import { deskStudies } from '../../../src/plugin-api/index.ts';
import { layOut } from '../view/geometry.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { Viewport } from '../view/viewport.ts';
import { BarStore } from './bar-store.ts';
import { ChartModel } from './chart-model.ts';
import {
  freeKey,
  keyOf,
  PRICE_SOURCES,
  studyIdOf,
  type IndicatorSetting,
  type PriceSource,
} from './indicator.ts';
import { studyCatalogue } from './study-catalogue.ts';
import { isSeries, type SeriesView } from './study-set.ts';

const MINUTE_MS = 60_000;
const ema = (period: number, rest: Partial<IndicatorSetting> = {}): IndicatorSetting => ({
  Id: 'ema',
  Parameters: { period },
  ...rest,
});

/** Bars whose open, high, low and close differ. */
function someBars(count: number, firstIndex = 0): BarStore {
  const bars = new BarStore();
  for (let i = firstIndex; i < firstIndex + count; i += 1) {
    const close = 100 + 10 * Math.sin(i / 5);
    bars.append(i * MINUTE_MS, close - 1, close + 2.5, close - 3, close, 100 + i);
  }
  return bars;
}

function modelWith(settings: readonly IndicatorSetting[], bars = someBars(120)): ChartModel {
  const model = new ChartModel();
  model.chooseStudies(settings);
  model.setBars(bars, { minutes: 1 }, 0);
  return model;
}

function seriesOf(model: ChartModel, key: string): SeriesView {
  const view = model.studies.views.find(({ id }) => id === key);
  if (view === undefined || !isSeries(view)) throw new Error(`no series ${key}`);
  return view;
}
const valuesOf = (model: ChartModel, key: string): readonly number[] => {
  const { run } = seriesOf(model, key);
  return [...(run.outputs[0] ?? [])].slice(0, run.length);
};

describe('instances of one study', () => {
  it('have values, labels and panes of their own', () => {
    const model = modelWith([
      ema(9),
      ema(20, { Key: 'ema:2' }),
      { Id: 'rsi', Parameters: { period: 14 } },
      { Id: 'rsi', Parameters: { period: 2 }, Key: 'rsi:2' },
    ]);
    expect(model.studies.views.map(({ id, label }) => [id, label])).toEqual([
      ['ema', 'EMA (9)'],
      ['ema:2', 'EMA (20)'],
      ['rsi', 'RSI (14)'],
      ['rsi:2', 'RSI (2)'],
    ]);
    expect(model.lowerPanes).toEqual(['rsi', 'rsi:2']);
    expect(valuesOf(model, 'ema')).not.toEqual(valuesOf(model, 'ema:2'));
  });

  it('that are stored with the same key are one', () => {
    expect(modelWith([ema(9), ema(20)]).studies.views.map(({ label }) => label)).toEqual(['EMA (9)']);
  });

  it('keep their values when only the style changes', () => {
    const model = modelWith([ema(9)]);
    const before = seriesOf(model, 'ema');
    model.chooseStudies([ema(9, { Color: 'teal', Width: 3 })]);
    const after = seriesOf(model, 'ema');
    expect(after.run).toBe(before.run);
    expect([after.color, after.widthPx]).toEqual(['teal', 3]);
    model.chooseStudies([ema(9, { Color: 'teal', Width: 3, Source: 'high' })]);
    expect(seriesOf(model, 'ema').run).not.toBe(before.run);
  });

  test('a new key is free, and names its study', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STUDIES.map(({ id }) => id)), fc.array(fc.nat(6)), (id, numbers) => {
        const taken = numbers.map((number) => (number < 2 ? id : `${id}:${number}`));
        const key = freeKey(id, taken);
        expect(taken).not.toContain(key);
        expect(studyIdOf(key)).toBe(id);
      }),
    );
  });
});

describe('a hidden study', () => {
  it('is named and not computed', () => {
    const model = modelWith([ema(9, { IsHidden: true }), ema(20, { Key: 'ema:2' })]);
    expect(model.studies.views.map(keyOfView)).toEqual(['ema:2']);
    expect(model.studies.hidden.map(({ id, label }) => [id, label])).toEqual([['ema', 'EMA (9)']]);
  });

  it('comes back with the bar sizes that it is shown at', () => {
    const model = modelWith([ema(9, { ShownAt: 'daily' }), ema(20, { Key: 'ema:2', ShownAt: 'intraday' })]);
    expect(model.studies.views.map(keyOfView)).toEqual(['ema:2']);
    expect(model.setBars(someBars(50), 'week', 0)).toBe(true);
    expect(model.studies.views.map(keyOfView)).toEqual(['ema']);
    expect(valuesOf(model, 'ema').at(-1)).toBeGreaterThan(0);
    expect(model.setBars(someBars(60), 'day', 0)).toBe(false);
    expect(valuesOf(model, 'ema')).toHaveLength(60);
  });
});

const keyOfView = ({ id }: { readonly id: string }) => id;

describe('the source of a study', () => {
  const priceOf = (source: PriceSource, bars: BarStore, i: number): number => {
    const [o, h, l, c] = [bars.open[i], bars.high[i], bars.low[i], bars.close[i]].map((each) => each ?? NaN);
    if (o === undefined || h === undefined || l === undefined || c === undefined) return NaN;
    const prices = { close: c, open: o, high: h, low: l };
    const means = { hl2: (h + l) / 2, hlc3: (h + l + c) / 3, ohlc4: (o + h + l + c) / 4 };
    return { ...prices, ...means }[source];
  };

  it.each(PRICE_SOURCES)('%s takes the place of the closes, over ticks, added and earlier bars', (source) => {
    const model = modelWith([ema(9, { Source: source })], someBars(80, 40));
    // Ticks in the last bar, then bars that are added one at a time.
    for (let i = 120; i < 140; i += 1) {
      model.bars.extendLast(90 + (i % 7), 10);
      model.follow(model.bars.length - 1);
      const close = 100 + (i % 11);
      model.bars.append(i * MINUTE_MS, close + 1, close + 4, close - 2, close, 100);
      model.follow(model.bars.length - 2);
      if (i % 3 === 0) model.settle();
    }
    model.settle();
    const study = studyById('ema');
    if (study?.form !== 'series') throw new Error('EMA is a series');
    const expectSame = () => {
      const closes = Float64Array.from({ length: model.bars.length }, (_, i) =>
        priceOf(source, model.bars, i),
      );
      const { timeMs, open, high, low, volume, length } = model.bars;
      const expected = computeStudy(study, settleParameters(study, { period: 9 }), {
        ...{ timeMs, open, high, low, volume, length },
        close: closes,
      });
      expect(valuesOf(model, 'ema')).toEqual([...(expected[0] ?? [])]);
    };
    expectSame();
    model.bars.prepend(someBars(40));
    model.revise(model.bars, 40);
    expectSame();
  });

  it('is part of the label, and is left out where a study reads more than closes', () => {
    const model = modelWith([
      ema(9, { Source: 'hl2' }),
      { Id: 'atr', Parameters: {}, Source: 'hl2' },
      { Id: 'roc', Parameters: {}, Source: 'open' },
    ]);
    expect(model.studies.views.map(({ label }) => label)).toEqual([
      'EMA (9, HL2)',
      'ATR (180)',
      'ROC (14, OPEN)',
    ]);
  });

  it('is offered for studies whose values follow from closes alone', () => {
    const bars = someBars(300);
    const { timeMs, open, high, low, close, volume, length } = bars;
    for (const study of STUDIES) {
      // Reversals mark prices other than closes.
      if (study.form !== 'series' || !study.outputs.some(({ form }) => form === 'line')) continue;
      const columns = { timeMs, close, length };
      const parameters = settleParameters(study);
      const before = computeStudy(study, parameters, { ...columns, open, high, low, volume });
      const moved = (column: Float64Array, by: number) => column.map((value) => value + by);
      const after = computeStudy(study, parameters, {
        ...columns,
        open: moved(open, 1),
        high: moved(high, 5),
        low: moved(low, -7),
        volume: volume.map((shares) => shares * 3),
      });
      const isSame =
        JSON.stringify(before.map((each) => [...each])) === JSON.stringify(after.map((each) => [...each]));
      expect([study.id, isSame]).toEqual([study.id, study.readsCloses === true]);
    }
  });
});

test('with "Scale price only" a study far from the prices leaves their scale alone', () => {
  const scaleOf = (scalesPriceOnly: boolean) => {
    const model = modelWith([{ Id: 'bb', Parameters: { period: 20, n: 5 } }]);
    model.scalesPriceOnly = scalesPriceOnly;
    const viewport = new Viewport();
    viewport.setWidth(500);
    viewport.setBars(0, model.bars.length, 1);
    const scales = new PaneScales();
    scales.update(model, viewport, layOut(540, 400, [], {}, 40));
    return scales.get('price');
  };
  const model = modelWith([]);
  const { least, largest } = model.priceExtremes(0, model.bars.length);
  expect([scaleOf(true)?.least, scaleOf(true)?.largest]).toEqual([least, largest]);
  expect(scaleOf(false)?.largest).toBeGreaterThan(largest);
});

test('keys of settings', () => {
  expect([keyOf(ema(9)), keyOf(ema(9, { Key: 'ema:3' }))]).toEqual(['ema', 'ema:3']);
});

describe('studies of tools', () => {
  const pressure = defineStudy({
    id: 'pressure',
    title: 'Pressure',
    help: 'Where the close lies in the range of the bar.',
    pane: 'own',
    parameters: { scale: { label: 'Scale', min: 1, max: 50, step: 1, default: 10 } },
    outputs: [{ id: 'pressure', title: 'Pressure', form: 'line', tone: 'main', format: 'number' }],
    levels: [0, 25],
    scale: [0, 50],
    workColumns: 0,
    stateLength: 0,
    warmUpBars: () => 0,
    compute({ high, low, close }, from, to, { scale }, columns) {
      for (let i = from; i < to; i += 1)
        columnAt(columns, 0)[i] = ((at(close, i) - at(low, i)) / (at(high, i) - at(low, i))) * scale;
    },
  });
  const catalogue = studyCatalogue(deskStudies({ id: 'flow', title: 'Flow', studies: [pressure] }));
  const chosen = { Id: 'flow.pressure', Parameters: { scale: 1_000, other: 1 } };

  it('are computed with numbers within their bounds, beside those of the domain', () => {
    const model = new ChartModel(catalogue);
    model.chooseStudies([ema(9), chosen, { ...chosen, Key: 'flow.pressure:2' }]);
    model.setBars(someBars(120), { minutes: 1 }, 0);
    // A bar reaches 3 dollars below and 2.5 above its close.
    expect(valuesOf(model, 'flow.pressure')[60]).toBeCloseTo((3 / 5.5) * 50);
    expect(seriesOf(model, 'flow.pressure').parameters).toEqual({ scale: 50 });
    expect(seriesOf(model, 'flow.pressure').label).toBe('Pressure (50)');
    expect(model.lowerPanes).toEqual(['flow.pressure', 'flow.pressure:2']);
    expect(model.studies.paneTitle('flow.pressure:2')).toBe('Pressure 2');
    expect(model.studies.axisLevels('flow.pressure')).toEqual([0, 25]);
  });

  it('that are not installed are listed as missing, and the others are shown', () => {
    const model = modelWith([chosen, ema(9), { Id: 'trades', Parameters: {} }, { Id: 'pl', Parameters: {} }]);
    expect(model.studies.views.map(({ id }) => id)).toEqual(['ema']);
    expect(model.studies.missing).toEqual([{ id: 'flow.pressure', label: 'flow.pressure (not installed)' }]);
    model.chooseStudies([ema(9)]);
    expect(model.studies.missing).toEqual([]);
  });
});
