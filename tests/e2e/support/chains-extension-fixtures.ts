import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '@latchkey/sandbox';
import { CHAINS_WORLD_OPTIONS, type ChainsWorld, chainsWorld } from './chains-world.js';
import { test as base } from './extension-fixtures.js';

/** The same `test` with the extension in it, whose wallet offers all four namespaces on a sandbox that runs their chains. */
export const test = base.extend<object, ChainsWorld>({
  world: [chainsWorld, CHAINS_WORLD_OPTIONS],
  extensionFolder: [
    async ({ world }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-extension-'));
      await use(await buildExtension({ folder, rpc: world.urls.rpc, nodes: world.nodes }));
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ world }, use) => {
    await use(world);
  },
});
