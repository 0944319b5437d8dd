import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { readPort, startProcess } from '../process/child-processes.js';
import { callNode } from './call-node.js';

const READY_TIMEOUT_MS = 60_000;
const LISTENING = /RPC listening on http:\/\/\S+?:(\d+)/;

/** Initial balance of each dev account, in planck: a million coins. */
const ENDOWMENT = 10n ** 18n;
/** The public development accounts `//Alice` and `//Bob`, in the generic form. @see https://docs.polkadot.com/polkadot-protocol/basics/accounts */
const DEV_ACCOUNTS = ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'];

/** Options of {@link startPolkadot}. */
export interface PolkadotOptions {
  /** TCP port on loopback. Default 0: any free port. */
  readonly port?: number;
}

/** A running Polkadot node. */
export interface RunningPolkadot {
  /** The CAIP-2 id: the first half of the genesis hash. @see https://namespaces.chainagnostic.org/polkadot/caip2 */
  readonly chainId: 'polkadot:45454545454545454545454545454545';
  /** SS58 prefix of the chain's addresses. */
  readonly ss58Prefix: 2;
  /** JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** JSON-RPC over WebSocket, on the same port. */
  readonly webSocketUrl: string;
  /** Process id of the node. */
  readonly pid: number;
  /** Sets the balance of an address, in a new block. */
  fund(address: string, planck: bigint): Promise<void>;
  /** Stops the node and resolves when its process has exited. */
  stop(): Promise<void>;
}

const account = (planck: bigint): unknown => ({ providers: 1, data: { free: planck.toString() } });

/** Writes the genesis, with a readable chain name and DOT as its currency, and the initial balances. */
const writeState = async (folder: string, load: NodeJS.Require): Promise<{ readonly genesis: string; readonly storage: string }> => {
  // The only spec of that package with a complete genesis; others contain only its state root.
  const { chainSpec } = load('@substrate/connect-known-chains/rococo_v2_2_asset_hub') as { readonly chainSpec: string };
  const named = { name: 'Sandbox Asset Hub', properties: { tokenDecimals: 10, tokenSymbol: 'DOT' } };
  const [genesis, storage] = [join(folder, 'genesis.json'), join(folder, 'storage.json')];
  await writeFile(genesis, JSON.stringify({ ...JSON.parse(chainSpec), ...named }));
  const accounts = DEV_ACCOUNTS.map((address) => [[address], account(ENDOWMENT)]);
  await writeFile(storage, JSON.stringify({ System: { Account: accounts } }));
  return { genesis, storage };
};

/** Fails early when the port is in use. Chopsticks would silently use the next port. */
const requireFree = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });

/**
 * Starts a real Substrate runtime (Asset Hub 900, executed by chopsticks) on loopback, with Alice and Bob funded, and resolves when it is
 * ready. A submitted transaction is included in its own finalized block before the call returns. The node exits with this process.
 * @throws Error when the port is in use
 * @see https://github.com/AcalaNetwork/chopsticks
 * @example
 * const polkadot = await startPolkadot();
 * // … JSON-RPC on polkadot.webSocketUrl
 * await polkadot.stop();
 */
export const startPolkadot = async ({ port = 0 }: PolkadotOptions = {}): Promise<RunningPolkadot> => {
  await requireFree(port);
  const load = createRequire(import.meta.url);
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'));
  try {
    const { genesis, storage } = await writeState(folder, load);
    const args = [join(SANDBOX_ROOT, 'chains', 'polkadot-node.mjs'), genesis, storage, String(port)];
    // Do not inherit this process's environment: chopsticks reads settings from it.
    const node = await startProcess(process.execPath, args, { HOME: process.env['HOME'], TMPDIR: tmpdir() });
    try {
      const listening = await readPort(node, { name: 'chopsticks', pattern: LISTENING, timeoutMs: READY_TIMEOUT_MS });
      const rpcUrl = `http://127.0.0.1:${listening}`;
      const genesisHash = String(await callNode(rpcUrl, 'chain_getBlockHash', [0]));
      if (!/^0x(?:45){32}$/.test(genesisHash)) throw new Error(`The node at ${rpcUrl} has the genesis ${genesisHash}.`);
      return {
        chainId: 'polkadot:45454545454545454545454545454545',
        ss58Prefix: 2,
        rpcUrl,
        webSocketUrl: `ws://127.0.0.1:${listening}`,
        pid: node.pid,
        fund: async (address, planck) => {
          await callNode(rpcUrl, 'dev_setStorage', [{ System: { Account: [[[address], account(planck)]] } }]);
          await callNode(rpcUrl, 'dev_newBlock', []);
        },
        stop: node.stop,
      };
    } catch (error) {
      await node.stop();
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
