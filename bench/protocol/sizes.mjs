import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../scripts/lib/root.mjs';

/** What a page imports to use each client. */
const IMPORTS = {
  official: "export { SignClient } from '@walletconnect/sign-client';",
  latchkey: "export { SignClient } from 'latchkey/walletconnect';",
};

/** Bytes of the JavaScript that a page with one of the clients loads, chunks that come later included: minified by one tool, gzip -9. */
export const bundleSize = async (client) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  try {
    const entry = join(root, 'bench', 'dist', `protocol-${client}.js`);
    writeFileSync(entry, IMPORTS[client]);
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
