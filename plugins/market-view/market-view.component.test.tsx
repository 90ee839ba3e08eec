import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createDeskServer, renderTool } from '../../src/testing/index.ts';
import { marketView } from './manifest.ts';

test('shows the company of each symbol', async () => {
  const { frame } = await renderTool(marketView, createDeskServer(), { Symbols: ['AAPL'] });
  expect(await within(frame).findByText('Apple Inc')).toBeDefined();
});
