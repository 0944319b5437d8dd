import { test as base, builtExtension } from './extension-fixtures.js';

/** The same `test` with the extension in it, whose wallet offers all four namespaces on a sandbox that runs their chains. */
export const test = base.extend({
  extensionFolder: async ({ world }, use) => {
    await use(await builtExtension('four-namespaces', { rpc: world.urls.rpc, nodes: world.nodes }));
  },
  sandbox: async ({ world }, use) => {
    await use(world);
  },
});
