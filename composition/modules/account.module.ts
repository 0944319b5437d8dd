import type { ContainerModule } from 'inversify';
import { SIGNATURE_VERIFIER } from '../../application/account/account.tokens.js';
import { CallWallet } from '../../application/account/call-wallet.use-case.js';
import { RequestAccounts } from '../../application/account/request-accounts.use-case.js';
import { SetActiveAccount } from '../../application/account/set-active-account.use-case.js';
import { SignMessage } from '../../application/account/sign-message.use-case.js';
import { SignTypedData } from '../../application/account/sign-typed-data.use-case.js';
import { SignatureVerifier } from '../../application/account/signature-verifier.js';
import { VerifyMessage } from '../../application/account/verify-message.use-case.js';
import { ConnectNamespaces } from '../../application/connect/connect-namespaces.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY } from '../../application/connect/connection-repository.js';
import { AddNetwork } from '../../application/network/add-network.use-case.js';
import { SwitchNamespace } from '../../application/network/switch-namespace.use-case.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { SENT_TRANSACTIONS } from '../../application/send/send.tokens.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Signing, wallet calls, account and network switching. */
export const accountModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      SIGNATURE_VERIFIER,
      [CHAINS, CONNECTION_STORE, CLOCK],
      (chains, connections, clock) => new SignatureVerifier(chains, connections, clock),
    );
    wire(
      USE_CASES.signMessage,
      [CONNECTION_STORE, SIGNATURE_VERIFIER],
      (connections, verifier) => new SignMessage(connections, verifier),
      TRANSIENT,
    );
    wire(USE_CASES.signTypedData, [CONNECTION_STORE], (connections) => new SignTypedData(connections), TRANSIENT);
    wire(USE_CASES.verifyMessage, [CHAINS, CONNECTION_STORE], (chains, connections) => new VerifyMessage(chains, connections), TRANSIENT);
    wire(
      USE_CASES.callWallet,
      [CONNECTION_STORE, SENT_TRANSACTIONS, SIGNATURE_VERIFIER],
      (connections, sent, verifier) => new CallWallet(connections, sent, verifier),
      TRANSIENT,
    );
    wire(USE_CASES.addNetwork, [CHAINS, CONNECTION_STORE], (chains, connections) => new AddNetwork(chains, connections), TRANSIENT);
    wire(
      USE_CASES.connectNamespaces,
      [USE_CASES.connectWallet, CONNECTION_STORE],
      (connect, connections) => new ConnectNamespaces(connect, connections),
      TRANSIENT,
    );
    wire(USE_CASES.switchNamespace, [CONNECTION_STORE], (connections) => new SwitchNamespace(connections), TRANSIENT);
    wire(
      USE_CASES.setActiveAccount,
      [CONNECTION_STORE, CONNECTION_REPOSITORY],
      (connections, repository) => new SetActiveAccount(connections, repository),
      TRANSIENT,
    );
    wire(USE_CASES.requestAccounts, [CONNECTION_STORE], (connections) => new RequestAccounts(connections), TRANSIENT);
  });
