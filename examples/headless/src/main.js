import { createLatchkey, isLatchkeyError } from 'latchkey';
import { eip155, mainnet, polygon, sepolia } from 'latchkey/eip155';
import { fileStorage } from 'latchkey/node';
import { walletconnect } from 'latchkey/walletconnect';
import { HELP, readArguments } from './read-arguments.js';
import { say } from './say.js';
import { startLocalWorld } from './start-local-world.js';
import { leaveWallet, workWithWallet } from './work-with-wallet.js';

/** @import { Recovery } from 'latchkey' */

/** What the person at the terminal can do about an error. */
const WAYS_OUT = /** @type {Readonly<Record<Recovery, string>>} */ ({
  retry: 'start again',
  'ask-user': 'look into the wallet, then start again',
  reconfigure: 'change the options, see --help',
  none: 'none',
});

const NETWORKS = new Map([
  ['mainnet', mainnet],
  ['polygon', polygon],
  ['sepolia', sepolia],
]);

/** What ends the script from outside: Ctrl+C, whoever stops the process, and a reader of what it prints that has left. */
const interrupted = /** @type {Promise<never>} */ (
  new Promise((_, reject) => {
    const end = () => reject(new Error('Interrupted.'));
    // Once: the second one ends the process at once.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
    process.stdout.on('error', end);
  })
);
interrupted.catch(() => undefined);

/** @param {ReturnType<typeof readArguments>} wishes */
const run = async ({ isLocal, projectId, relay, rpc, networkName, keep, forget, message, transfer }) => {
  const network = NETWORKS.get(networkName);
  if (network === undefined) throw new Error(`--network is one of ${[...NETWORKS.keys()].join(', ')}.`);
  const chainId = `eip155:${network.id}`;
  const world = isLocal ? await startLocalWorld() : null;
  try {
    const relayUrl = relay ?? world?.urls.relay;
    const rpcUrl = rpc ?? world?.urls.rpc[chainId];
    if (world !== null && rpcUrl === undefined) throw new Error(`The sandbox has no ${networkName}: give its node with --rpc.`);
    const latchkey = createLatchkey({
      networks: [network],
      modules: [eip155(), walletconnect(), ...(keep === null ? [] : [fileStorage(keep)])],
      // Outside of a page nothing else says who asks; wallets show it.
      metadata: { name: 'Latchkey in Node', description: 'A script in a terminal', url: 'https://script.example', icons: [] },
      ...(projectId === undefined ? {} : { projectId }),
      ...(relayUrl === undefined ? {} : { endpoints: { relay: relayUrl } }),
      ...(rpcUrl === undefined ? {} : { customRpcUrls: { [chainId]: [{ url: rpcUrl }] } }),
    });
    const leave = async () => {
      if (keep === null || forget) await leaveWallet(latchkey);
    };
    try {
      const work = workWithWallet(latchkey, { message, transfer, onLink: (uri) => world?.scan(uri) });
      await Promise.race([work, interrupted]);
      await leave();
    } catch (error) {
      // What went wrong before counts more than a farewell that fails.
      await leave().catch(tell);
      throw error;
    } finally {
      latchkey.dispose();
    }
  } finally {
    await world?.stop();
  }
};

/** @param {unknown} error */
const tell = (error) => {
  if (isLatchkeyError(error)) {
    say('failed', `${error.code}: ${error.message}`);
    say('way out', WAYS_OUT[error.recovery]);
  } else say('failed', error instanceof Error ? error.message : String(error));
};

const main = async () => {
  const wishes = readArguments(process.argv.slice(2), process.env);
  if (wishes.help) process.stdout.write(HELP);
  else await run(wishes);
  // Latchkey leaves no timer behind. The official client, of which the sandbox's wallet is made, leaves some for about a minute.
  if (wishes.isLocal) process.exit();
};

await main().catch((error) => {
  tell(error);
  process.exitCode = 1;
});
