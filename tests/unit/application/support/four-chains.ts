import { SignMessage } from '../../../../application/account/sign-message.use-case.js';
import { SignatureJudge } from '../../../../application/account/signature-judge.js';
import { SwitchAccount } from '../../../../application/account/switch-account.use-case.js';
import { ConnectWallet } from '../../../../application/connect/connect-wallet.use-case.js';
import { ConnectWallets } from '../../../../application/connect/connect-wallets.use-case.js';
import { ConnectionStore } from '../../../../application/connect/connection.store.js';
import { ConnectionMemory } from '../../../../application/connect/connection-memory.js';
import { DisconnectWallet } from '../../../../application/connect/disconnect-wallet.use-case.js';
import { initialConnection } from '../../../../application/connect/initial-connection.js';
import { ReconnectWallets } from '../../../../application/connect/reconnect-wallets.use-case.js';
import { SwitchNamespace } from '../../../../application/network/switch-namespace.use-case.js';
import { SwitchNetwork } from '../../../../application/network/switch-network.use-case.js';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import type { Chain } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import type { FakeAnswer } from '../../../../application/ports/wallet-answer.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { NAMESPACES, type Namespace } from '../../../../domain/caip/namespace.js';
import type { NamespaceState } from '../../../../domain/connection/connection-state.js';
import { connectedNamespacesOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { bitcoin, bitcoinTestnet } from '../../../../domain/network/networks/bip122.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { polkadot, westend } from '../../../../domain/network/networks/polkadot.js';
import { solana, solanaDevnet } from '../../../../domain/network/networks/solana.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { record } from './world.js';

type Four = (typeof NAMESPACES)[number];

/** The one wallet of every namespace. */
const WALLET = 'com.example.many';
/** Two accounts of each namespace. */
export const ADDRESSES: Readonly<Record<Four, readonly string[]>> = {
  eip155: ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222'],
  solana: ['So11111111111111111111111111111111111111112', 'So22222222222222222222222222222222222222222'],
  bip122: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS'],
};

/** What can happen to a client of four namespaces. `pick` is 0 or 1. */
export type FourHappening =
  | { readonly do: 'connect'; readonly ns: Four; readonly answer: FakeAnswer }
  | { readonly do: 'connect-all'; readonly answer: FakeAnswer }
  | { readonly do: 'disconnect'; readonly ns: Four }
  | { readonly do: 'network' | 'account'; readonly ns: Four; readonly pick: number; readonly answer: FakeAnswer }
  | { readonly do: 'namespace' | 'sign' | 'sign-active' | 'release' | 'lock' | 'unlock'; readonly ns: Four };

/** Plays happenings on one client and notes every breach of what must always hold. */
export class FourChains {
  readonly breaches: string[] = [];
  readonly connections: ConnectionStore;
  readonly #chains: ReadonlyMap<Four, FakeChain>;
  readonly #networks = parseOptions({
    networks: [mainnet, polygon, solana, solanaDevnet, bitcoin, bitcoinTestnet, polkadot, westend],
  }).networks;
  readonly #connect: ConnectWallet;
  readonly #connectAll: ConnectWallets;
  readonly #disconnect: DisconnectWallet;
  readonly #switchNetwork: SwitchNetwork;
  readonly #switchNamespace: SwitchNamespace;
  readonly #switchAccount: SwitchAccount;
  readonly #sign: SignMessage;

  constructor() {
    const options = parseOptions({ networks: this.#networks });
    this.#chains = new Map(
      NAMESPACES.map((namespace) => {
        const [first, second] = this.#networksOf(namespace);
        const wallet = {
          id: WALLET,
          accounts: ADDRESSES[namespace],
          chainId: first ?? '',
          knownChainIds: second === undefined ? [] : [second],
        };
        return [namespace, new FakeChain({ namespace, wallets: [wallet] })];
      }),
    );
    const memory = new ConnectionMemory(new FakeStorage());
    const clock = new FakeClock();
    const events = new EventBus(clock);
    const chains = new Map([...this.#chains].map(([namespace, chain]) => [namespace as Namespace, this.#watched(chain)]));
    this.connections = new ConnectionStore(initialConnection(options, memory), (namespace) => ({
      choice: memory.choiceOf(namespace),
      type: options.defaultAccountTypes[namespace],
    }));
    const { connections } = this;
    const reconnect = new ReconnectWallets(chains, connections, memory, clock, new FakeLogger());
    this.#connect = new ConnectWallet({ chains, connections, memory, events, reconnect, remotes: [] });
    this.#connectAll = new ConnectWallets(this.#connect, this.connections);
    this.#disconnect = new DisconnectWallet(this.connections, memory, events, clock, new FakeLogger());
    this.#switchNetwork = new SwitchNetwork(chains, this.connections, events);
    this.#switchNamespace = new SwitchNamespace(this.connections);
    this.#switchAccount = new SwitchAccount(this.connections, memory);
    this.#sign = new SignMessage(this.connections, new SignatureJudge(chains, this.connections, clock));
  }

  /** Lets one thing happen; nothing but the named namespace may change by it. */
  async play(happening: FourHappening): Promise<void> {
    const before = this.connections.state;
    this.#act(happening);
    await settle();
    const after = this.connections.state;
    // Signing in the active namespace concerns no state at all.
    const touched = happening.do === 'connect-all' ? null : happening.ns;
    for (const namespace of NAMESPACES) {
      if (touched !== null && namespace !== touched && after.namespaces[namespace] !== before.namespaces[namespace])
        this.#breach(happening, `changed ${namespace}`);
      this.#check(happening, namespace, after.namespaces[namespace]);
    }
    const connected = connectedNamespacesOf(after);
    if (
      happening.do === 'disconnect' &&
      connected.length > 0 &&
      !connected.includes(after.activeNamespace) &&
      connected.includes(before.activeNamespace)
    )
      this.#breach(happening, 'left the active namespace without a wallet');
    if (
      after.sendEpoch === before.sendEpoch &&
      senderOf(after.namespaces[after.activeNamespace]) !== senderOf(before.namespaces[before.activeNamespace])
    )
      this.#breach(happening, 'kept a transfer for another sender');
  }

  #act(happening: FourHappening): void {
    switch (happening.do) {
      case 'connect':
        this.#wallet(happening.ns).next('connect', happening.answer);
        record(this.#connect.execute({ namespace: happening.ns, connectorId: WALLET }));
        return;
      case 'connect-all':
        this.#wallet('solana').next('connect', happening.answer);
        record(this.#connectAll.execute({ connectors: NAMESPACES.map((namespace) => ({ namespace, connectorId: WALLET })) }));
        return;
      case 'disconnect':
        record(this.#disconnect.execute({ namespace: happening.ns }));
        return;
      case 'network':
        this.#wallet(happening.ns).next('switchNetwork', happening.answer);
        record(this.#switchNetwork.execute({ chainId: this.#networksOf(happening.ns)[happening.pick] ?? '' }));
        return;
      case 'account':
        record(this.#switchAccount.execute({ namespace: happening.ns, address: ADDRESSES[happening.ns][happening.pick] ?? '' }));
        return;
      case 'namespace':
        record(this.#switchNamespace.execute({ namespace: happening.ns }));
        return;
      case 'sign':
        record(this.#sign.execute({ namespace: happening.ns, message: 'hello' }));
        return;
      case 'sign-active':
        record(this.#sign.execute({ message: 'hello' }));
        return;
      default:
        this.#wallet(happening.ns)[happening.do]();
    }
  }

  /** Every request and every account belongs to the namespace of its wallet, and what is connected can sign. */
  #check(happening: FourHappening, namespace: Four, own: NamespaceState | undefined): void {
    for (const { operation, input } of this.#wallet(namespace).calls.splice(0)) {
      const chains = JSON.stringify(input ?? '').match(/"(?:eip155|solana|bip122|polkadot):[^"]*"/g) ?? [];
      if (chains.some((id) => !id.startsWith(`"${namespace}:`)))
        this.#breach(happening, `${operation} with ${chains.join(' ')} at ${namespace}`);
    }
    if (own?.session?.accounts.some((account) => account.namespace !== namespace)) this.#breach(happening, `a stranger in ${namespace}`);
    if (own?.session != null && !own.session.chainId.startsWith(`${namespace}:`))
      this.#breach(happening, `a strange chain in ${namespace}`);
    if ((statusOf(own) === 'connected') !== (this.connections.sessionOf(namespace) !== null))
      this.#breach(happening, `${namespace} is connected without a session, or not with one`);
  }

  /** The chain, which notes when it is asked to connect on a network of another one. */
  #watched(chain: FakeChain): Chain {
    const connect: Chain['connect'] = (request, signal) => {
      const { chainNamespace, caipNetworkId } = request.network;
      if (chainNamespace !== chain.namespace) this.breaches.push(`connected ${chain.namespace} on ${caipNetworkId}`);
      return chain.connect(request, signal);
    };
    // Everything else is the chain's own.
    return Object.create(chain, { connect: { value: connect } });
  }

  #breach(happening: FourHappening, what: string): void {
    this.breaches.push(`${JSON.stringify(happening)}: ${what}`);
  }

  #wallet(namespace: Four): FakeWallet {
    const chain = this.#chains.get(namespace);
    if (chain === undefined) throw new Error(`There is no ${namespace}`);
    return chain.wallet(WALLET);
  }

  #networksOf(namespace: Four): readonly string[] {
    return this.#networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId);
  }
}

/** Who would send, and where. */
const senderOf = (own: NamespaceState | undefined): string =>
  `${own?.session?.chainId ?? own?.selectedChainId} ${own?.session?.accounts[0].address}`;
