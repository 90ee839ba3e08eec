/** The import rules of the house plan: each room, and what it may import of ours. Everything else is an error. */
const rooms = {
  domain: ['src/domain'],
  protocol: ['src/protocol', 'src/domain'],
  'tool-channel': ['src/tool-channel', 'src/domain'],
  // Its scripts run in pages and workers without modules of ours: they import types only.
  'tool-frame': ['src/tool-frame', 'src/tool-channel'],
  server: ['src/server', 'src/protocol', 'src/tool-channel', 'src/domain'],
  'automation-client': ['src/automation-client', 'src/protocol', 'src/domain'],
  'automation-programs': ['src/automation-programs', 'src/automation-client', 'src/protocol', 'src/domain'],
  client: ['src/client', 'src/protocol', 'src/domain'],
  ui: ['src/ui', 'src/domain/csv'],
  'plugin-api': ['src/plugin-api', 'src/client', 'src/domain', 'src/ui'],
  info: ['src/info', 'src/ui', 'src/workstation/help/help-channel.ts'],
  workstation: [
    'src/workstation',
    'src/plugin-api',
    'src/client',
    'src/protocol',
    'src/tool-channel',
    'src/domain',
    'src/ui',
    'plugins/index.ts',
    'plugins/ready-workspaces.ts',
    'layouts',
  ],
};
/** Tools that show what another tool stores, with its parts: each may import that one. `src/testing/tool-check/source-checks.ts` has the same list. */
const toolFamilies = { 'strategy-editor': 'algo-stream' };
/** The rooms of the chart, from the ground up: what each may import of the chart. Dialogs, export and the files of the folder itself are on top and import any. */
const chartRooms = { model: [], data: ['model'], scales: ['model'] };
chartRooms.view = ['model', 'scales'];
chartRooms.paint = [...chartRooms.view, 'view'];
chartRooms.screen = [...chartRooms.paint, 'paint', 'Chart.module.css'];
for (const layer of ['drawings', 'trading', 'alerts', 'trades'])
  chartRooms[layer] = [...chartRooms.screen, 'screen', 'data', 'state.ts'];
/** Folders of the domain that everything in it may use, and that use only one another. */
const domainBasics = [
  'assert',
  'calendar',
  'collections',
  'csv',
  'format',
  'money',
  'names',
  'permissions.ts',
  'symbols',
];
/**
 * The other folders of the domain, and what each may import beside the basics. Orders (the vocabulary), risk and matching are siblings: risk and
 * matching read the vocabulary and know nothing of each other; the core of the orders brings them together.
 */
const domainFolders = {
  alerts: ['columns', 'corporate-actions'],
  bars: ['studies'],
  columns: ['bars'],
  'corporate-actions': ['bars', 'orders', 'portfolio'],
  drawings: ['corporate-actions'],
  execution: ['orders', 'orders/core', 'portfolio', 'risk'],
  lots: ['corporate-actions', 'portfolio'],
  'lots/account': ['lots', 'orders', 'orders/core', 'portfolio'],
  matching: ['orders'],
  notices: [],
  options: ['orders'],
  orders: [],
  'orders/core': ['corporate-actions', 'lots', 'matching', 'options', 'orders', 'portfolio', 'risk'],
  'orders/schwab': ['orders'],
  portfolio: ['orders'],
  returns: ['orders', 'portfolio'],
  risk: ['orders', 'portfolio'],
  saves: [],
  screener: ['bars', 'columns'],
  strategy: ['bars', 'orders', 'portfolio', 'returns', 'sizing', 'studies'],
  'strategy/report': ['lots', 'orders', 'portfolio', 'returns'],
  'strategy/search': ['options', 'strategy/report'],
  studies: [],
};
const domainPath = (folders) =>
  `^src/domain/(${folders.map((folder) => folder.replaceAll('.', '\\.')).join('|')})(/|$)`;
/** Folders inside of another one with rules of their own: they are no part of it for whoever imports it. */
const nested = Object.keys(domainFolders).filter((folder) => folder.includes('/'));
const domainRule = (folder, allowed) => {
  const inside = nested.filter((other) => other.startsWith(`${folder}/`));
  const closed = nested.filter((other) => other !== folder && !allowed.includes(other));
  return [
    { to: { path: '^src/domain/', pathNot: domainPath([...domainBasics, folder, ...allowed]) } },
    ...(closed.length > 0 ? [{ to: { path: domainPath(closed) } }] : []),
  ].map(({ to }, index) => ({
    name: `domain-${folder.replace('/', '-')}-imports-only-what-it-may${index === 0 ? '' : '-nested'}`,
    severity: 'error',
    from: {
      path: domainPath([folder]),
      pathNot: ['\\.test\\.ts$', '/testing/', ...inside.map((other) => domainPath([other]))],
    },
    to,
  }));
};
const ours = '^(src|plugins|layouts|tests)/';
const allow = (paths) => `^(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-basics-import-only-basics',
      severity: 'error',
      from: { path: domainPath(domainBasics), pathNot: '\\.test\\.ts$' },
      to: { path: '^src/domain/', pathNot: domainPath(domainBasics) },
    },
    ...Object.entries(domainFolders).flatMap(([folder, allowed]) => domainRule(folder, allowed)),
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.css$'] },
      to: {},
    },
    ...Object.entries(rooms).map(([room, paths]) => ({
      name: `${room}-imports-only-its-neighbours`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: ours, pathNot: allow(paths) },
    })),
    {
      name: 'services-do-not-import-the-gateway',
      comment:
        "The gateway calls the services. What they share about HTTP is in http-kit; the configuration reads the gateway's limits.",
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: '^src/server/(gateway/|(compose|start-options|config)(\\.test)?\\.ts$)',
      },
      to: { path: '^src/server/gateway/' },
    },
    {
      name: 'services-do-not-know-the-wire',
      comment:
        'gateway/translate turns their types into messages. Strategies are stored in the form in which they are sent; the external broker stores what clients send; identity and http-kit name results and calls of the catalogue.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/(gateway|algostream|brokers|http-kit|identity)/' },
      to: { path: '^src/protocol/' },
    },
    {
      name: 'translators-import-no-other-part-of-the-gateway',
      severity: 'error',
      from: { path: '^src/server/gateway/translate/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/gateway/', pathNot: '^src/server/gateway/translate/' },
    },
    {
      name: 'plugins-see-only-the-door',
      severity: 'error',
      from: {
        path: '^plugins/([^/]+)/',
        // What tests of a tool share is a test, too.
        pathNot: [
          '\\.test\\.tsx?$',
          '^plugins/[^/]+/testing/',
          ...Object.keys(toolFamilies).map((tool) => `^plugins/${tool}/`),
        ],
      },
      to: { path: ours, pathNot: `^(src/(plugin-api|ui|domain)/|plugins/$1/)` },
    },
    ...Object.entries(toolFamilies).map(([tool, base]) => ({
      name: `${tool}-sees-only-the-door-and-${base}`,
      severity: 'error',
      from: { path: `^plugins/${tool}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: ours, pathNot: `^(src/(plugin-api|ui|domain)/|plugins/(${tool}|${base})/)` },
    })),
    ...Object.entries(chartRooms).map(([room, lower]) => ({
      name: `chart-${room}-imports-only-rooms-below`,
      severity: 'error',
      from: { path: `^plugins/chart/${room}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: {
        path: '^plugins/chart/',
        pathNot: allow([room, ...lower].map((name) => `plugins/chart/${name}`)),
      },
    })),
    {
      name: 'plugin-list-imports-manifests-only',
      severity: 'error',
      from: { path: '^plugins/index\\.ts$' },
      to: { path: ours, pathNot: '^(plugins/[^/]+/manifest\\.tsx?$|src/plugin-api/)' },
    },
    {
      name: 'the-product-imports-no-test-helpers',
      severity: 'error',
      from: { path: '^(src|plugins|layouts)/', pathNot: '(\\.test\\.tsx?$|/testing(/|\\.ts))' },
      to: { path: '(^tests/|/testing(/|\\.ts))', pathNot: 'node_modules' },
    },
    {
      name: 'the-product-runs-without-its-build-tools',
      comment:
        'Vite serves the client in development only: scripts/dev brings it into the server from outside.',
      severity: 'error',
      from: { path: '^(src|plugins|layouts)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^(scripts/|vite\\.config)|node_modules/(vite|@vitejs)/)' },
    },
    {
      name: 'layouts-import-nothing',
      severity: 'error',
      from: { path: '^layouts/', pathNot: '\\.test\\.ts$' },
      to: { path: ours, pathNot: '^layouts/' },
    },
    {
      name: 'the-pure-rooms-touch-no-machine',
      severity: 'error',
      from: { path: '^src/(domain|protocol|tool-channel|tool-frame)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-browser-runs-no-node',
      severity: 'error',
      from: {
        path: '^(src/(automation-client|client|ui|plugin-api|workstation|info)|plugins|layouts)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.css', '.json'] },
  },
};
