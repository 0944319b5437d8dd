import type { NetworkDefinition } from 'latchkey';
import { bitcoin } from 'latchkey/bip122';
import { mainnet, polygon } from 'latchkey/eip155';
import { polkadotRelay } from 'latchkey/polkadot';
import { solanaMainnet } from 'latchkey/solana';
import { type Sandbox, sandbox } from './sandbox.js';

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 };
const BTC = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 };
const DOT = { name: 'Polkadot', symbol: 'DOT', decimals: 10 };

/** Bitcoin's regtest chain, which every local node begins anew. @see https://github.com/bitcoin/bips/blob/master/bip-0122.mediawiki */
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328';

/** A local chain of the sandbox besides its EVM ones; its id is whatever genesis it began with. */
const localNetwork = (chainId: string, url: string): NetworkDefinition[] => {
  const [chainNamespace, id = ''] = chainId.split(':');
  const http = url.replace(/^ws/, 'http');
  if (chainNamespace === 'solana')
    return [{ id, name: 'Solana (local)', chainNamespace, nativeCurrency: SOL, rpcUrls: { default: { http: [http] } }, testnet: true }];
  if (chainNamespace !== 'polkadot') return [];
  const rpcUrls = { default: { http: [http], webSocket: [url] } };
  // Kusama's, which its runtime says.
  return [{ id, name: 'Polkadot (local)', chainNamespace, nativeCurrency: DOT, rpcUrls, ss58Prefix: 2, testnet: true }];
};

const localNodes = (rpc: Sandbox['rpc'], namespace: string): readonly NetworkDefinition[] =>
  Object.entries(rpc)
    .filter(([chainId]) => chainId.startsWith(`${namespace}:`))
    .flatMap(([chainId, url]) => localNetwork(chainId, url));

const localNetworks = ({ rpc, esplora }: Sandbox): readonly NetworkDefinition[] => [
  ...localNodes(rpc, 'solana'),
  ...(esplora === undefined
    ? []
    : [
        {
          id: REGTEST,
          name: 'Bitcoin (local)',
          chainNamespace: 'bip122',
          nativeCurrency: BTC,
          rpcUrls: { default: { http: [] } },
          testnet: true,
        } satisfies NetworkDefinition,
      ]),
  ...localNodes(rpc, 'polkadot'),
];

/** A public network, in the sandbox with its node and no other: a page that plays never reads a real chain. */
const ownNode = <Definition extends NetworkDefinition>(network: Definition): Definition => {
  const url = sandbox?.rpc[`eip155:${network.id}`];
  return url === undefined ? network : { ...network, rpcUrls: { default: { http: [url] } } };
};

/** The networks of this page: public ones, or the sandbox's own in their place. */
export const networks = [
  ownNode(mainnet),
  ownNode(polygon),
  ...(sandbox === null ? [solanaMainnet, bitcoin, polkadotRelay] : localNetworks(sandbox)),
] as const;

/** Tokens whose balances are shown and which can be sent: those of the sandbox; a real page names its own. */
export const tokens: readonly string[] = sandbox?.tokens ?? [];
