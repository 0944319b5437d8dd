import type { ReactElement } from 'react';
import { connectorRows } from '../../domain/connection/connector-list.js';
import { useAccount } from '../hooks/use-account.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useModalMessages } from '../hooks/use-modal-messages.js';
import { LookAlikeTag } from './look-alike-tag.js';

/** Marks a wallet whose identity another wallet also claims. */
export const LookAlike = (): ReactElement => {
  const m = useModalMessages();
  return <LookAlikeTag>{m.lookAlike}</LookAlikeTag>;
};

/** True if another wallet claims the identity of the connected one. */
export const useConnectedLookAlike = (): boolean => {
  const { connectorId, namespace } = useAccount();
  return connectorRows(useConnectors()).some(
    ({ suspicious, connectors }) => suspicious && connectors.some((each) => each.id === connectorId && each.namespace === namespace),
  );
};
