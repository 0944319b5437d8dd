import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Hex, keccak256, numberToHex, parseEther, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { callNode } from '../chains/call-node.js';
import { readPort, startProcess } from '../process/child-processes.js';

/** Keys that send transactions. Not dev accounts, so that tests own all nonces and balances of those. */
const keyOf = (name: string): Hex => keccak256(toHex(`latchkey sandbox ${name}`));
const EXECUTOR = keyOf('bundler');
const UTILITY = keyOf('bundler utility');

/** It loads thousands of files. */
const READY_TIMEOUT_MS = 90_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/** Options of {@link startBundler}. */
export interface BundlerOptions {
  readonly rpcUrl: string;
  /** Entry points, deployed on the chain. */
  readonly entryPoints: readonly Hex[];
}

/** A running bundler. */
export interface RunningBundler {
  /** JSON-RPC over HTTP. Its debugging methods are enabled. */
  readonly rpcUrl: string;
  /** Process id. */
  readonly pid: number;
  stop(): Promise<void>;
}

const altoFile = (): string => join(dirname(createRequire(import.meta.url).resolve('@pimlico/alto')), 'cli', 'alto.js');

/**
 * Starts an ERC-4337 bundler (alto) for a chain on loopback. It forgets its operations when it stops, and exits with this process.
 * @see https://github.com/pimlicolabs/alto
 */
export const startBundler = async ({ rpcUrl, entryPoints }: BundlerOptions): Promise<RunningBundler> => {
  for (const key of [EXECUTOR, UTILITY])
    await callNode(rpcUrl, 'anvil_setBalance', [privateKeyToAddress(key), numberToHex(parseEther('1000'))]);
  const options = {
    entrypoints: entryPoints.join(','),
    'executor-private-keys': EXECUTOR,
    'utility-private-key': UTILITY,
    'min-executor-balance': '1',
    'rpc-url': rpcUrl,
    port: '0',
    // It would need a node's tracer in JavaScript.
    'safe-mode': 'false',
    'default-api-version': 'v2',
    'enable-debug-endpoints': 'true',
    'block-time': '100',
    'min-bundle-interval': '20',
    'max-bundle-interval': '100',
    'max-block-range': '100000',
    // The last price that it has told, so that tests need not wait until another one is too low.
    'gas-price-expiry': '0',
    'log-level': 'fatal',
  };
  const preload = pathToFileURL(join(SANDBOX_ROOT, 'smart-accounts', 'alto-on-loopback.mjs')).href;
  const args = ['--import', preload, altoFile(), ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])];
  // Do not inherit this process's environment: alto reads settings and a telemetry address from it.
  const bundler = await startProcess(process.execPath, args, {
    HOME: process.env['HOME'],
    TMPDIR: tmpdir(),
    DOTENV_CONFIG_PATH: '/dev/null',
  });
  try {
    const port = await readPort(bundler, { name: 'alto', pattern: LISTENING, timeoutMs: READY_TIMEOUT_MS });
    const url = `http://127.0.0.1:${port}`;
    const supported = await callNode(url, 'eth_supportedEntryPoints', []);
    if (!Array.isArray(supported) || supported.length !== entryPoints.length)
      throw new Error(`The bundler at ${url} has other entry points.`);
    return { rpcUrl: url, pid: bundler.pid, stop: bundler.stop };
  } catch (error) {
    await bundler.stop();
    throw error;
  }
};
