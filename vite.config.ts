import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser part. The server hands out what `vite build` leaves in dist/web. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The libraries change less often than our code: their own chunk stays in the cache over releases.
        advancedChunks: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  worker: { format: 'es' },
});
