import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientChunks } from './scripts/lib/client-chunks.ts';
import { compressedFiles } from './scripts/lib/compressed-files.ts';
import { deskFeatures } from './scripts/lib/desk-features.ts';
import { repeatedLoads } from './scripts/lib/repeated-loads.ts';
import { withoutDocs } from './scripts/lib/without-docs.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The desk, the help pages it shows in a frame, and the page of a window in a browser window of its own. */
const pages = ['index.html', 'info.html', 'popout.html'].map(at).filter((page) => existsSync(page));

/** The browser part. The server hands out what `vite build` leaves in dist/web. */
export default defineConfig({
  plugins: [withoutDocs(), react(), repeatedLoads(), compressedFiles()],
  // The server puts the path prefix of its public URL before the addresses in the pages; scripts and style sheets find their files beside them.
  base: './',
  // The help pages tell only of what this desk has.
  define: { TAPEDECK_FEATURES: JSON.stringify(deskFeatures(at('.'))) },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      // Importing one name of an index must not bring the rest with it (of the design system, the data grid): no module of these rooms does anything but declare.
      // Style sheets do.
      treeshake: {
        moduleSideEffects: [
          {
            test: /[\\/]src[\\/](?:ui|domain|protocol|plugin-api)[\\/](?!styles[\\/]).*\.tsx?$/,
            sideEffects: false,
          },
        ],
      },
      output: {
        codeSplitting: {
          groups: clientChunks({
            helpPage: at('src/info/main.ts'),
            firstPage: at('src/workstation/main.tsx'),
            floating: at('src/ui/floating-parts.ts'),
            signedIn: at('src/workstation/shell/signed-in.ts'),
          }),
        },
      },
    },
  },
  worker: { format: 'es' },
});
