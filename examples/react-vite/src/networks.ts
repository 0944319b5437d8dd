import type { NetworkDefinition } from 'latchkey';
import { bitcoin } from 'latchkey/bip122';
import { mainnet, polygon } from 'latchkey/eip155';
import { polkadotRelay } from 'latchkey/polkadot';
import { solanaMainnet } from 'latchkey/solana';
import { type Sandbox, sandbox } from './sandbox.js';

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 };
const BTC = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 };
const DOT = { name: 'Polkadot', symbol: 'DOT', decimals: 10 };

/**
 * Bitcoin regtest: first 32 hex characters of its genesis block hash. @see https://github.com/bitcoin/bips/blob/master/bip-0122.mediawiki
 */
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328';

/** Network definition of a local Solana or Polkadot chain. Its id comes from a genesis created at start. */
const localNetwork = (chainId: string, url: string): NetworkDefinition[] => {
  const [chainNamespace, id = ''] = chainId.split(':');
  const http = url.replace(/^ws/, 'http');
  if (chainNamespace === 'solana')
    return [{ id, name: 'Solana (local)', chainNamespace, nativeCurrency: SOL, rpcUrls: { default: { http: [http] } }, testnet: true }];
  if (chainNamespace !== 'polkadot') return [];
  const rpcUrls = { default: { http: [http], webSocket: [url] } };
  // The runtime uses Kusama's SS58 prefix.
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

/** In the sandbox, replaces a public network's RPC endpoints, so that the page never reads a real chain. */
const withLocalRpc = <Definition extends NetworkDefinition>(network: Definition): Definition => {
  const url = sandbox?.rpc[`eip155:${network.id}`];
  return url === undefined ? network : { ...network, rpcUrls: { default: { http: [url] } } };
};

/** Networks of this page: public ones, or the sandbox's. */
export const networks = [
  withLocalRpc(mainnet),
  withLocalRpc(polygon),
  ...(sandbox === null ? [solanaMainnet, bitcoin, polkadotRelay] : localNetworks(sandbox)),
] as const;

/** CAIP-19 ids of the tokens that the page shows and sends. In the sandbox its own; add yours here. */
export const tokens: readonly string[] = sandbox?.tokens ?? [];
