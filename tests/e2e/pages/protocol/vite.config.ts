import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(`${name}/index.html`, import.meta.url));

export default defineConfig({
  // Each page stands in a folder of its own, and any site may have it.
  base: '../',
  // Tells the official client that it is under test: else it asks a public service about every message, and waits five seconds for it.
  define: { 'process.env.IS_VITEST': JSON.stringify('true') },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The official client is one large file.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: { app: page('app'), wallet: page('wallet'), provider: page('provider') } },
  },
});
