import { followConnection } from '../../../../application/modal/follow-connection.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { type View, view } from '../../../../domain/router/views.js';
import {
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  EVM_WALLET,
  POLYGON,
  record,
  settled,
} from './client-fixture.js';

/** A client whose modal follows the connection. */
export const modalFixture = (init: ClientFixtureInit = {}): ClientFixture => {
  const fixture = clientFixture({ evm: { wallets: [{ id: EVM_WALLET, knownChainIds: [POLYGON] }, { id: 'com.second' }] }, ...init });
  const { connections, connectionRepository, options, modal, useCases } = fixture;
  followConnection(connections, connectionRepository, options, modal, useCases.openModal, useCases.closeModal);
  return fixture;
};

/** The same, with the EVM wallet connected. */
export const connectedModalFixture = async (init: ClientFixtureInit = {}): Promise<ClientFixture> => {
  const fixture = modalFixture(init);
  await connect(fixture);
  return fixture;
};

/** Opens the modal and navigates through the given views. */
export const open = (fixture: ClientFixture, first: View, ...rest: readonly View[]): void => {
  fixture.modal.open(first, null);
  for (const next of rest) fixture.modal.navigate({ type: 'push', view: next });
};

/** The current view, or `closed`. */
export const currentScreen = ({ modal: { snapshot } }: ClientFixture): string => (snapshot.modal.open ? snapshot.view.name : 'closed');

/** The default EVM wallet. */
export const evmWallet = ({ chain }: ClientFixture): FakeWallet => chain.wallet(EVM_WALLET);

/** Switches the network. */
export const switchTo = async (fixture: ClientFixture, chainId: string): Promise<void> => {
  await settled(record(fixture.useCases.switchNetwork.execute({ chainId })));
};

/** The view shown while a wallet is connecting. */
export const connecting = (namespace: Namespace, connectorId: string): View => view('ConnectingExternal', { namespace, connectorId });
