/** `node scripts/screenshot.mjs`: takes the screenshot of the modal for the README from the built demo page. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureExampleBuilt } from './lib/ensure-built.mjs';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { requireNode, root } from './lib/root.mjs';

/** Wallets to announce in addition to the sandbox's wallet. They have no function. @see https://eips.ethereum.org/EIPS/eip-6963 */
const WALLETS = [
  { name: 'Alder', color: '4c9f70', shape: 'M16 6l8 18H8z' },
  { name: 'Birch', color: '5b7cfa', shape: 'M9 9h14v14H9z' },
  { name: 'Cedar', color: 'd1495b', shape: 'M16 8a8 8 0 1 1 0 16 8 8 0 0 1 0-16z' },
];

const announce = (wallets) => {
  const announceAll = () => {
    for (const { name, color, shape } of wallets) {
      const icon = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#${color}" d="M0 0h32v32H0z"/><path fill="#fff" d="${shape}"/></svg>`)}`;
      const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: `example.${name.toLowerCase()}` });
      const provider = { request: () => Promise.reject(new Error('Not supported')), on: () => provider, removeListener: () => provider };
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    }
  };
  addEventListener('eip6963:requestProvider', announceAll);
};

requireNode();
if (!(await ensureExampleBuilt())) process.exit(1);
const executablePath = await ensureChromium();
const { chromium } = await import('@playwright/test');
const { startSandbox } = await import('../sandbox/index.mjs');
const sandbox = await startSandbox({ site: { files: join(root, 'examples/react-vite/dist') } });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({
    viewport: { width: 800, height: 720 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await page.addInitScript(announce, WALLETS);
  await page.goto(sandbox.urls.site);
  await page.click('#connect');
  await page.getByRole('dialog').waitFor();
  const file = join(root, 'docs/images/modal.png');
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file, animations: 'disabled', clip: { x: 0, y: 110, width: 800, height: 500 } });
  console.log(file);
} finally {
  await browser.close();
  await sandbox.stop();
}
