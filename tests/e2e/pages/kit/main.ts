import { createLatchkey, type Latchkey, type Namespace, type NetworkDefinition, resultFrom } from 'latchkey';
import { bip122, bitcoin, bitcoinTestnet } from 'latchkey/bip122';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { polkadot, polkadotRelay, westend } from 'latchkey/polkadot';
import { solana, solanaDevnet, solanaMainnet } from 'latchkey/solana';
import { InProcessRelay, inProcessRelay, MultiChainTestWallet, type RemoteTestWallet } from 'latchkey/testing';
import { walletconnect } from 'latchkey/walletconnect';

/** Points a network's RPC endpoint at this page's own site, so that no real node is used. */
const withLocalRpc = (network: NetworkDefinition): NetworkDefinition => ({
  ...network,
  rpcUrls: { default: { http: [`${location.origin}/node`] } },
});

const CHAINS = [mainnet, solanaMainnet, bitcoin, polkadotRelay].map(
  ({ chainNamespace = 'eip155', id }) => [chainNamespace, `${chainNamespace}:${id}`] as const,
);

const BITCOIN_TESTNET = `bip122:${bitcoinTestnet.id}`;

/** A page with a client for four namespaces, an injected wallet, and a mobile wallet on an in-process relay. Tests control it. */
export class Kit {
  readonly client: Latchkey;
  readonly wallet: MultiChainTestWallet;
  readonly phone: RemoteTestWallet;

  private constructor(client: Latchkey, wallet: MultiChainTestWallet, phone: RemoteTestWallet) {
    this.client = client;
    this.wallet = wallet;
    this.phone = phone;
  }

  static async open(): Promise<Kit> {
    const wallet = await MultiChainTestWallet.make({ name: 'Kit wallet' });
    wallet.announce(window);
    const relay = new InProcessRelay();
    const keys = await MultiChainTestWallet.make({ name: 'Phone' });
    const accounts = CHAINS.map(([namespace, chainId]) => `${chainId}:${keys.addresses[namespace as keyof typeof keys.addresses]}`);
    const phone = relay.wallet({ accounts, onRequest: (method, parameters) => keys.handleRequest(method, parameters) });
    const client = createLatchkey({
      networks: [
        withLocalRpc(mainnet),
        ...[polygon, solanaMainnet, solanaDevnet, bitcoin, bitcoinTestnet, polkadotRelay, westend].map(withLocalRpc),
      ],
      modules: [eip155(), solana(), bip122(), polkadot(), walletconnect(), inProcessRelay(relay)],
    });
    return new Kit(client, wallet, phone);
  }

  /** Connects the injected wallet and returns the address. */
  async connect(namespace: Namespace): Promise<string | undefined> {
    const connector = this.client.getConnectors(namespace).find(({ name }) => name === this.wallet.name);
    return (await this.client.connect({ namespace, connectorId: connector?.id ?? 'not found' })).address;
  }

  /** Returns the signature, or the error code. */
  sign(namespace: Namespace, message: string): Promise<string> {
    return resultFrom(this.client.useCases.signMessage.execute({ namespace, message })).catch(({ code }) => code);
  }

  /** Requests a signature that the user rejects once it is shown. Returns the error code. */
  async signRejected(namespace: Namespace, by: 'wallet' | 'phone'): Promise<string> {
    const user = this[by];
    const wallets = by === 'wallet' ? [this.wallet.eip155, this.wallet.solana, this.wallet.bip122, this.wallet.polkadot] : [this.phone];
    for (const wallet of wallets) wallet.approval = 'manual';
    const signing = this.sign(namespace, 'not this one');
    while (wallets.every(({ prompts }) => prompts.length === 0)) await new Promise((resolve) => setTimeout(resolve));
    await user.reject();
    for (const wallet of wallets) wallet.approval = 'immediate';
    return signing;
  }

  /** Switches to a network and returns the client's current network. */
  async moveTo(chainId: string): Promise<string | undefined> {
    // The Wallet Standard has no network switch for Bitcoin; only the user can switch.
    if (chainId === BITCOIN_TESTNET) this.wallet.bip122.selectNetwork('test');
    else await this.client.switchNetwork(chainId);
    while (this.client.getCaipNetworkId() !== chainId) await new Promise((resolve) => setTimeout(resolve));
    return this.client.getCaipNetworkId();
  }

  /** Pairs with the mobile wallet and waits until it is connected in every namespace. */
  async pair(): Promise<readonly (string | undefined)[]> {
    const stop = this.client.subscribeConnection(({ pairing: { wcUri } }) => {
      if (wcUri !== undefined && this.phone.requests.length === 0) void this.phone.pair(wcUri);
    });
    await resultFrom(this.client.useCases.pairWallet.execute({}));
    stop();
    const connected = (): boolean => CHAINS.every(([namespace]) => this.client.getAccount(namespace).status === 'connected');
    while (!connected()) await new Promise((resolve) => setTimeout(resolve));
    return CHAINS.map(([namespace]) => this.client.getAccount(namespace).address);
  }
}

Object.assign(globalThis, { kit: Kit.open() });
