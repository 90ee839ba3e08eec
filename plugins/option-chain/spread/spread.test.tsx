import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SPREAD_STRATEGIES } from '../../../src/domain/options/spread/index.ts';
import { contractOf } from '../testing.ts';
import { LegContracts } from './leg-contracts.ts';
import { LegsTable } from './LegsTable.tsx';
import { NetPrices } from './NetPrices.tsx';
import { payoffCurves } from './payoff-curves.ts';
import { payoffLayout } from './payoff-layout.ts';
import { draftFor, NO_DRAFT, priceProblem, quantityProblem, signedLimit } from './spread-draft.ts';
import { SpreadLive } from './spread-live.ts';
import { limitOf, netText } from './net-price.ts';
import { basisText, payoffSummary, SPREAD_FIGURES } from './spread-texts.ts';
import { SpreadFigures } from './SpreadFigures.tsx';
import { EntryFields, PreviewFacts, TermFields } from './SpreadOrder.tsx';
import { NO_PREVIEW } from './spread-preview.ts';
import { chosenExpiration, expirationChoices, legsOfStrategy, strategyEntries } from './strategy-menu.ts';
import { stored, testGroups, viewOf } from './testing.ts';

const vertical = [stored('C', 100, 'Buy'), stored('C', 105, 'Sell')];
const condor = [
  stored('P', 90, 'Buy'),
  stored('P', 95, 'Sell'),
  stored('C', 105, 'Sell'),
  stored('C', 110, 'Buy'),
];
const figure = (id: string, view: ReturnType<typeof viewOf>, units = 1): string =>
  SPREAD_FIGURES.find((each) => each.id === id)?.text(view, units) ?? '';

describe('a strategy of the menu', () => {
  const groups = testGroups();
  const first = groups[0]?.id ?? '';

  it('lists eleven strategies and a free choice', () => {
    const chosen: string[] = [];
    const entries = strategyEntries(
      (strategy) => chosen.push(strategy),
      () => chosen.push('free'),
    );
    for (const entry of entries) entry.run();
    expect(chosen).toEqual([...SPREAD_STRATEGIES, 'free']);
  });

  it.each(SPREAD_STRATEGIES)('fills in a %s around the money with figures', (strategy) => {
    const result = legsOfStrategy(strategy, 'ACME', 100, groups, first);
    const view = viewOf(result.ok ? result.value : []);
    expect(view.name).toBe(strategy);
    expect(view.problem).toBeNull();
    expect(view.profile).not.toBeNull();
    for (const each of SPREAD_FIGURES) expect(each.text(view, 1)).not.toMatch(/NaN|Infinity|^–$/);
  });

  it('starts from the chosen expiration while it is shown, else from the earliest open one', () => {
    const [, later] = groups;
    const laterId = later?.id ?? '';
    expect(chosenExpiration(groups, new Set(), laterId)).toBe(laterId);
    expect(chosenExpiration(groups, new Set([laterId]), 'gone')).toBe(laterId);
    expect(chosenExpiration(groups, new Set(), null)).toBe(first);
    expect(chosenExpiration([], new Set(), first)).toBeNull();
    expect(expirationChoices(groups).map(({ label }) => label)).toEqual(["Fri Dec 18 '26", "Fri Jan 15 '27"]);
  });

  it('says why it has no legs', () => {
    const result = legsOfStrategy('Calendar', 'ACME', 100, groups, groups[1]?.id ?? '');
    expect(result).toEqual({ ok: false, error: expect.stringContaining('later expiration') });
    expect(legsOfStrategy('Vertical', 'ACME', 100, [], null).ok).toBe(false);
  });
});

describe('the figures of the builder', () => {
  it('count with the middle of the net quote until a price is entered', () => {
    const view = viewOf(vertical);
    // 2.90 - 1.20, 2.95 - 1.15, 3.00 - 1.10.
    expect([view.net.bidE4, view.net.middleE4, view.net.offerE4]).toEqual([17_000, 18_000, 19_000]);
    expect(basisText(view, 1)).toBe('1 unit at 1.80 debit');
    expect(['maxGain', 'maxLoss', 'breakEvens'].map((id) => figure(id, view))).toEqual([
      '320.00',
      '180.00',
      '101.80',
    ]);
    const entered = viewOf(vertical, 1.75);
    expect(basisText(entered, 2)).toBe('2 units at 1.75 debit');
    expect(['maxGain', 'maxLoss', 'breakEvens'].map((id) => figure(id, entered, 2))).toEqual([
      '650.00',
      '350.00',
      '101.75',
    ]);
  });

  it('show a credit, an unlimited loss and both break-evens', () => {
    expect(basisText(viewOf(condor), 1)).toBe('1 unit at 1.50 credit');
    const straddle = viewOf([stored('C', 100, 'Sell'), stored('P', 100, 'Sell')]);
    expect(['maxGain', 'maxLoss', 'breakEvens'].map((id) => figure(id, straddle))).toEqual([
      '580.00',
      'Unlimited',
      '94.20, 105.80',
    ]);
  });

  it('have greeks that are the sum of the deltas of the legs', () => {
    const view = viewOf(condor);
    const sum = view.legs.reduce((total, leg) => total + (leg.delta ?? Number.NaN), 0);
    expect(view.greeks?.delta).toBeCloseTo(sum, 9);
  });

  it('are unknown, and never NaN, without legs, with a bad ratio and without quotes', () => {
    for (const legs of [[], [stored('C', 100, 'Buy', null), stored('C', 105, 'Sell')]]) {
      const view = viewOf(legs);
      for (const each of SPREAD_FIGURES) expect(each.text(view, 1)).toBe('–');
      expect(netText(view.net.middleE4)).toBe('–');
      expect(view.spread).toBeNull();
    }
    const unquoted = viewOf([stored('C', 300, 'Buy'), stored('C', 305, 'Sell')]);
    for (const id of ['maxGain', 'maxLoss', 'breakEvens', 'probability'])
      expect(figure(id, unquoted)).toBe('–');
    expect(viewOf([stored('C', 100, 'Buy', null), stored('C', 105, 'Sell')]).problem?.code).toBe('ratio');
    expect(unquoted.problem?.code).toBe('no-quote');
  });

  it('describe the plot in text', () => {
    expect(payoffSummary(viewOf(vertical), 1)).toBe(
      "Payoff of 1 unit at 1.80 debit at expiration on Fri Dec 18 '26, largest gain 320.00, largest loss 180.00, break-even 101.80, underlying at 100.00",
    );
    expect(payoffSummary(viewOf([]), 1)).toBe('Payoff: no figures yet');
  });
});

describe('the contracts of legs', () => {
  it('are those of the chain, and have a quote of their own where the chain does not show them', () => {
    const contracts = new LegContracts();
    const groups = testGroups();
    contracts.setGroups(groups);
    const shown = groups[0]?.rows[2]?.call;
    expect(contracts.get(shown?.symbol ?? '', undefined)).toBe(shown);
    const { symbol } = contractOf('C', 130);
    expect(contracts.get(symbol, undefined)).toMatchObject({ strike: 130, right: 'C', bid: 0, ask: 0 });
    const record = {
      state: 'live' as const,
      version: 1,
      info: null,
      last: 0,
      previousClose: 0,
      bid: 0.05,
      bidSize: 1,
      ask: 0.1,
      askSize: 1,
      volume: 0,
      timeMs: 1,
    };
    expect(contracts.get(symbol, record as never)).toMatchObject({ bid: 0.05, ask: 0.1, isLive: true });
    expect(contracts.get('ACME', undefined)).toBeUndefined();
  });
});

describe('the net price', () => {
  it('reads as a debit, a credit or even', () => {
    expect([12_500, -8_000, 0, null].map(netText)).toEqual(['1.25 debit', '0.80 credit', '0.00 even', '–']);
  });

  it('has two decimals everywhere, those that an order has', () => {
    expect([-3_850, 4_000, 3_900, 50].map(netText)).toEqual([
      '0.39 credit',
      '0.40 debit',
      '0.39 debit',
      '0.01 debit',
    ]);
    // The middle of 1.70 and 1.91 is half a cent; figures, text and order count with the same price.
    const view = viewOf(vertical, null, { 105: { Bid: 1.09, Ask: 1.2 } });
    expect(view.net.middleE4).toBe(18_050);
    expect([view.cost, basisText(view, 1), netText(view.net.middleE4)]).toEqual([
      1.81,
      '1 unit at 1.81 debit',
      '1.81 debit',
    ]);
  });

  it('is taken in whole cents with its sign as debit or credit', () => {
    expect(limitOf(12_550)).toEqual({ price: 1.26, effect: 'Debit' });
    expect(limitOf(-8_000)).toEqual({ price: 0.8, effect: 'Credit' });
  });

  it('belongs to the legs that it was entered for', () => {
    const draft = { ...NO_DRAFT, price: 1.2, effect: 'Credit' as const, legsKey: 'a' };
    expect(draftFor(draft, 'a')).toBe(draft);
    expect(draftFor({ ...draft, tif: 'ImmediateOrCancel' }, 'b')).toEqual({
      ...NO_DRAFT,
      tif: 'ImmediateOrCancel',
      legsKey: 'b',
    });
    expect(signedLimit({ ...draft, type: 'Market' })).toBeNull();
    expect([signedLimit(draft), signedLimit({ ...draft, effect: 'Debit' }), signedLimit(NO_DRAFT)]).toEqual([
      -1.2,
      1.2,
      null,
    ]);
    expect(signedLimit({ ...draft, price: Number.NaN })).toBeNull();
  });

  it.each([
    [null, 'Enter a net price, or click'],
    [Number.NaN, 'Enter a number'],
    [-0.01, '0 or more'],
    [1.005, 'whole cents'],
    [1e6, 'at most 100,000'],
  ])('is refused with a message: %s', (price, message) => {
    expect(priceProblem(price)).toContain(message);
  });

  it('may be 0, and the quantity is a whole number in its range', () => {
    expect([0, 0.29, 1.1].map(priceProblem)).toEqual([null, null, null]);
    expect(quantityProblem(1, 100)).toBeNull();
    for (const quantity of [null, 0, 1.5, 101, Number.NaN])
      expect(quantityProblem(quantity, 100)).toContain('from 1 to 100');
  });
});

describe('the payoff plot', () => {
  const view = viewOf(vertical);
  const curves = view.spread === null ? null : payoffCurves(view.spread, view.profile?.breakEvens ?? []);
  const marks = { breakEvens: view.profile?.breakEvens ?? [], spot: 100, units: 1 };

  it('has the corners of the payoff at expiration and the value of today', () => {
    const at = (price: number) => curves?.atExpiration.find((point) => point.price === price)?.gain;
    expect([at(100), at(105)].map((gain) => Math.round(gain ?? Number.NaN))).toEqual([-180, 320]);
    expect(curves?.today.length).toBe(curves?.atExpiration.length);
    expect(curves?.fromPrice).toBeLessThan(95.01);
    expect(curves?.toPrice).toBeGreaterThan(109.99);
  });

  it('keeps marks and ticks inside, with the line of zero between gain and loss', () => {
    const layout = curves === null ? null : payoffLayout(curves, marks, 420, 200);
    expect(layout).not.toBeNull();
    if (layout === null) return;
    const { plot } = layout;
    for (const { atPx } of [...layout.xTicks, ...layout.breakEvens, ...(layout.spot ? [layout.spot] : [])]) {
      expect(atPx).toBeGreaterThanOrEqual(plot.left);
      expect(atPx).toBeLessThanOrEqual(plot.right);
    }
    expect(layout.zeroPx).toBeGreaterThan(plot.top);
    expect(layout.zeroPx).toBeLessThan(plot.bottom);
    expect(layout.breakEvens.map(({ text }) => text)).toEqual(['101.80']);
    expect(JSON.stringify(layout)).not.toContain('NaN');
  });

  it('draws nothing without room', () => {
    expect(curves === null ? null : payoffLayout(curves, marks, 100, 200)).toBeNull();
    expect(curves === null ? null : payoffLayout(curves, marks, 400, 50)).toBeNull();
  });
});

describe('the parts of the spread builder', () => {
  const live = new SpreadLive(() => viewOf(vertical));

  it('have a line for each leg, with a control for side, ratio and removal', () => {
    const html = renderToStaticMarkup(
      <LegsTable legs={vertical} live={live} onChange={() => {}} onRemove={() => {}} />,
    );
    expect(html.match(/data-leg=/g)).toHaveLength(2);
    expect(html).toContain('Buy ACME Dec 18 &#x27;26 100 Call: switch to Sell');
    expect(html).toContain('Ratio of ACME Dec 18 &#x27;26 105 Call');
    expect(html).toContain('Remove ACME Dec 18 &#x27;26 105 Call');
    expect(html).toContain('>2.90<');
    expect(html).toContain('>25.0%<');
    const stock = [{ Symbol: 'ACME', Side: 'Buy' as const, Ratio: 1 }];
    expect(
      renderToStaticMarkup(<LegsTable legs={stock} live={live} onChange={() => {}} onRemove={() => {}} />),
    ).toContain('ACME 100 shares');
  });

  it('offer bid, middle and offer as the net price, and none that is unknown', () => {
    const html = renderToStaticMarkup(<NetPrices live={live} onTake={() => {}} />);
    for (const text of ['1.70 debit', '1.80 debit', '1.90 debit']) expect(html).toContain(text);
    const empty = renderToStaticMarkup(
      <NetPrices live={new SpreadLive(() => viewOf([]))} onTake={() => {}} />,
    );
    expect(empty.match(/disabled=""/g)).toHaveLength(3);
  });

  it('show every figure with its name', () => {
    const html = renderToStaticMarkup(<SpreadFigures live={live} units={1} />);
    for (const { label } of SPREAD_FIGURES) expect(html).toContain(`>${label}</dt>`);
    expect(html).toContain('1 unit at 1.80 debit');
  });

  it('say at the field what is wrong with quantity and price', () => {
    const html = renderToStaticMarkup(
      <EntryFields
        draft={{ ...NO_DRAFT, price: -1 }}
        onDraft={() => {}}
        quantity={0}
        onQuantity={() => {}}
        effect="Debit"
        isTried={false}
      />,
    );
    for (const label of ['Quantity', 'Net price']) expect(html).toContain(`>${label}<`);
    const terms = renderToStaticMarkup(<TermFields draft={NO_DRAFT} onDraft={() => {}} effect="Debit" />);
    for (const label of ['Type', 'Net effect', 'TIF']) expect(terms).toContain(`>${label}<`);
    expect(html).toContain('Enter a whole quantity from 1 to 1,000,000.');
    expect(html).toContain('Enter a net price of 0 or more.');
  });

  it('keep the places of the server figures while there is no preview', () => {
    const html = renderToStaticMarkup(<PreviewFacts state={NO_PREVIEW} />);
    for (const label of ['Estimated cost', 'Fees', 'Margin', 'Buying power effect', 'Buying power after'])
      expect(html).toContain(`>${label}</dt>`);
    expect(html).toContain('data-preview="none"');
  });

  it('compute again only by a refresh, and notify until unsubscribed', () => {
    let count = 0;
    const counted = new SpreadLive(() => {
      count += 1;
      return viewOf([]);
    });
    let notified = 0;
    const unsubscribe = counted.subscribe(() => {
      notified += 1;
    });
    counted.get();
    counted.refresh();
    unsubscribe();
    counted.refresh(() => viewOf(vertical));
    expect([count, notified, counted.get().name]).toEqual([2, 1, 'Vertical']);
  });
});
