import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { readPort, startProcess } from '../process/child-processes.js';
import { callNode } from './call-node.js';
import { MULTICALL3_CODE } from './multicall3.data.js';

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
};

const FILE = process.platform === 'win32' ? 'anvil.exe' : 'anvil';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const fromPackage = (): string | null => {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (platform === undefined) return null;
  const name = `@foundry-rs/anvil-${platform}`;
  try {
    // The platform package is a dependency of the wrapper, so resolve it from there.
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs');
    return join(createRequire(wrapper).resolve(`${name}/package.json`), '..', 'bin', FILE);
  } catch {
    return null;
  }
};

const fromPath = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, FILE));

/**
 * Finds the anvil binary: the environment variable `LATCHKEY_ANVIL`, then the npm package of this platform, then `PATH`.
 * @throws Error naming these three places when there is none
 * @see https://getfoundry.sh/anvil
 */
const anvilBinary = (): string => {
  const configured = process.env['LATCHKEY_ANVIL'];
  const candidates = configured === undefined ? [fromPackage(), ...fromPath()] : [configured];
  const found = candidates.find((path) => path !== null && isExecutable(path));
  if (found === undefined || found === null) {
    throw new Error(
      `The sandbox could not find anvil for ${process.platform}-${process.arch}. Install the optional dependencies of @foundry-rs/anvil, put anvil on PATH, or set LATCHKEY_ANVIL to its path.`,
    );
  }
  return found;
};

/** Address of Multicall3, the same on every chain. @see https://www.multicall3.com */
export const MULTICALL3_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11';

const READY_TIMEOUT_MS = 30_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/** Options of {@link startChain}. */
export interface ChainOptions {
  /** The EIP-155 chain id. */
  readonly chainId: number;
  /** TCP port on loopback. Default 0: any free port. */
  readonly port?: number;
  /** Seconds between blocks. Without it, each transaction is mined immediately in its own block. */
  readonly blockTimeSeconds?: number;
  /** Hardfork, such as `berlin`, which has no base fee. Default: anvil's latest. */
  readonly hardfork?: string;
}

/** A running chain. */
export interface RunningChain {
  readonly chainId: number;
  /** JSON-RPC over HTTP, and over WebSocket on the same port. */
  readonly rpcUrl: string;
  /** Process id of the node. */
  readonly pid: number;
  /** Stops the node and resolves when its process has exited. */
  stop(): Promise<void>;
}

/**
 * Starts one real chain (anvil) on loopback, with ten funded dev accounts and Multicall3, and resolves when it is ready. The node exits with
 * this process.
 * @throws Error when there is no anvil for this platform, or the port is in use
 * @example
 * const chain = await startChain({ chainId: 137 });
 * // … JSON-RPC on chain.rpcUrl
 * await chain.stop();
 */
export const startChain = async ({ chainId, port = 0, blockTimeSeconds, hardfork }: ChainOptions): Promise<RunningChain> => {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)];
  if (blockTimeSeconds !== undefined) args.push('--block-time', String(blockTimeSeconds));
  if (hardfork !== undefined) args.push('--hardfork', hardfork);
  const node = await startProcess(anvilBinary(), args, { NO_COLOR: '1', HOME: process.env['HOME'] });
  try {
    const rpcUrl = `http://127.0.0.1:${await readPort(node, { name: 'anvil', pattern: LISTENING, timeoutMs: READY_TIMEOUT_MS })}`;
    const actualChainId = Number(await callNode(rpcUrl, 'eth_chainId', []));
    if (actualChainId !== chainId) throw new Error(`The node at ${rpcUrl} is on chain ${actualChainId}, not ${chainId}.`);
    await callNode(rpcUrl, 'anvil_setCode', [MULTICALL3_ADDRESS, MULTICALL3_CODE]);
    return { chainId, rpcUrl, pid: node.pid, stop: node.stop };
  } catch (error) {
    await node.stop();
    throw error;
  }
};
