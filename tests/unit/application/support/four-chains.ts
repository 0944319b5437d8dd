import { SetActiveAccount } from '../../../../application/account/set-active-account.use-case.js';
import { SignMessage } from '../../../../application/account/sign-message.use-case.js';
import { SignatureVerifier } from '../../../../application/account/signature-verifier.js';
import { ConnectNamespaces } from '../../../../application/connect/connect-namespaces.use-case.js';
import { ConnectWallet } from '../../../../application/connect/connect-wallet.use-case.js';
import { ConnectionStore } from '../../../../application/connect/connection.store.js';
import { ConnectionRepository } from '../../../../application/connect/connection-repository.js';
import { DisconnectWallet } from '../../../../application/connect/disconnect-wallet.use-case.js';
import { initialConnection } from '../../../../application/connect/initial-connection.js';
import { ReconnectWallets } from '../../../../application/connect/reconnect-wallets.use-case.js';
import { SwitchNamespace } from '../../../../application/network/switch-namespace.use-case.js';
import { SwitchNetwork } from '../../../../application/network/switch-network.use-case.js';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import type { Chain } from '../../../../application/ports/chain.port.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import { EventBus } from '../../../../application/shared/event-bus.js';
import { NAMESPACES, type Namespace } from '../../../../domain/caip/namespace.js';
import type { NamespaceState } from '../../../../domain/connection/connection-state.js';
import { connectedNamespacesOf, statusOf } from '../../../../domain/connection/connection-views.js';
import { bitcoin, bitcoinTestnet } from '../../../../domain/network/networks/bip122.js';
import { mainnet, polygon } from '../../../../domain/network/networks/eip155.js';
import { polkadot, westend } from '../../../../domain/network/networks/polkadot.js';
import { solana, solanaDevnet } from '../../../../domain/network/networks/solana.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { record } from './client-fixture.js';

type Four = (typeof NAMESPACES)[number];

/** Id of the wallet in every namespace. */
const WALLET = 'com.example.many';
/** Two accounts of each namespace. */
export const ADDRESSES: Readonly<Record<Four, readonly string[]>> = {
  eip155: ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222'],
  solana: ['So11111111111111111111111111111111111111112', 'So22222222222222222222222222222222222222222'],
  bip122: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS'],
};

/** An action on a client with four namespaces. `pick` is 0 or 1. */
export type FourChainsAction =
  | { readonly do: 'connect'; readonly ns: Four; readonly response: FakeResponse }
  | { readonly do: 'connect-all'; readonly response: FakeResponse }
  | { readonly do: 'disconnect'; readonly ns: Four }
  | { readonly do: 'network' | 'account'; readonly ns: Four; readonly pick: number; readonly response: FakeResponse }
  | { readonly do: 'namespace' | 'sign' | 'sign-active' | 'release' | 'lock' | 'unlock'; readonly ns: Four };

/** Performs actions on one client and records every violated invariant. */
export class FourChains {
  readonly violations: string[] = [];
  readonly connections: ConnectionStore;
  readonly #chains: ReadonlyMap<Four, FakeChain>;
  readonly #networks = parseOptions({
    networks: [mainnet, polygon, solana, solanaDevnet, bitcoin, bitcoinTestnet, polkadot, westend],
  }).networks;
  readonly #connect: ConnectWallet;
  readonly #connectAll: ConnectNamespaces;
  readonly #disconnect: DisconnectWallet;
  readonly #switchNetwork: SwitchNetwork;
  readonly #switchNamespace: SwitchNamespace;
  readonly #setActiveAccount: SetActiveAccount;
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
    const repository = new ConnectionRepository(new FakeStorage());
    const clock = new FakeClock();
    const events = new EventBus(clock);
    const chains = new Map([...this.#chains].map(([namespace, chain]) => [namespace as Namespace, this.#instrumented(chain)]));
    this.connections = new ConnectionStore(initialConnection(options, repository), (namespace) => ({
      choice: repository.accountChoiceOf(namespace),
      type: options.defaultAccountTypes[namespace],
    }));
    const { connections } = this;
    const reconnect = new ReconnectWallets(chains, connections, repository, clock, new FakeLogger());
    this.#connect = new ConnectWallet({ chains, connections, repository, events, reconnect, remotes: [], signIn: null });
    this.#connectAll = new ConnectNamespaces(this.#connect, this.connections);
    this.#disconnect = new DisconnectWallet(this.connections, repository, events, clock, new FakeLogger());
    this.#switchNetwork = new SwitchNetwork(chains, this.connections, events);
    this.#switchNamespace = new SwitchNamespace(this.connections);
    this.#setActiveAccount = new SetActiveAccount(this.connections, repository);
    this.#sign = new SignMessage(this.connections, new SignatureVerifier(chains, this.connections, clock));
  }

  /** Performs an action, which may only change its own namespace. */
  async perform(action: FourChainsAction): Promise<void> {
    const before = this.connections.state;
    this.#dispatch(action);
    await flushPromises();
    const after = this.connections.state;
    // Signing in the active namespace changes no state.
    const changed = action.do === 'connect-all' ? null : action.ns;
    for (const namespace of NAMESPACES) {
      if (changed !== null && namespace !== changed && after.namespaces[namespace] !== before.namespaces[namespace])
        this.#recordViolation(action, `changed ${namespace}`);
      this.#check(action, namespace, after.namespaces[namespace]);
    }
    const connected = connectedNamespacesOf(after);
    if (
      action.do === 'disconnect' &&
      connected.length > 0 &&
      !connected.includes(after.activeNamespace) &&
      connected.includes(before.activeNamespace)
    )
      this.#recordViolation(action, 'the active namespace is disconnected while another one is connected');
    if (
      after.sendEpoch === before.sendEpoch &&
      senderOf(after.namespaces[after.activeNamespace]) !== senderOf(before.namespaces[before.activeNamespace])
    )
      this.#recordViolation(action, 'the send epoch did not change with the sender');
  }

  #dispatch(action: FourChainsAction): void {
    switch (action.do) {
      case 'connect':
        this.#wallet(action.ns).next('connect', action.response);
        record(this.#connect.execute({ namespace: action.ns, connectorId: WALLET }));
        return;
      case 'connect-all':
        this.#wallet('solana').next('connect', action.response);
        record(this.#connectAll.execute({ connectors: NAMESPACES.map((namespace) => ({ namespace, connectorId: WALLET })) }));
        return;
      case 'disconnect':
        record(this.#disconnect.execute({ namespace: action.ns }));
        return;
      case 'network':
        this.#wallet(action.ns).next('switchNetwork', action.response);
        record(this.#switchNetwork.execute({ chainId: this.#networksOf(action.ns)[action.pick] ?? '' }));
        return;
      case 'account':
        record(this.#setActiveAccount.execute({ namespace: action.ns, address: ADDRESSES[action.ns][action.pick] ?? '' }));
        return;
      case 'namespace':
        record(this.#switchNamespace.execute({ namespace: action.ns }));
        return;
      case 'sign':
        record(this.#sign.execute({ namespace: action.ns, message: 'hello' }));
        return;
      case 'sign-active':
        record(this.#sign.execute({ message: 'hello' }));
        return;
      default:
        this.#wallet(action.ns)[action.do]();
    }
  }

  /** Checks that requests and accounts belong to the namespace of their wallet, and that a connected namespace has a session. */
  #check(action: FourChainsAction, namespace: Four, own: NamespaceState | undefined): void {
    for (const { operation, input } of this.#wallet(namespace).calls.splice(0)) {
      const chains = JSON.stringify(input ?? '').match(/"(?:eip155|solana|bip122|polkadot):[^"]*"/g) ?? [];
      if (chains.some((id) => !id.startsWith(`"${namespace}:`)))
        this.#recordViolation(action, `${operation} with ${chains.join(' ')} at ${namespace}`);
    }
    if (own?.session?.accounts.some((account) => account.namespace !== namespace))
      this.#recordViolation(action, `an account of another namespace in ${namespace}`);
    if (own?.session != null && !own.session.chainId.startsWith(`${namespace}:`))
      this.#recordViolation(action, `a chain of another namespace in ${namespace}`);
    if ((statusOf(own) === 'connected') !== (this.connections.sessionOf(namespace) !== null))
      this.#recordViolation(action, `${namespace}: status and session do not match`);
  }

  /** The chain, with a check that it only connects on its own networks. */
  #instrumented(chain: FakeChain): Chain {
    const connect: Chain['connect'] = (request, signal) => {
      const { chainNamespace, caipNetworkId } = request.network;
      if (chainNamespace !== chain.namespace) this.violations.push(`connected ${chain.namespace} on ${caipNetworkId}`);
      return chain.connect(request, signal);
    };
    // Everything else is inherited from the chain.
    return Object.create(chain, { connect: { value: connect } });
  }

  #recordViolation(action: FourChainsAction, violation: string): void {
    this.violations.push(`${JSON.stringify(action)}: ${violation}`);
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

/** Account and chain of a transfer. */
const senderOf = (own: NamespaceState | undefined): string =>
  `${own?.session?.chainId ?? own?.selectedChainId} ${own?.session?.accounts[0].address}`;
