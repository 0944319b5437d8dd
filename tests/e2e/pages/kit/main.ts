import { createLatchkey, type Latchkey, lastOutcome, type Namespace, type NetworkDefinition } from 'latchkey';
import { bip122, bitcoin, bitcoinTestnet } from 'latchkey/bip122';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { polkadot, polkadotRelay, westend } from 'latchkey/polkadot';
import { solana, solanaDevnet, solanaMainnet } from 'latchkey/solana';
import { InProcessRelay, inProcessRelay, MultiChainTestWallet, type RemoteTestWallet } from 'latchkey/testing';
import { walletconnect } from 'latchkey/walletconnect';

/** No network of the world: what is read of a node is asked of this page's own site. */
const away = (network: NetworkDefinition): NetworkDefinition => ({
  ...network,
  rpcUrls: { default: { http: [`${location.origin}/node`] } },
});

const CHAINS = [mainnet, solanaMainnet, bitcoin, polkadotRelay].map(
  ({ chainNamespace = 'eip155', id }) => [chainNamespace, `${chainNamespace}:${id}`] as const,
);

const BITCOIN_TESTNET = `bip122:${bitcoinTestnet.id}`;

/** A page with a client for four namespaces, a wallet that is in it, and one at its in-process relay: tests say what happens. */
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
    const phone = relay.wallet({ accounts, answer: (method, parameters) => keys.answer(method, parameters) });
    const client = createLatchkey({
      networks: [away(mainnet), ...[polygon, solanaMainnet, solanaDevnet, bitcoin, bitcoinTestnet, polkadotRelay, westend].map(away)],
      modules: [eip155(), solana(), bip122(), polkadot(), walletconnect(), inProcessRelay(relay)],
    });
    return new Kit(client, wallet, phone);
  }

  /** Connects the wallet in this page; gives the address. */
  async connect(namespace: Namespace): Promise<string | undefined> {
    const connector = this.client.getConnectors(namespace).find(({ name }) => name === this.wallet.name);
    return (await this.client.connect({ namespace, connectorId: connector?.id ?? 'not found' })).address;
  }

  /** Gives the signature, or the code of the error. */
  sign(namespace: Namespace, message: string): Promise<string> {
    return lastOutcome(this.client.useCases.signMessage.execute({ namespace, message })).catch(({ code }) => code);
  }

  /** Asks for a signature that the owner of a wallet rejects once it is on screen; gives the code of the error. */
  async signRejected(namespace: Namespace, by: 'wallet' | 'phone'): Promise<string> {
    const owner = this[by];
    const parts = by === 'wallet' ? [this.wallet.eip155, this.wallet.solana, this.wallet.bip122, this.wallet.polkadot] : [this.phone];
    for (const part of parts) part.approval = 'by-hand';
    const signing = this.sign(namespace, 'not this one');
    while (parts.every(({ prompts }) => prompts.length === 0)) await new Promise((resolve) => setTimeout(resolve));
    await owner.reject();
    for (const part of parts) part.approval = 'at-once';
    return signing;
  }

  /** Moves to a network of a namespace; gives the network that the client is on then. */
  async moveTo(chainId: string): Promise<string | undefined> {
    // By the Wallet Standard nobody but its owner moves a Bitcoin wallet.
    if (chainId === BITCOIN_TESTNET) this.wallet.bip122.selectNetwork('test');
    else await this.client.switchNetwork(chainId);
    while (this.client.getCaipNetworkId() !== chainId) await new Promise((resolve) => setTimeout(resolve));
    return this.client.getCaipNetworkId();
  }

  /** Pairs with the wallet at the relay, which follows the code; waits until it is connected everywhere. */
  async pair(): Promise<readonly (string | undefined)[]> {
    const stop = this.client.subscribeConnection(({ pairing: { wcUri } }) => {
      if (wcUri !== undefined && this.phone.requests.length === 0) void this.phone.pair(wcUri);
    });
    await lastOutcome(this.client.useCases.pairWallet.execute({}));
    stop();
    const connected = (): boolean => CHAINS.every(([namespace]) => this.client.getAccount(namespace).status === 'connected');
    while (!connected()) await new Promise((resolve) => setTimeout(resolve));
    return CHAINS.map(([namespace]) => this.client.getAccount(namespace).address);
  }
}

Object.assign(globalThis, { kit: Kit.open() });
