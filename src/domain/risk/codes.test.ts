import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ORDER_ERRORS, orderErrorMessage } from '../orders/errors.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACE_CHECKS } from './order-of-checks.ts';
import { riskTables } from './tables.ts';
import { CHANGE_SCENARIOS } from './testing/change-scenarios.ts';
import { SCENARIOS } from './testing/scenarios.ts';

const page = readFileSync(new URL('../../../docs/risk-checks.md', import.meta.url), 'utf8');
const section = (title: string): string =>
  page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
/** First cells of a section's table rows that are codes. */
const codesIn = (title: string): number[] =>
  [...section(title).matchAll(/^\| (-?\d+) \| ([^|]+) \|/gm)].map((match) => {
    expect(match[2]).toBe(orderErrorMessage(Number(match[1])));
    return Number(match[1]);
  });
const catalogue = Object.keys(ORDER_ERRORS).map(Number);

describe('docs/risk-checks.md', () => {
  it('shows the checks in the order in which they run, with their codes and reasons', () => {
    expect(page.split('<!-- checks -->')[1]?.trim()).toBe(riskTables().trim());
  });
  it('reserves only codes of the catalogue, each with a reason', () => {
    const reserved = codesIn('Codes without a check');
    expect(reserved).toEqual([0, -27]);
    for (const row of section('Codes without a check').matchAll(/^\| (-?\d+) \| [^|]+ \| ([^|]*) \|$/gm))
      expect((row[2] ?? '').trim().length, row[1]).toBeGreaterThan(40);
    expect([
      ...section('Codes without a check').matchAll(/^\| (-?\d+) \| [^|]+ \| [^|]+ \|$/gm),
    ]).toHaveLength(reserved.length);
  });
});

describe('the catalogue of order errors', () => {
  it('has no code that is neither produced by a scenario nor reserved in the docs, and none that is both', () => {
    const produced = new Set<number>([...SCENARIOS, ...CHANGE_SCENARIOS].map(({ code }) => code));
    const reserved = new Set(codesIn('Codes without a check'));
    expect(catalogue.filter((code) => !produced.has(code) && !reserved.has(code))).toEqual([]);
    expect(catalogue.filter((code) => produced.has(code) && reserved.has(code))).toEqual([]);
  });
  it('has every code that a check declares, and no check declares "OK"', () => {
    const declared = [...NEW_ORDER_CHECKS, ...CANCEL_CHECKS, ...REPLACE_CHECKS].flatMap(({ codes }) => codes);
    for (const code of declared) expect(catalogue).toContain(code);
    expect(declared).not.toContain(0);
  });
  it('is given elsewhere in the server only where the docs say so', () => {
    for (const code of codesIn('Codes given elsewhere too')) expect(catalogue).toContain(code);
    expect(codesIn('Codes given elsewhere too')).toEqual([
      -2, -3, -12, -13, -14, -15, -17, -19, -20, -22, -23, -33, -36, -43, -48, -52, -81,
    ]);
  });
});
