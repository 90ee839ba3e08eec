import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '../ui/styles/index.ts';
import { App } from './App.tsx';
import { DeskContext } from './desk-context.ts';
import { createDesk } from './create-desk.ts';
import { basePath } from '../ui/base-path.ts';
import { reportLoadFailures } from './report-load-failures.ts';
import { followSettings } from './theme.ts';

const desk = createDesk();
followSettings(desk.platform.settings);
reportLoadFailures(window, desk.toaster, Date.now);
// What was changed in the last second is stored before the page goes: a reload must find it.
let isGoing = false;
addEventListener('pagehide', () => {
  isGoing = true;
  desk.leavePage();
});
// From the back-forward cache it comes again.
addEventListener('pageshow', () => {
  isGoing = false;
});
document.addEventListener('visibilitychange', () => {
  if (isGoing || document.visibilityState !== 'hidden') return;
  desk.docks.flush();
  void desk.platform.settings.flush().catch(() => undefined);
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <DeskContext value={desk}>
    <BrowserRouter basename={basePath()}>
      <App />
    </BrowserRouter>
  </DeskContext>,
);
