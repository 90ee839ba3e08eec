// The development server: the real server with Vite behind its HTTP side, in one process. Started by `npm run dev`.
import { fileURLToPath } from 'node:url';
import { runServer } from '../../src/server/run-server.ts';
import viteConfig from '../../vite.config.ts';
import { viteWebClient } from './vite-web-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runServer({ webClient: viteWebClient({ root, config: viteConfig }) });
