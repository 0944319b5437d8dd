import { randomUUID } from 'node:crypto';
import { type RunningBitcoin, startBitcoin } from '@latchkey/sandbox';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { bip122 } from '../../../composition/modules/bip122.module.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { polkadot } from '../../../composition/modules/polkadot.module.js';
import { solana } from '../../../composition/modules/solana.module.js';
import type { LatchkeyModule } from '../../../composition/wire.js';
import type { Namespace } from '../../../domain/caip/namespace.js';
import type { NetworkDefinition } from '../../../domain/network/network.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { solana as solanaMainnet } from '../../../domain/network/networks/solana.js';
import { bip122TestKey } from '../../../testing/wallets/bip122-keys.js';
import { Bip122TestWallet } from '../../../testing/wallets/bip122-test-wallet.js';
import { PolkadotTestWallet } from '../../../testing/wallets/polkadot-test-wallet.js';
import type { SolanaTestWallet } from '../../../testing/wallets/solana-test-wallet.js';
import { SANDBOX_CHAIN } from '../../unit/adapters/support/polkadot-networks.js';
import { bitcoinTestNetwork } from './bitcoin-network.js';
import { EvmFixture } from './evm-fixture.js';
import { type Pair, PolkadotFixture } from './polkadot-fixture.js';
import { RpcProxy } from './rpc-proxy.js';
import { SolanaFixture } from './solana-fixture.js';

/** The built-in namespaces, in the order of the lists below. */
export const FOUR = ['eip155', 'solana', 'bip122', 'polkadot'] as const;

/** Options of {@link FourChains.createClient}. */
export interface FourChainsClientOptions {
  readonly tokens?: readonly string[];
  readonly modules?: readonly LatchkeyModule[];
}

/** Real nodes of four namespaces, each behind a recording proxy, and a test wallet of each. */
export class FourChains {
  readonly evm: EvmFixture;
  readonly solana: SolanaFixture;
  readonly bitcoin: RunningBitcoin;
  readonly polkadot: PolkadotFixture;
  readonly proxies: Readonly<Record<(typeof FOUR)[number], RpcProxy>>;
  readonly bitcoinKey = bip122TestKey('p2wpkh', randomUUID());
  readonly wallets: Readonly<{ solana: SolanaTestWallet; bip122: Bip122TestWallet; polkadot: PolkadotTestWallet }>;

  private constructor(
    worlds: readonly [EvmFixture, SolanaFixture, RunningBitcoin, PolkadotFixture],
    proxies: readonly [RpcProxy, RpcProxy, RpcProxy],
    pair: Pair,
  ) {
    [this.evm, this.solana, this.bitcoin, this.polkadot] = worlds;
    this.proxies = { eip155: this.evm.proxy, solana: proxies[0], bip122: proxies[1], polkadot: proxies[2] };
    this.wallets = {
      solana: this.solana.makeWallet(),
      bip122: new Bip122TestWallet({ keys: [this.bitcoinKey, bip122TestKey('p2tr', randomUUID())] }),
      polkadot: new PolkadotTestWallet({ accounts: [pair] }),
    };
  }

  /** @param slotMs duration of a Solana slot */
  static async start(slotMs?: number): Promise<FourChains> {
    const fixtures = await Promise.all([EvmFixture.start(), SolanaFixture.start(slotMs), startBitcoin(), PolkadotFixture.start()]);
    const [, net, bitcoin, polkadot] = fixtures;
    const proxies = await Promise.all([RpcProxy.start(net.net.url), RpcProxy.start(bitcoin.esploraUrl), RpcProxy.start(polkadot.rpcUrl)]);
    return new FourChains(fixtures, proxies, await polkadot.createAccount(10n ** 12n));
  }

  /** A client with all four namespaces, not connected. */
  createClient({ tokens = [], modules = [] }: FourChainsClientOptions = {}) {
    const { proxies, evm, wallets } = this;
    const bitcoinNetwork = bitcoinTestNetwork('regtest');
    const node = proxies.polkadot.port;
    const polkadotNetwork: NetworkDefinition = {
      id: SANDBOX_CHAIN,
      name: 'Sandbox Asset Hub',
      chainNamespace: 'polkadot',
      caipNetworkId: `polkadot:${SANDBOX_CHAIN}`,
      nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
      rpcUrls: { default: { http: [`http://127.0.0.1:${node}`], webSocket: [`ws://127.0.0.1:${node}`] } },
      ss58Prefix: 2,
    };
    const { id, name, nativeCurrency, caipNetworkId } = bitcoinNetwork;
    return createLatchkey({
      networks: [
        mainnet,
        solanaMainnet,
        { id, name, nativeCurrency, caipNetworkId, chainNamespace: 'bip122', rpcUrls: { default: { http: [] } } },
        polkadotNetwork,
      ],
      customRpcUrls: { 'eip155:1': [{ url: proxies.eip155.url }], [solanaMainnet.caipNetworkId ?? '']: [{ url: proxies.solana.url }] },
      tokens,
      modules: [
        eip155({ providers: [{ id: 'eip155', name: 'Test', provider: evm.wallet.provider }] }),
        solana({ wallets: [wallets.solana.wallet] }),
        bip122({
          providers: [{ id: 'bip122', name: 'Test', provider: wallets.bip122.unisat, dialect: 'unisat' }],
          esplora: { [caipNetworkId]: [proxies.bip122.url] },
        }),
        polkadot({ extensions: [{ id: 'polkadot', name: 'Test', provider: wallets.polkadot.provider }] }),
        ...modules,
      ],
    });
  }

  /** Connects the wallets of all four namespaces in sequence. */
  async connect(latchkey: ReturnType<FourChains['createClient']>): Promise<void> {
    for (const namespace of FOUR) await latchkey.connect({ namespace, connectorId: connectorOf(namespace) });
  }

  /** Number of requests so far, in the order of {@link FOUR}. */
  counts(): readonly number[] {
    return FOUR.map((namespace) => this.proxies[namespace].requests);
  }

  /** The requests of each chain, for failure messages. */
  requestLog(): string {
    return FOUR.map((namespace) => `${namespace}: ${this.proxies[namespace].methods.join(' ')}`).join('; ');
  }

  /** Resets the counts. */
  reset(): void {
    for (const namespace of FOUR) this.proxies[namespace].reset();
  }

  async stop(): Promise<void> {
    const { solana: net, bip122, polkadot } = this.proxies;
    await Promise.all([net.stop(), bip122.stop(), polkadot.stop()]);
    await Promise.all([this.evm.stop(), this.solana.stop(), this.bitcoin.stop(), this.polkadot.stop()]);
  }
}

/** The id of a Wallet Standard wallet is its name. */
const connectorOf = (namespace: Namespace): string => (namespace === 'solana' ? 'Test wallet' : namespace);
