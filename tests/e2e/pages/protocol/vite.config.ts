import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(`${name}/index.html`, import.meta.url));

export default defineConfig({
  // Each page has its own folder, on any site.
  base: '../',
  // Makes the official client skip the public Verify service. Otherwise it queries it on every message and waits five seconds.
  define: { 'process.env.IS_VITEST': JSON.stringify('true') },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The official client is one large chunk.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: { app: page('app'), wallet: page('wallet'), provider: page('provider') } },
  },
});
