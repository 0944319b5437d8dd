import { FakeChain } from '../../../application/ports/chain.fake.js';
import { CHAIN } from '../../../application/ports/chain.port.js';
import type { FakeWallet } from '../../../application/ports/wallet.fake.js';
import type { LatchkeyOptions } from '../../../composition/create-latchkey.js';
import { defineModule } from '../../../composition/wire.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import { bitcoin } from '../../../domain/network/networks/bip122.js';
import { mainnet, polygon } from '../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../domain/network/networks/polkadot.js';
import { solana } from '../../../domain/network/networks/solana.js';
import { type FakeClient, fakeClient } from '../hooks/support/fake-client.js';

/** Wallet with all four namespaces. */
export const MULTI_CHAIN_WALLET = 'com.example.many';

/** Picture that the wallet announces in one namespace. */
export const PICTURE = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** Address of each namespace. */
export const ADDRESSES: Readonly<Record<'eip155' | 'solana' | 'bip122' | 'polkadot', string>> = {
  eip155: '0x1111111111111111111111111111111111111111',
  solana: 'So11111111111111111111111111111111111111112',
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
};
/** Ordinals address of the Bitcoin wallet. */
export const ORDINALS = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
/** Second account of the EVM wallet. */
export const SECOND = '0x2222222222222222222222222222222222222222';

/** A client with four namespaces and one wallet in all of them. */
export interface MultiChainClient extends FakeClient {
  readonly chainOf: (namespace: Namespace) => FakeChain;
  readonly walletOf: (namespace: Namespace) => FakeWallet;
}

/** Creates a client with four namespaces. */
export const multiChainClient = (options: Partial<LatchkeyOptions> = {}): MultiChainClient => {
  const others = (
    [
      ['solana', solana.caipNetworkId],
      ['bip122', bitcoin.caipNetworkId],
      ['polkadot', polkadot.caipNetworkId],
    ] as const
  ).map(
    ([namespace, chainId]) =>
      new FakeChain({
        namespace,
        wallets: [
          { id: MULTI_CHAIN_WALLET, name: 'Many', accounts: [ADDRESSES[namespace]], ...(chainId === undefined ? {} : { chainId }) },
        ],
      }),
  );
  const module = defineModule((wire) => {
    for (const chain of others) wire(CHAIN, [], () => chain, { dispose: (bound) => bound.dispose() });
  });
  const fake = fakeClient({
    options: { networks: [mainnet, polygon, solana, bitcoin, polkadot], ...options },
    chain: {
      wallets: [
        { id: MULTI_CHAIN_WALLET, name: 'Many', icon: PICTURE, accounts: [ADDRESSES.eip155, SECOND], knownChainIds: ['eip155:137'] },
      ],
    },
    modules: [module],
  });
  const chainOf = (namespace: Namespace): FakeChain => others.find((chain) => chain.namespace === namespace) ?? fake.chain;
  const walletOf = (namespace: Namespace): FakeWallet => chainOf(namespace).wallet(MULTI_CHAIN_WALLET);
  const bitcoinWallet = walletOf('bip122');
  bitcoinWallet.accounts = [...bitcoinWallet.accounts, { namespace: 'bip122', address: ORDINALS, type: 'ordinal' }];
  return { ...fake, chainOf, walletOf };
};

/** Creates a client with connected namespaces; the first one is active. */
export const connectedMultiChainClient = async (...namespaces: readonly Namespace[]): Promise<MultiChainClient> => {
  const fake = multiChainClient();
  await fake.client.ready;
  for (const namespace of [...namespaces].reverse()) await fake.client.connect({ namespace, connectorId: MULTI_CHAIN_WALLET });
  return fake;
};
