import { expect, it } from 'vitest';
import { DayPreparation } from './day-preparation.ts';
import { SessionTable } from './session-table.ts';
import { TradingFloor } from './trading-floor.ts';
import { createUniverse } from './universe/create-universe.ts';

it('prepares every symbol in slices without changing any answer, and again when the day turns', () => {
  const sessions = new SessionTable('2015-01-01');
  const anchorDay = sessions.dayOnOrAfter('2026-10-01') - 1;
  const listings = createUniverse(3).slice(0, 40);
  const prepared = new TradingFloor(3, anchorDay).daily;
  const unprepared = new TradingFloor(3, anchorDay).daily;
  const preparation = new DayPreparation(prepared, listings);
  const today = sessions.at(anchorDay + 30);
  let slices = 0;
  while (!preparation.work(today, 1)) slices += 1;
  expect(slices).toBeGreaterThan(1);
  for (const listing of listings.toReversed())
    expect(prepared.context(listing, today)).toEqual(unprepared.context(listing, today));
  const tomorrow = sessions.at(today.day + 1);
  expect(preparation.work(tomorrow, 0)).toBe(false);
  while (!preparation.work(tomorrow, 5));
  for (const listing of listings)
    expect(prepared.context(listing, tomorrow).previousCloseE4).toBe(
      prepared.dayBar(listing, today.day).closeE4,
    );
});
