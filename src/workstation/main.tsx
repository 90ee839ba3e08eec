import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '../ui/styles/index.ts';
import { App } from './App.tsx';
import { createDesk, DeskContext } from './desk.ts';
import { followSettings } from './theme.ts';

const desk = createDesk();
followSettings(desk.platform.settings);
// What was changed in the last second is stored before the page goes: a reload must find it.
const storeNow = () => {
  desk.docks.flush();
  void desk.platform.settings.flush().catch(() => undefined);
};
addEventListener('pagehide', storeNow);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') storeNow(); });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(<DeskContext value={desk}><BrowserRouter><App /></BrowserRouter></DeskContext>);
