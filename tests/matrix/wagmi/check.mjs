/** Runs the connector of the guide with wagmi 2 and 3: wagmi follows Latchkey. Exit code 0 if all is well. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { startChain } from '@latchkey/sandbox';
import { build } from 'esbuild';
import * as latchkeyCore from 'latchkey';
import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { FakeSecureFrame, MultiChainTestWallet } from 'latchkey/testing';
import { createTestClient, http, parseEther, publicActions, verifyMessage, verifyTypedData } from 'viem';
import * as chains from 'viem/chains';
import { loggedIn } from '../../../tests/matrix/embedded-wallet.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Loads the connector with a version of wagmi's core, which exports what the guide imports from `wagmi`. */
const load = async (core) => {
  const outfile = file(`built/${core.replace('/', '-')}.mjs`);
  const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' };
  await build({ ...options, entryPoints: [file('src/latchkey-connector.ts')], outfile, alias: { wagmi: core } });
  const [{ latchkeyConnector }, wagmi] = await Promise.all([import(outfile), import(core)]);
  return { latchkeyConnector, wagmi };
};

/** Resolves once wagmi's account satisfies the condition. */
const until = (wagmi, config, condition) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`wagmi: ${JSON.stringify(wagmi.getAccount(config).status)}`)), 5000);
    const check = () => {
      const account = wagmi.getAccount(config);
      if (!condition(account)) return;
      clearTimeout(timer);
      stop();
      resolve(account);
    };
    let stop = () => undefined;
    stop = wagmi.watchAccount(config, { onChange: check });
    check();
  });

const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const node = await startChain({ chainId: 137 });
const evm = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) }).extend(publicActions);
const local = { ...chains.polygon, rpcUrls: { default: { http: [node.rpcUrl] } } };

/** Signs and sends with the embedded wallet. */
const checkEmbedded = async ({ latchkeyConnector, wagmi }) => {
  const { latchkey, address, login } = await loggedIn(
    { ...latchkeyCore, FakeSecureFrame },
    { evmChains: [local], networks: [local], modules: [eip155()] },
  );
  const config = wagmi.createConfig({
    chains: [local],
    transports: { 137: wagmi.http() },
    connectors: [latchkeyConnector(latchkey)],
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
  await login(latchkeyCore.resultFrom);
  assert.equal((await until(wagmi, config, ({ status }) => status === 'connected')).address, address);

  const signature = await wagmi.signMessage(config, { message: 'Hello' });
  assert.equal(await verifyMessage({ address, message: 'Hello', signature }), true);
  const typed = {
    domain: { name: 'Shop', chainId: 137 },
    types: { Order: [{ name: 'id', type: 'uint256' }] },
    primaryType: 'Order',
    message: { id: 7n },
  };
  assert.equal(await verifyTypedData({ ...typed, address, signature: await wagmi.signTypedData(config, typed) }), true);

  await evm.setBalance({ address, value: parseEther('2') });
  const before = await evm.getBalance({ address: BOB });
  const hash = await wagmi.sendTransaction(config, { to: BOB, value: parseEther('0.5') });
  assert.equal((await wagmi.waitForTransactionReceipt(config, { hash })).status, 'success');
  assert.equal((await evm.getBalance({ address: BOB })) - before, parseEther('0.5'));

  await wagmi.disconnect(config);
  latchkey.dispose();
};

for (const core of ['@wagmi/core', 'wagmi-core-3']) {
  const { latchkeyConnector, wagmi } = await load(core);
  await checkEmbedded({ latchkeyConnector, wagmi });
  const { eip155: wallet } = await MultiChainTestWallet.make({ name: 'Test wallet', evmChainIds: [1, 137] });
  const provider = { id: 'com.example.wallet', name: 'Test wallet', provider: wallet.provider };
  const latchkey = createLatchkey({ networks: [mainnet, polygon], modules: [eip155({ providers: [provider] })] });
  const config = wagmi.createConfig({
    chains: [chains.mainnet, chains.polygon],
    transports: { 1: wagmi.http(), 137: wagmi.http() },
    connectors: [latchkeyConnector(latchkey)],
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
  await latchkey.ready;
  await assert.rejects(wagmi.connect(config, { connector: config.connectors[0] }), { name: 'ConnectorNotConnectedError' });

  await latchkey.connect({ namespace: 'eip155', connectorId: provider.id });
  const { address, chainId } = await until(wagmi, config, ({ status }) => status === 'connected');
  assert.deepEqual([address, chainId], [latchkey.getAddress('eip155'), 1]);

  const signature = await wagmi.signMessage(config, { message: 'Hello' });
  assert.equal(await verifyMessage({ address, message: 'Hello', signature }), true);

  await wagmi.switchChain(config, { chainId: 137 });
  assert.equal(latchkey.getCaipNetwork('eip155').id, 137);
  wallet.selectChain(1);
  await until(wagmi, config, (account) => account.chainId === 1);

  const other = '0x2222222222222222222222222222222222222222';
  wallet.selectAccount(other);
  await until(wagmi, config, (account) => account.address === other && account.addresses.length === 2);

  await wagmi.disconnect(config);
  assert.equal(latchkey.getAccount('eip155').status, 'disconnected');

  // A second connection, which the wallet ends.
  await latchkey.connect({ namespace: 'eip155', connectorId: provider.id });
  await until(wagmi, config, ({ status }) => status === 'connected');
  await latchkey.disconnect('eip155');
  await until(wagmi, config, ({ status }) => status === 'disconnected');
  latchkey.dispose();
  process.stdout.write(`${core} ${wagmi.version}: wagmi follows Latchkey\n`);
}
await node.stop();
process.exit(0);
