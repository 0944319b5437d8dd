import { test as base, builtExtension } from './extension-fixtures.js';

/** `test` with the extension loaded, whose wallet has all four namespaces, on a sandbox that runs their chains. */
export const test = base.extend({
  extensionFolder: async ({ chainsSandbox }, use) => {
    await use(await builtExtension('four-namespaces', { rpc: chainsSandbox.urls.rpc, nodes: chainsSandbox.nodes }));
  },
  sandbox: async ({ chainsSandbox }, use) => {
    await use(chainsSandbox);
  },
});
