import { beforeEach, describe, expect, test } from 'vitest';
import { installCanvas } from '../install-canvas.ts';
import { columnFindings } from './column-checks.ts';
import { declarationFindings, helpFindings } from './declaration-checks.ts';
import { readTool, STORED_FIXTURES, toolsToCheck } from './installed-tools.ts';
import { pageFindings } from './page-checks.ts';
import { settingsFindings } from './settings-checks.ts';
import { sourceFindings } from './source-checks.ts';
import { studyFindings } from './study-checks.ts';
import { storedFindings } from './stored-checks.ts';

beforeEach(installCanvas);

describe.each(toolsToCheck().map((plugin) => [plugin.title, readTool(plugin)] as const))('%s', (_, tool) => {
  test('is declared well, and has its help page', async () => {
    expect([
      ...declarationFindings(tool),
      ...columnFindings(tool),
      ...studyFindings(tool),
      ...(await settingsFindings(tool)),
      ...(await helpFindings(tool)),
    ]).toEqual([]);
  });

  test('imports through the door, takes its colours from the themes, and declares its contexts', () => {
    expect(sourceFindings(tool)).toEqual([]);
  });

  test('reads the stored states of all its versions', () => {
    expect(storedFindings(tool, STORED_FIXTURES)).toEqual([]);
  });

  test('is accessible, follows its links, shares no key, rests while it is hidden, and listens to itself only', async () => {
    expect(await pageFindings(tool)).toEqual([]);
  });
});
