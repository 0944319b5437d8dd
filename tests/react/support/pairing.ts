import { CONNECTION_STORE, type ConnectionStore } from '../../../application/connect/connection.store.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { STORAGE } from '../../../application/ports/storage.port.js';
import { fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { EVENT_BUS } from '../../../application/shared/event-bus.js';
import { USE_CASES } from '../../../application/use-cases.js';
import { FollowWalletLink } from '../../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { defineModule } from '../../../composition/wire.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import type { LossReason, PairingState, Ungranted } from '../../../domain/connection/connection-state.js';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { View } from '../../../domain/router/views.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { settled } from './render-modal.js';

/** A URI as the wallet protocol makes it. */
export const URI = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'c3'.repeat(32)}&expiryTimestamp=1700000300`;

/** A wallet of the directory that can be reached in every way, unless it is said otherwise. */
export const listedWallet = (id: string, name: string, parts: Partial<DirectoryWallet> = {}): DirectoryWallet =>
  fakeWallet(id, { name, chains: [toChainId('eip155:1')], mobile_link: `${id}://`, homepage: `https://${id}.example`, ...parts });

/** A client that can pair with a wallet elsewhere. The test plays the engine: it shows the URI and gives the answer. */
export interface PairingClient extends FakeClient {
  /** Changes what the engine says of the pairing. */
  readonly tell: (pairing: Partial<PairingState>) => Promise<void>;
  /** Shows a URI that is valid for four minutes. */
  readonly showUri: (uri?: string) => Promise<void>;
  /** Says what the session of the connected wallet does not allow. */
  readonly ungrant: (ungranted: Ungranted) => Promise<void>;
  /** Shows a view after the one on screen. */
  readonly push: (view: View) => Promise<void>;
}

type Given = NonNullable<Parameters<typeof fakeClient>[0]>;

/** Makes a client with the connector of the wallet protocol, which never answers unless it is told to. */
export const pairingClient = ({
  installed = true,
  wallets,
  ...given
}: Given & { installed?: boolean; wallets?: readonly DirectoryWallet[] } = {}): PairingClient => {
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
    ...given,
    options: { projectId: 'test', ...given.options },
    modules: [engine, ...(given.modules ?? [])],
  });
  fake.chain.wallet(remote.id).always('connect', 'never');
  if (wallets !== undefined) fake.directory.wallets = wallets;
  const store = (): ConnectionStore => {
    if (connections === undefined) throw new Error('The client made no use case yet');
    return connections;
  };
  const tell = (pairing: Partial<PairingState>): Promise<void> => settled(() => store().dispatch({ type: 'pairing-changed', pairing }));
  return {
    ...fake,
    tell,
    ungrant: (ungranted) =>
      settled(() =>
        store().dispatch({ type: 'approved-chains', namespace: 'eip155', approvedChainIds: null, supportsAllNetworks: false, ungranted }),
      ),
    showUri: (uri = URI) => tell({ wcUri: uri, wcPairingExpiry: Date.now() + 240_000, status: 'connecting' }),
    push: (view) => settled(() => fake.client.modal.navigate({ type: 'push', view })),
  };
};

/** What the last page leaves behind where the connection to a wallet was lost. */
export const lostStorage = (connection: { readonly name: string; readonly walletId?: string; readonly lost: LossReason }): FakeStorage =>
  new FakeStorage({ '@latchkey/eip155:remembered_connection': JSON.stringify({ topic: 'a'.repeat(64), address: '', ...connection }) });

/** How often a wallet elsewhere was asked to connect. */
export const pairings = ({ chain }: FakeClient): number => chain.wallet(WALLET_CONNECT_CONNECTOR_ID).count('connect');

/** The same page on a phone. */
export const onPhone = (fake: FakeClient, platform: Partial<FakeClient['browser']['platform']> = { android: true }): void => {
  fake.browser.platform = { ...fake.browser.platform, mobile: true, ...platform };
};
