import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../scripts/lib/root.mjs';

/**
 * Imports of an app for each client, by role. The official package has no separate requester. Ours is what the modal and the hooks use:
 * `walletconnect()` with the engine that it loads.
 */
const IMPORTS = {
  official: {
    both: "export { SignClient } from '@walletconnect/sign-client';",
    requester: "export { SignClient } from '@walletconnect/sign-client';",
  },
  latchkey: {
    both: "export { SignClient } from 'latchkey/walletconnect';",
    requester: "export { walletconnect } from 'latchkey/walletconnect';",
  },
};

/**
 * Bytes of JavaScript that an app with a client loads, including lazy chunks and the used part of `@walletconnect/core`, minified by the
 * same tool, gzip -9.
 */
export const bundleSize = async (client, role) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  try {
    const entry = join(root, 'bench', 'dist', `protocol-${client}-${role}.js`);
    writeFileSync(entry, IMPORTS[client][role]);
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'index' }, minify: true },
    });
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
    return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
