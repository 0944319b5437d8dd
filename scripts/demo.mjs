/**
 * `npm run demo`: installs what is missing, builds what is stale, starts the sandbox (local chains, a wallet) and serves the demo page.
 * Prints `ready <url>`; opens a browser only if there is a display. Ctrl-C stops everything.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { requireNode, root } from './lib/root.mjs';

/** Time for services to close, once the user stops the demo. */
const STOP_TIMEOUT_MS = 500;

/** Command that opens a URL on this system; `null` without a display. */
const openCommand = (url) => {
  if (process.env.CI !== undefined || process.env.SSH_CONNECTION !== undefined) return null;
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['cmd.exe', '/c', 'start', '', url];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open', url] : null;
};

const openInBrowser = (url) => {
  const [command, ...args] = openCommand(url) ?? [];
  if (command === undefined) return;
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => {
    // The URL is printed too.
  });
  child.unref();
};

// A package of Solana warns that its native module, which is optional, was not built. It reads like an error of the demo.
const { warn } = console;
console.warn = (...parts) => {
  if (!String(parts[0]).startsWith('bigint: Failed to load bindings')) warn(...parts);
};

requireNode();
await ensureInstalled();
const { ensureExampleBuilt } = await import('./lib/ensure-built.mjs');
if (!(await ensureExampleBuilt())) process.exit(1);

const { startSandbox } = await import('../sandbox/index.mjs');
const sandbox = await startSandbox({
  namespaces: ['solana', 'bip122', 'polkadot'],
  site: { files: join(root, 'examples/react-vite/dist') },
  secureSite: {},
  // Their bundlers start with the first operation.
  smartAccounts: [1, 137],
});
await sandbox.secureSite.origins.add({ project: '', origin: sandbox.urls.site });

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  // Connections that browsers keep open can delay a service. All state is in memory, and the nodes end with this process.
  setTimeout(() => process.exit(0), STOP_TIMEOUT_MS);
  await sandbox.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

console.log(`wallet ${sandbox.urls.wallet}`);
console.log(`phone-wallet ${sandbox.urls.walletPage}`);
console.log(`mail ${sandbox.urls.mail}`);
console.log(`bundler ${sandbox.urls.bundler}`);
for (const [chainId, url] of Object.entries(sandbox.urls.rpc)) console.log(`${chainId} ${url}`);
if (sandbox.urls.esplora !== undefined) console.log(`esplora ${sandbox.urls.esplora}`);
for (const { asset } of sandbox.tokens) console.log(`token ${asset}`);
console.log(`ready ${sandbox.urls.site}`);
openInBrowser(sandbox.urls.site);
