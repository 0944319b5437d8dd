import { parseArgs } from 'node:util';

export const HELP = `Usage: npm start -w examples/headless -- [options]

Connects a wallet by WalletConnect from plain Node: prints a pairing link, signs a message, sends, disconnects.
Without a project id and without a relay it starts a local sandbox with a wallet of its own.

  --project-id <id>    for the public relay: scan the code with the wallet on your phone   (LATCHKEY_PROJECT_ID)
  --relay <ws address> a relay of your own, which may do without a project id              (LATCHKEY_RELAY)
  --rpc <address>      a node of the network                                               (LATCHKEY_RPC)
  --network <name>     mainnet, polygon or sepolia                                         (default: mainnet)
  --keep <folder>      keep the session there: the next start signs without pairing again
  --forget             end the kept session when the work is done
  --message <text>     what to sign
  --to <address>       who gets coins; with your own wallet nothing is sent unless you say to whom and how much
  --amount <decimal>   how many coins                                                      (default in the sandbox: 0.01)
  --help               print this

LATCHKEY_SECRET seals what --keep writes: at least 32 random characters, the same at every start.
`;

/** The second account of the sandbox's wallet: everybody's, so that it is nobody's loss. */
const SANDBOX_RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/**
 * What the person who started the script wants. `transfer` is `null` where nothing is to be sent.
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
  if (values.keep !== undefined && isLocal) throw new Error('--keep needs a wallet that stays: give --project-id or --relay.');
  const to = values.to ?? (isLocal ? SANDBOX_RECIPIENT : undefined);
  const amount = values.amount ?? (isLocal ? '0.01' : undefined);
  if ((to === undefined) !== (amount === undefined)) throw new Error('--to and --amount go together.');
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
