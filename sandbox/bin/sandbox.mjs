#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { buildExtension, startSandbox } from '../index.mjs';

const HELP = `Usage: node sandbox/bin/sandbox.mjs [options]

Starts real chains and a wallet on loopback, and prints where they are. Ctrl+C ends all of it.

  --site <folder>        also serve built files, with the wallet in every page
  --site-port <port>     port of the site          (default: a free one)
  --wallet-port <port>   port of the wallet        (default: a free one)
  --relay-port <port>    port of the relay         (default: a free one)
  --page-port <port>     port of the wallet page   (default: a free one)
  --directory-port <port> port of the directory    (default: a free one)
  --namespaces <list>    also run chains of these  (default: none; solana,bip122,polkadot are all)
  --block-time <seconds> mine a block this often   (default: with each transaction)
  --json                 print one line of JSON with all addresses, tokens, process ids and the secret for the test switches
  --help                 print this
`;

const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    'site-port': { type: 'string' },
    'wallet-port': { type: 'string' },
    'relay-port': { type: 'string' },
    'page-port': { type: 'string' },
    'directory-port': { type: 'string' },
    namespaces: { type: 'string' },
    'block-time': { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** @param {string | undefined} text */
const port = (text) => (text === undefined ? 0 : Number(text));

/** @type {readonly import('../main.js').OtherNamespace[]} */
const KNOWN = ['solana', 'bip122', 'polkadot'];
const wanted = values.namespaces?.split(',') ?? [];
const strange = wanted.filter((name) => KNOWN.every((known) => known !== name));
if (strange.length > 0) {
  process.stderr.write(`There is no chain of ${strange.join(', ')}. Known are ${KNOWN.join(', ')}.\n`);
  process.exit(1);
}

const startedAtMs = Date.now();
const sandbox = await startSandbox({
  namespaces: KNOWN.filter((known) => wanted.includes(known)),
  walletPort: port(values['wallet-port']),
  relayPort: port(values['relay-port']),
  walletPagePort: port(values['page-port']),
  directoryPort: port(values['directory-port']),
  ...(values.site === undefined ? {} : { site: { files: values.site, port: port(values['site-port']) } }),
  ...(values['block-time'] === undefined ? {} : { blockTimeSeconds: Number(values['block-time']) }),
});

let stopping = false;
const stop = async () => {
  // The second Ctrl+C does not wait.
  if (stopping) process.exit(1);
  stopping = true;
  await sandbox.stop();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const { urls, pids, nodes, tokens, names, controlToken } = sandbox;
const extension = await buildExtension({ rpc: urls.rpc, nodes });

if (values.json) {
  process.stdout.write(`${JSON.stringify({ urls, pids, tokens, names, controlToken, extension })}\n`);
} else {
  const rows = [
    ...Object.entries(urls.rpc).map(([chainId, url]) => [`chain ${chainId}`, url]),
    ...(urls.esplora === undefined ? [] : [['Esplora API', urls.esplora]]),
    ...tokens.map(({ asset, symbol }) => [`token ${symbol ?? '(no symbol)'}`, asset]),
    ...names.map(({ name, address }) => [`name ${name}`, address]),
    ['wallet', `${urls.wallet}/`],
    ['wallet page script', urls.walletScript],
    ['wallet extension', extension],
    ['relay', urls.relay],
    ['wallet page', `${urls.walletPage}/`],
    ['wallet directory', urls.directory],
    ...(urls.site === undefined ? [] : [['site', urls.site]]),
  ];
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  process.stdout.write(`Sandbox, ready after ${Date.now() - startedAtMs} ms. Ctrl+C ends it.\n\n`);
  for (const [name, value] of rows) process.stdout.write(`  ${name?.padEnd(width)}  ${value}\n`);
  process.stdout.write('\nAccounts are those of the public development phrase. Nothing here has any worth.\n');
}
