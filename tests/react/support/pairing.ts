import { CONNECTION_STORE, type ConnectionStore } from '../../../application/connect/connection.store.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { EVENT_BUS } from '../../../application/shared/event-bus.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { FollowWalletLink } from '../../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { LossReason, MissingPermissions, PairingState } from '../../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { View } from '../../../domain/router/views.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush } from './render-modal.js';

/** A URI as created by the wallet protocol. */
export const URI = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'c3'.repeat(32)}&expiryTimestamp=1700000300`;

/** Creates a wallet of the directory with a mobile link and a website, unless overridden. */
export const listedWallet = (id: string, name: string, overrides: Partial<DirectoryWallet> = {}): DirectoryWallet =>
  fakeWallet(id, { name, chains: [toChainId('eip155:1')], mobile_link: `${id}://`, homepage: `https://${id}.example`, ...overrides });

/** A client with remote wallets, whose pairing the test controls. */
export interface PairingClient extends FakeClient {
  /** Changes the state of the pairing. */
  readonly setPairing: (pairing: Partial<PairingState>) => Promise<void>;
  /** Publishes a URI that is valid for four minutes. */
  readonly showUri: (uri?: string) => Promise<void>;
  /** Sets the permissions missing from the connected session. */
  readonly setMissingPermissions: (missingPermissions: MissingPermissions) => Promise<void>;
  /** Pushes a view. */
  readonly push: (view: View) => Promise<void>;
}

type FakeClientOptions = NonNullable<Parameters<typeof fakeClient>[0]>;

/** Creates a client with a WalletConnect connector that never responds by default. */
export const pairingClient = ({
  installed = true,
  wallets,
  ...clientOptions
}: FakeClientOptions & { installed?: boolean; wallets?: readonly DirectoryWallet[] } = {}): PairingClient => {
  let connections: ConnectionStore | undefined;
  const engine = defineModule((wire) => {
    wire(USE_CASES.followWalletLink, [CONNECTION_STORE, EVENT_BUS, STORAGE], (store, events, storage) => {
      connections = store;
      return new FollowWalletLink(store, events, storage);
    });
  });
  const remote = { id: WALLET_CONNECT_CONNECTOR_ID, name: 'WalletConnect', type: 'WALLET_CONNECT' as const };
  const fake = fakeClient({
    chain: { wallets: installed ? [{ id: WALLET, name: 'Example' }, remote] : [remote] },
    ...clientOptions,
    options: { projectId: 'test', ...clientOptions.options },
    modules: [engine, ...(clientOptions.modules ?? [])],
  });
  fake.chain.wallet(remote.id).always('connect', 'never');
  if (wallets !== undefined) fake.directory.wallets = wallets;
  const store = (): ConnectionStore => {
    if (connections === undefined) throw new Error('The client has not created a use case yet');
    return connections;
  };
  const setPairing = (pairing: Partial<PairingState>): Promise<void> =>
    actAndFlush(() => store().dispatch({ type: 'pairing-changed', pairing }));
  return {
    ...fake,
    setPairing,
    setMissingPermissions: (missingPermissions) =>
      actAndFlush(() =>
        store().dispatch({
          type: 'approved-chains',
          namespace: 'eip155',
          approvedChainIds: null,
          supportsAllNetworks: false,
          missingPermissions,
        }),
      ),
    showUri: (uri = URI) => setPairing({ wcUri: uri, wcPairingExpiry: Date.now() + 240_000, status: 'connecting' }),
    push: (view) => actAndFlush(() => fake.client.modal.navigate({ type: 'push', view })),
  };
};

/** Storage after a lost connection. */
export const lostStorage = (connection: { readonly name: string; readonly walletId?: string; readonly lost: LossReason }): FakeStorage =>
  new FakeStorage({ '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a'.repeat(64), address: '', ...connection }) });

/** Number of pairings that were started. */
export const pairingCount = ({ chain }: FakeClient): number => chain.wallet(WALLET_CONNECT_CONNECTOR_ID).count('connect');

/** Simulates a phone. */
export const onPhone = (fake: FakeClient, platform: Partial<FakeClient['browser']['platform']> = { android: true }): void => {
  fake.browser.platform = { ...fake.browser.platform, mobile: true, ...platform };
};
