#!/usr/bin/env node
// @ts-check
import { parseArgs } from 'node:util';
import { buildExtension, startSandbox } from '../index.mjs';

const HELP = `Usage: node sandbox/bin/sandbox.mjs [options]

Starts real chains, a relay and wallets on loopback and prints their URLs. Ctrl+C stops everything.

  --site <folder>        also serve a built site, with the wallet script in every page
  --site-port <port>     port of the site          (default: any free port)
  --wallet-port <port>   port of the wallet        (default: any free port)
  --relay-port <port>    port of the relay         (default: any free port)
  --page-port <port>     port of the wallet page   (default: any free port)
  --directory-port <port> port of the directory    (default: any free port)
  --api-port <port>      port of the blockchain API (default: any free port)
  --namespaces <list>    also run these chains     (comma-separated: solana,bip122,polkadot; default: none)
  --secure-site          also run a secure site of the embedded wallet, which the page of --site may embed
  --smart-accounts <ids> smart accounts on these EVM chains, with a bundler and a paymaster (comma-separated: 1,137,100; default: none)
  --block-time <seconds> mine a block at this interval (default: one block per transaction)
  --json                 print one line of JSON with the URLs, tokens, process ids and the control token
  --help                 print this help
`;

const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    'site-port': { type: 'string' },
    'wallet-port': { type: 'string' },
    'relay-port': { type: 'string' },
    'page-port': { type: 'string' },
    'directory-port': { type: 'string' },
    'api-port': { type: 'string' },
    namespaces: { type: 'string' },
    'secure-site': { type: 'boolean', default: false },
    'smart-accounts': { type: 'string' },
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
const SUPPORTED = ['solana', 'bip122', 'polkadot'];
const requested = values.namespaces?.split(',') ?? [];
const unknown = requested.filter((name) => SUPPORTED.every((supported) => supported !== name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown namespaces: ${unknown.join(', ')}. Supported: ${SUPPORTED.join(', ')}.\n`);
  process.exit(1);
}

const EVM_CHAINS = ['1', '137', '100'];
const smartChains = values['smart-accounts']?.split(',') ?? [];
const unknownChains = smartChains.filter((id) => !EVM_CHAINS.includes(id));
if (unknownChains.length > 0) {
  process.stderr.write(`Unknown EVM chains: ${unknownChains.join(', ')}. Supported: ${EVM_CHAINS.join(', ')}.\n`);
  process.exit(1);
}

const startedAtMs = Date.now();
const sandbox = await startSandbox({
  namespaces: SUPPORTED.filter((name) => requested.includes(name)),
  walletPort: port(values['wallet-port']),
  relayPort: port(values['relay-port']),
  walletPagePort: port(values['page-port']),
  directoryPort: port(values['directory-port']),
  blockchainApiPort: port(values['api-port']),
  smartAccounts: smartChains.map(Number),
  ...(values['secure-site'] ? { secureSite: {} } : {}),
  ...(values.site === undefined ? {} : { site: { files: values.site, port: port(values['site-port']), signIn: true } }),
  ...(values['block-time'] === undefined ? {} : { blockTimeSeconds: Number(values['block-time']) }),
});

if (sandbox.secureSite !== null && sandbox.urls.site !== undefined)
  await sandbox.secureSite.origins.add({ project: '', origin: sandbox.urls.site });

let stopping = false;
const stop = async () => {
  // The second Ctrl+C exits immediately.
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
    ['blockchain API', urls.blockchainApi],
    ['analytics', urls.analytics],
    ...(urls.secureSite === undefined ? [] : [['secure site', urls.secureSite]]),
    ...(urls.mail === undefined ? [] : [['mail', urls.mail]]),
    ...(urls.bundler === undefined ? [] : [['bundler', urls.bundler]]),
    ...smartChains.map((id) => [`paymaster ${id}`, `${urls.smartAccounts}/paymaster/${id}`]),
    ...(urls.site === undefined ? [] : [['site', urls.site]]),
  ];
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  process.stdout.write(`Sandbox ready after ${Date.now() - startedAtMs} ms. Press Ctrl+C to stop.\n\n`);
  for (const [name, value] of rows) process.stdout.write(`  ${name?.padEnd(width)}  ${value}\n`);
  process.stdout.write('\nThe accounts use the public development phrase. Do not send real assets to them.\n');
}
