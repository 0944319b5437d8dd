// @ts-check
import { parseArgs } from 'node:util';

export const HELP = `Usage: npm start -w examples/headless -- [options]

Connects a wallet through WalletConnect from plain Node: prints a pairing link, signs a message, sends a transaction, disconnects.
Without a project id or relay URL it starts a local sandbox that includes a wallet.

  --project-id <id>    use the public relay and scan the code with your phone              (LATCHKEY_PROJECT_ID)
  --relay <url>        WebSocket URL of your own relay, with or without a project id       (LATCHKEY_RELAY)
  --rpc <url>          RPC endpoint of the network                                         (LATCHKEY_RPC)
  --network <name>     mainnet, polygon or sepolia                                         (default: mainnet)
  --keep <folder>      store the session there: the next run signs without pairing again
  --forget             disconnect the stored session when done
  --message <text>     message to sign
  --to <address>       recipient; outside the sandbox nothing is sent without --to and --amount
  --amount <decimal>   amount in the network's native currency                             (default in the sandbox: 0.01)
  --help               print this help

LATCHKEY_SECRET encrypts the files that --keep writes: at least 32 random characters, the same on every run.
`;

/** The second account of the sandbox wallet. Its key is public. */
const SANDBOX_RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/**
 * Parses the command line. `transfer` is `null` when nothing is to be sent.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export const readArguments = (args, env) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'project-id': { type: 'string' },
      relay: { type: 'string' },
      rpc: { type: 'string' },
      network: { type: 'string', default: 'mainnet' },
      keep: { type: 'string' },
      forget: { type: 'boolean', default: false },
      message: { type: 'string', default: 'Hello from plain Node' },
      to: { type: 'string' },
      amount: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const projectId = values['project-id'] ?? env['LATCHKEY_PROJECT_ID'];
  const relay = values.relay ?? env['LATCHKEY_RELAY'];
  const isLocal = projectId === undefined && relay === undefined;
  if (values.keep !== undefined && isLocal) throw new Error('--keep does not work with the sandbox wallet. Pass --project-id or --relay.');
  const to = values.to ?? (isLocal ? SANDBOX_RECIPIENT : undefined);
  const amount = values.amount ?? (isLocal ? '0.01' : undefined);
  if ((to === undefined) !== (amount === undefined)) throw new Error('Pass --to and --amount together.');
  return {
    help: values.help,
    isLocal,
    projectId,
    relay,
    rpc: values.rpc ?? env['LATCHKEY_RPC'],
    networkName: values.network,
    keep: values.keep === undefined ? null : { folder: values.keep, secret: env['LATCHKEY_SECRET'] },
    forget: values.forget,
    message: values.message,
    transfer: to === undefined || amount === undefined ? null : { to, amount },
  };
};
