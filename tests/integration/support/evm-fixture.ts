import { type ChainContracts, CONTRACTS, deployContracts, type RunningChain, startChain } from '@latchkey/sandbox';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { SYSTEM_CLOCK } from '../../../adapters/browser/system-clock.js';
import { Eip155Chain, type Eip155ChainOptions } from '../../../adapters/eip155/eip155-chain.js';
import type { WalletSession } from '../../../application/ports/chain.port.js';
import { formatChainId } from '../../../domain/caip/caip-2.js';
import { type AccountId, formatAccountId } from '../../../domain/caip/caip-10.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import type { Network } from '../../../domain/network/network.js';
import { neverAborted } from '../../../testing/contracts/test-api.js';
import { Eip155TestWallet } from '../../../testing/wallets/eip155-test-wallet.js';
import { testNetwork } from '../../unit/adapters/support/networks.js';
import { RpcProxy } from './rpc-proxy.js';

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

/** Chain 1 with the sandbox's contracts, a recording proxy, and a chain adapter that uses the proxy. */
export class EvmFixture {
  readonly node: RunningChain;
  readonly contracts: ChainContracts;
  readonly proxy: RpcProxy;
  readonly network: Network;
  readonly alice: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());
  readonly bob: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());
  readonly client: ReturnType<typeof clientOf>;
  readonly wallet: Eip155TestWallet;
  readonly chain: Eip155Chain;

  private constructor(node: RunningChain, contracts: ChainContracts, proxy: RpcProxy, options: Partial<Eip155ChainOptions>) {
    this.node = node;
    this.contracts = contracts;
    this.proxy = proxy;
    this.network = testNetwork(1, proxy.url);
    this.client = clientOf(node.rpcUrl);
    this.wallet = new Eip155TestWallet({
      accounts: [this.alice, this.bob],
      // The response type depends on the method.
      node: (_chainId, method, params) => this.client.request({ method, params } as never),
    });
    this.chain = new Eip155Chain({
      clock: SYSTEM_CLOCK,
      providers: [{ id: 'test', name: 'Test', provider: this.wallet.provider }],
      ...options,
    });
  }

  static async start(options: Partial<Eip155ChainOptions> = {}): Promise<EvmFixture> {
    const node = await startChain({ chainId: 1 });
    return new EvmFixture(node, await deployContracts(node), await RpcProxy.start(node.rpcUrl), options);
  }

  /** CAIP-10 id on chain 1. */
  accountId(address: string): AccountId {
    return formatAccountId(formatChainId('eip155', 1), address);
  }

  /** CAIP-19 id of a token on chain 1. */
  asset(token: string): AssetId {
    return formatAssetId({ chainId: formatChainId('eip155', 1), assetNamespace: 'erc20', assetReference: token });
  }

  connect(): Promise<WalletSession> {
    return this.chain.connect({ connectorId: 'test', network: this.network }, neverAborted());
  }

  /** Mints base units of a token, and waits for the block. */
  async mint(token: `0x${string}`, to: `0x${string}`, amount: bigint): Promise<void> {
    const account = this.bob;
    await this.client.setBalance({ address: account.address, value: 10n ** 20n });
    const { abi } = CONTRACTS.SandboxToken;
    const hash = await this.client.writeContract({ account, address: token, abi, functionName: 'mint', args: [to, amount] });
    await this.client.waitForTransactionReceipt({ hash });
  }

  /** Token balance in base units, read by an independent library. */
  balanceOf(token: `0x${string}`, owner: `0x${string}`): Promise<bigint> {
    return this.client.readContract({ address: token, abi: CONTRACTS.SandboxToken.abi, functionName: 'balanceOf', args: [owner] });
  }

  async stop(): Promise<void> {
    this.chain.dispose();
    await this.proxy.stop();
    await this.node.stop();
  }
}
