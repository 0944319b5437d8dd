import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { USE_CASES } from '../../application/use-cases.js';
import { PairWallet } from '../../application/wallet-protocol/pair-wallet.use-case.js';
import { ResumePairing } from '../../application/wallet-protocol/resume-pairing.use-case.js';
import { defineDefaults, many, TRANSIENT } from '../wire.js';

/** Pairing with a wallet by a QR code or a link. */
export const pairingModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      USE_CASES.pairWallet,
      [USE_CASES.connectWallet, CONNECTION_STORE, STORAGE, many(REMOTE_CONNECTOR)],
      (connect, connections, storage, remotes) => new PairWallet({ connect, connections, storage, remotes }),
      TRANSIENT,
    );
    wire(
      USE_CASES.resumePairing,
      [USE_CASES.pairWallet, STORAGE, CLOCK],
      (pair, storage, clock) => new ResumePairing(pair, storage, clock),
      TRANSIENT,
    );
  });
