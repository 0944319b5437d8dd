import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { buildExtension } from '@latchkey/sandbox';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const NAME = 'Another Wallet';
const CLOSED_PORT_URL = 'http://127.0.0.1:9';
const NODES = {
  solana: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', url: CLOSED_PORT_URL },
  bip122: { chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', url: CLOSED_PORT_URL },
  polkadot: { chainId: 'polkadot:45454545454545454545454545454545', url: CLOSED_PORT_URL },
};

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'latchkey-extension-'));
});
afterAll(() => rm(parent, { recursive: true }));

/** The announcements of the script that the extension injects into pages. */
const announcedBy = (script: string) => {
  const found = { eip155: [] as string[], standard: [] as { readonly name: string; readonly chains: readonly string[] }[] };
  const page = Object.assign(new EventTarget(), { btc_providers: [] as { readonly name: string }[], injectedWeb3: {} });
  page.addEventListener('eip6963:announceProvider', (event) => found.eip155.push((event as CustomEvent).detail.info.name));
  const register = ({ name, chains }: (typeof found.standard)[number]) => found.standard.push({ name, chains });
  page.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail({ register }));
  vi.stubGlobal('window', page);
  runInThisContext(script);
  return { ...found, bitcoin: page.btc_providers.map(({ name }) => name), polkadot: Object.keys(page.injectedWeb3) };
};

it.each([
  [['solana', 'polkadot'], { eip155: [], standard: [{ name: NAME, chains: ['solana:mainnet'] }], bitcoin: [], polkadot: [NAME] }],
  [['eip155', 'bip122'], { eip155: [NAME], standard: [{ name: NAME, chains: ['bitcoin:regtest'] }], bitcoin: [NAME], polkadot: [] }],
])('an extension can be built for %j only, with its own name', async (namespaces, announced) => {
  const wanted = join(parent, namespaces.join('-'));
  const folder = await buildExtension({ folder: wanted, rpc: { 'eip155:1': CLOSED_PORT_URL }, nodes: NODES, namespaces, name: NAME });
  expect(folder).toBe(wanted);
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ manifest_version: 3, name: NAME });
  expect(announcedBy(await readFile(join(folder, 'inpage.js'), 'utf8'))).toEqual(announced);
});
