import { followConnection } from '../../../../application/modal/follow-connection.js';
import type { FakeWallet } from '../../../../application/ports/wallet.fake.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { type View, view } from '../../../../domain/router/views.js';
import { connect, EVM_WALLET, POLYGON, record, settled, type World, type WorldInit, world } from './world.js';

/** A client whose modal follows its connection. */
export const follow = (given: WorldInit = {}): World => {
  const here = world({ evm: { wallets: [{ id: EVM_WALLET, knownChainIds: [POLYGON] }, { id: 'com.second' }] }, ...given });
  const { connections, memory, options, modal, useCases } = here;
  followConnection(connections, memory, options, modal, useCases.openModal, useCases.closeModal);
  return here;
};

/** The same, with the EVM wallet connected. */
export const following = async (given: WorldInit = {}): Promise<World> => {
  const here = follow(given);
  await connect(here);
  return here;
};

/** Opens the modal and goes on from view to view. */
export const open = (here: World, first: View, ...rest: readonly View[]): void => {
  here.modal.open(first, null);
  for (const next of rest) here.modal.navigate({ type: 'push', view: next });
};

/** The view on screen, or `closed`. */
export const screen = ({ modal: { snapshot } }: World): string => (snapshot.modal.open ? snapshot.view.name : 'closed');

/** The wallet that the person plays. */
export const evmWallet = ({ chain }: World): FakeWallet => chain.wallet(EVM_WALLET);

/** The person picks a network. */
export const switchTo = async (here: World, chainId: string): Promise<void> => {
  await settled(record(here.useCases.switchNetwork.execute({ chainId })));
};

/** The view that waits for a wallet. */
export const connecting = (namespace: Namespace, connectorId: string): View => view('ConnectingExternal', { namespace, connectorId });
