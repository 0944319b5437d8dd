/** Builds the app, starts it and checks what the server renders, signing in, and hydration in Chromium. Exit code 0 if all is well. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { ensureChromium } from '../../../scripts/lib/ensure-chromium.mjs';
import { evm, SiteBrowser, testSignIn } from '../../../tests/matrix/sign-in-flow.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const cli = fileURLToPath(new URL('node_modules/next/dist/bin/next', import.meta.url));

/** A free port, which the site's origin names before the server starts. */
const findPort = async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
};

// As in a build pipeline: without the secret.
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const { status } = spawnSync(process.execPath, [cli, 'build'], { cwd: folder, env, stdio: 'inherit' });
assert.equal(status, 0);

const port = await findPort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [cli, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
  cwd: folder,
  env: { ...env, SITE_ORIGIN: origin, SIGN_IN_SECRET: randomBytes(32).toString('hex') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
after(() => server.kill());
before(async () => {
  for await (const line of createInterface({ input: server.stdout })) if (line.includes('Ready')) return;
});

it('renders the buttons on the server', async () => {
  const html = await (await fetch(origin)).text();
  assert.match(html, /<button[^>]*data-testid="lk-connect-button"[^>]*>.*?Connect Wallet/s);
  assert.match(html, /Not connected/);
});

testSignIn('Next.js', async () => ({ url: origin, origin }));

it('renders who is signed in, from the cookie', async () => {
  const browser = new SiteBrowser(origin, origin);
  const read = async () => (await browser.fetch('/members')).text();
  assert.equal((await read()).includes(evm.accountAddress), false);
  await browser.signIn(evm);
  assert.equal((await read()).includes(`Signed in as <!-- -->${evm.accountAddress}`), true);
  assert.equal((await (await fetch(`${origin}/members`)).text()).includes(evm.accountAddress), false);
  await browser.send('sign-out');
  assert.equal((await read()).includes(evm.accountAddress), false);
});

/** A wallet in which the site is allowed already, as after a reload. */
const WALLET = `
  import { Eip155TestWallet, eip155TestSigner } from 'latchkey/testing';
  const wallet = new Eip155TestWallet({ accounts: [eip155TestSigner('alice')] });
  wallet.provider.request({ method: 'eth_requestAccounts' });
  wallet.announce(window);
`;

/** Records each text that the page shows, from the HTML on. */
const RECORDER = `
  window.shown = [];
  new MutationObserver(() => {
    const text = document.querySelector('main')?.innerText.trim();
    if (text && window.shown.at(-1) !== text) window.shown.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

it('signs in, and shows it from the first HTML to the end of reconnecting', async () => {
  const { outputFiles } = await build({
    ...{ stdin: { contents: WALLET, resolveDir: folder }, bundle: true, format: 'iife', write: false, logLevel: 'error' },
  });
  const chrome = await chromium.launch({ executablePath: await ensureChromium() });
  try {
    const page = await chrome.newPage();
    const faults = [];
    // React reports a hydration that fails as an error of the page. Requests to RPC endpoints fail: tests use no network.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    await page.addInitScript(`(() => {${outputFiles[0].text}${RECORDER}})()`);
    await page.goto(`${origin}/members`);
    await page.getByTestId('lk-connect-button').click();
    await page.getByRole('dialog').getByText('Test wallet').click();
    await page.getByTestId('lk-sign-in').click();
    await page.getByText(`Signed in as ${evm.accountAddress}`).waitFor();

    const settled = page.waitForResponse(`${origin}/api/sign-in/session`);
    await page.reload();
    await settled;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByTestId('lk-account-button').waitFor();
    const shown = await page.evaluate('window.shown');
    assert.equal(shown[0], `Signed in as ${evm.accountAddress} Sign out`);
    assert.equal(shown.length, 2, JSON.stringify(shown));
    assert.deepEqual(faults, []);
  } finally {
    await chrome.close();
  }
});
