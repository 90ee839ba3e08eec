import { armingPerPlatform } from '../../src/plugin-api/index.ts';

/** The ladders whose clicks send orders at once, by the ids of their windows. */
export const armingOf = armingPerPlatform({
  key: 'ladder',
  accountChanged: 'The account changed: ladder clicks open the order ticket again.',
  // The ladder itself shows its symbol and that it is not armed.
  symbolChanged: null,
  focusLost: 'The browser window lost the focus: ladder clicks open the order ticket again.',
  connectionLost:
    'The connection to the server was lost: the ladder is not armed any more. Arm it again when the connection is back.',
  idle: 'Ladder clicks were not used for ten minutes and open the order ticket again.',
});
