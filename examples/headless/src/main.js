// @ts-check
import { createLatchkey, isLatchkeyError } from 'latchkey';
import { eip155, mainnet, polygon, sepolia } from 'latchkey/eip155';
import { fileStorage } from 'latchkey/node';
import { walletconnect } from 'latchkey/walletconnect';
import { say } from './print.js';
import { HELP, readArguments } from './read-arguments.js';
import { startLocalWorld } from './start-local-sandbox.js';
import { disconnectWallet, workWithWallet } from './work-with-wallet.js';

/** @import { Recovery } from 'latchkey' */

/** What the user can do about an error, by its `recovery`. */
const NEXT_STEPS = /** @type {Readonly<Record<Recovery, string>>} */ ({
  retry: 'start again',
  'ask-user': 'check the wallet, then start again',
  reconfigure: 'change the options, see --help',
  none: 'none',
});

const NETWORKS = new Map([
  ['mainnet', mainnet],
  ['polygon', polygon],
  ['sepolia', sepolia],
]);

/** Rejects when the script is interrupted: Ctrl+C, SIGTERM, or a closed stdout pipe. */
const interrupted = /** @type {Promise<never>} */ (
  new Promise((_, reject) => {
    const interrupt = () => reject(new Error('Interrupted.'));
    // `once`: a second signal kills the process immediately.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
    process.stdout.on('error', interrupt);
  })
);
interrupted.catch(() => undefined);

/** @param {ReturnType<typeof readArguments>} options */
const run = async ({ isLocal, projectId, relay, rpc, networkName, keep, forget, message, transfer }) => {
  const network = NETWORKS.get(networkName);
  if (network === undefined) throw new Error(`--network must be one of ${[...NETWORKS.keys()].join(', ')}.`);
  const chainId = `eip155:${network.id}`;
  const world = isLocal ? await startLocalWorld() : null;
  try {
    const relayUrl = relay ?? world?.urls.relay;
    const rpcUrl = rpc ?? world?.urls.rpc[chainId];
    if (world !== null && rpcUrl === undefined)
      throw new Error(`The sandbox does not run ${networkName}. Pass an RPC endpoint with --rpc.`);
    const latchkey = createLatchkey({
      networks: [network],
      modules: [eip155(), walletconnect(), ...(keep === null ? [] : [fileStorage(keep)])],
      // The wallet shows this to the user. Outside a browser there is no page to read it from.
      metadata: { name: 'Latchkey in Node', description: 'A script in a terminal', url: 'https://script.example', icons: [] },
      ...(projectId === undefined ? {} : { projectId }),
      ...(relayUrl === undefined ? {} : { endpoints: { relay: relayUrl } }),
      ...(rpcUrl === undefined ? {} : { customRpcUrls: { [chainId]: [{ url: rpcUrl }] } }),
    });
    const disconnect = async () => {
      if (keep === null || forget) await disconnectWallet(latchkey);
    };
    try {
      const work = workWithWallet(latchkey, { message, transfer, onLink: (uri) => world?.scan(uri) });
      await Promise.race([work, interrupted]);
      await disconnect();
    } catch (error) {
      // The first error matters more than a failed disconnect.
      await disconnect().catch(printError);
      throw error;
    } finally {
      latchkey.dispose();
    }
  } finally {
    await world?.stop();
  }
};

/** @param {unknown} error */
const printError = (error) => {
  if (isLatchkeyError(error)) {
    say('failed', `${error.code}: ${error.message}`);
    say('next step', NEXT_STEPS[error.recovery]);
  } else say('failed', error instanceof Error ? error.message : String(error));
};

const main = async () => {
  const options = readArguments(process.argv.slice(2), process.env);
  if (options.help) process.stdout.write(HELP);
  else await run(options);
  // The WalletConnect SDK inside the sandbox wallet keeps timers for about a minute. Latchkey itself leaves none.
  if (options.isLocal) process.exit();
};

await main().catch((error) => {
  printError(error);
  process.exitCode = 1;
});
