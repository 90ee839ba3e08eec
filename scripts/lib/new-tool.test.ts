import { describe, expect, it } from 'vitest';
import { blocksOf } from './how-to-pages.ts';
import { filesOfTool, nameProblem, toolNames, type Taken } from './new-tool.ts';

const taken: Taken = {
  tools: ['chart', 'market-screen'],
  topics: ['chart', 'keyboard'],
  titles: ['Chart', 'Market Screen'],
  fixtures: ['tool-chart', 'tool-heat-map'],
};

describe('nameProblem', () => {
  it.each(['sector-map', 'tape', 'a-b-c'])('accepts %s', (id) => {
    expect(nameProblem(id, taken)).toBeNull();
  });

  it.each([
    ['', 'no name of a tool'],
    ['SectorMap', 'no name of a tool'],
    ['sector_map', 'no name of a tool'],
    ['sector-', 'no name of a tool'],
    ['../sector', 'no name of a tool'],
    ['level2', 'no name of a tool'],
    ['a'.repeat(41), 'at most 40'],
    ['chart', 'There is a tool chart in plugins/chart'],
    ['keyboard', 'The help has a page keyboard'],
    ['heat-map', 'tests/fixtures/stored/tool-heat-map'],
    ['window', 'reserved'],
    ['index', 'reserved'],
    ['class', 'class-list'],
    ['map', 'map-list'],
    ['fetch', 'fetch-list'],
  ])('refuses "%s"', (id, message) => {
    expect(nameProblem(id, taken)).toContain(message);
  });

  it('refuses the title of another tool, whatever its folder is', () => {
    expect(nameProblem('market-screen', { ...taken, tools: [] })).toContain('title "Market Screen"');
  });
});

describe('filesOfTool', () => {
  const page = [
    '```tsx plugins/last-price/LastPrice.tsx',
    "import { Hash } from 'icons';",
    '/** Last Price */',
    'export const lastPrice = LastPrice(last-price);',
    '```',
    '',
    '```diff plugins/index.ts',
    ' import chart;',
    '+import lastPrice;',
    '```',
    '',
  ].join('\n');
  const files = (id: string) =>
    filesOfTool(id, blocksOf('page.md', page), () => 'import chart;\nimport tape;\n');

  it('writes the names of the tool in all spellings, and adds it to lists', () => {
    expect(files('sector-map')).toEqual([
      {
        path: 'plugins/sector-map/SectorMap.tsx',
        text: "import { Hash } from 'icons';\n/** Sector Map */\nexport const sectorMap = SectorMap(sector-map);\n",
        isNew: true,
      },
      { path: 'plugins/index.ts', text: 'import chart;\nimport sectorMap;\nimport tape;\n', isNew: false },
    ]);
  });

  it.each(['hash', 'tape'])('refuses %s, which the code uses for something else', (id) => {
    expect(() => files(id)).toThrow('for something else');
  });

  it('spells a name of one word and one of several', () => {
    expect([toolNames('tape'), toolNames('a-big-map')]).toEqual([
      { id: 'tape', title: 'Tape', component: 'Tape', variable: 'tape' },
      { id: 'a-big-map', title: 'A Big Map', component: 'ABigMap', variable: 'aBigMap' },
    ]);
  });
});
