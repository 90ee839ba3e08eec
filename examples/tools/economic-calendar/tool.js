/** An economic calendar from a CSV file: date (YYYY-MM-DD), time, region, event and importance (high, medium or low), with a header line. */

const COLUMNS = ['date', 'time', 'region', 'event', 'importance'];
const MAX_EVENTS = 300;

/** The cells of a line; a cell in quotes may have commas, and two quotes stand for one. */
function cellsOf(line) {
  const cells = [];
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
  return cells;
}

/** The events of a file in order of time, or the reason why it is no calendar. */
function readCalendar(text) {
  const [header = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const names = cellsOf(header).map((name) => name.toLowerCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) return { events: [], problem: `The file has no column ${missing.join(', ')}.` };
  const events = lines
    .map((line) => cellsOf(line))
    .map((cells) => Object.fromEntries(COLUMNS.map((name) => [name, cells[names.indexOf(name)] ?? ''])))
    .filter(({ date }) => /^\d{4}-\d\d-\d\d$/.test(date));
  events.sort((left, right) => `${left.date} ${left.time}`.localeCompare(`${right.date} ${right.time}`));
  return {
    events: events.slice(0, MAX_EVENTS),
    problem: events.length === 0 ? 'The file has no line with a date such as 2026-12-01.' : null,
  };
}

export default async function economicCalendar(host) {
  const stored = (await host.storage.get()) ?? {};
  let events = Array.isArray(stored.events) ? stored.events : [];
  let isHighOnly = stored.isHighOnly === true;
  let problem = null;

  const store = () =>
    host.storage.set({ events, isHighOnly }).catch((error) => {
      problem = `${error.message} The calendar is shown until the window is closed.`;
      draw();
    });

  function open({ file }) {
    if (file === null) return;
    const read = readCalendar(file.text);
    problem = read.problem;
    if (problem === null) {
      events = read.events;
      void store();
    }
    draw();
  }

  function draw() {
    const shown = events.filter(({ importance }) => !isHighOnly || importance.toLowerCase() === 'high');
    const controls = [
      'p',
      { key: 'controls' },
      ['label', null, 'Calendar file ', ['input', { type: 'file', accept: '.csv', on: { change: open } }]],
      [
        'label',
        null,
        [
          'input',
          {
            type: 'checkbox',
            checked: isHighOnly,
            on: {
              change: ({ isChecked }) => {
                isHighOnly = isChecked;
                void store();
                draw();
              },
            },
          },
        ],
        'High importance only',
      ],
    ];
    const rows = shown.map((event, index) => [
      'tr',
      null,
      // A day is named at its first event.
      ['td', null, shown[index - 1]?.date === event.date ? '' : event.date],
      ['td', null, event.time],
      ['td', null, event.region],
      [
        'td',
        { style: event.importance.toLowerCase() === 'high' ? { 'font-weight': '600' } : {} },
        event.event,
      ],
      ['td', null, event.importance],
    ]);
    const heads = ['Date', 'Time', 'Region', 'Event', 'Importance'].map((name) => [
      'th',
      { scope: 'col' },
      name,
    ]);
    host.render([
      'div',
      null,
      controls,
      problem === null ? null : ['p', { role: 'alert' }, problem],
      events.length === 0
        ? ['p', null, 'Choose a CSV file with the columns date, time, region, event and importance.']
        : [
            'table',
            { 'aria-label': 'Economic calendar' },
            ['thead', null, ['tr', null, ...heads]],
            ['tbody', null, ...rows],
          ],
    ]);
  }

  draw();
}
