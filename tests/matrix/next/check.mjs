/** Builds the app, starts it and checks what the server renders. Exit code 0 if all is well. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('node_modules/next/dist/bin/next', import.meta.url));
const options = { cwd: fileURLToPath(new URL('.', import.meta.url)), env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } };

const { status } = spawnSync(process.execPath, [cli, 'build'], { ...options, stdio: 'inherit' });
if (status !== 0) process.exit(1);

const server = spawn(process.execPath, [cli, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
  ...options,
  stdio: ['ignore', 'pipe', 'inherit'],
});
let url;
for await (const line of createInterface({ input: server.stdout })) {
  process.stdout.write(`${line}\n`);
  url ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (url !== undefined && line.includes('Ready')) break;
}
const html = url === undefined ? '' : await (await fetch(url)).text();
server.kill();
const faults = [/<button[^>]*data-testid="lk-connect-button"[^>]*>.*?Connect Wallet/s, /Not connected/].filter((text) => !text.test(html));
for (const fault of faults) process.stderr.write(`The server did not render ${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
