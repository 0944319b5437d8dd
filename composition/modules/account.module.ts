import type { ContainerModule } from 'inversify';
import { SIGNATURE_JUDGE } from '../../application/account/account.tokens.js';
import { CallWallet } from '../../application/account/call-wallet.use-case.js';
import { ChooseAccounts } from '../../application/account/choose-accounts.use-case.js';
import { SignMessage } from '../../application/account/sign-message.use-case.js';
import { SignTypedData } from '../../application/account/sign-typed-data.use-case.js';
import { SignatureJudge } from '../../application/account/signature-judge.js';
import { SwitchAccount } from '../../application/account/switch-account.use-case.js';
import { VerifyMessage } from '../../application/account/verify-message.use-case.js';
import { ConnectWallets } from '../../application/connect/connect-wallets.use-case.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../../application/connect/connection-memory.js';
import { AddNetwork } from '../../application/network/add-network.use-case.js';
import { SwitchNamespace } from '../../application/network/switch-namespace.use-case.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { SENT_TRANSACTIONS } from '../../application/send/send.tokens.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** What a connected account is asked for, and how it is changed for another. */
export const accountModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(
      SIGNATURE_JUDGE,
      [CHAINS, CONNECTION_STORE, CLOCK],
      (chains, connections, clock) => new SignatureJudge(chains, connections, clock),
    );
    wire(
      USE_CASES.signMessage,
      [CONNECTION_STORE, SIGNATURE_JUDGE],
      (connections, judge) => new SignMessage(connections, judge),
      TRANSIENT,
    );
    wire(USE_CASES.signTypedData, [CONNECTION_STORE], (connections) => new SignTypedData(connections), TRANSIENT);
    wire(USE_CASES.verifyMessage, [CHAINS, CONNECTION_STORE], (chains, connections) => new VerifyMessage(chains, connections), TRANSIENT);
    wire(
      USE_CASES.callWallet,
      [CONNECTION_STORE, SENT_TRANSACTIONS, SIGNATURE_JUDGE],
      (connections, sent, judge) => new CallWallet(connections, sent, judge),
      TRANSIENT,
    );
    wire(USE_CASES.addNetwork, [CHAINS, CONNECTION_STORE], (chains, connections) => new AddNetwork(chains, connections), TRANSIENT);
    wire(
      USE_CASES.connectWallets,
      [USE_CASES.connectWallet, CONNECTION_STORE],
      (connect, connections) => new ConnectWallets(connect, connections),
      TRANSIENT,
    );
    wire(USE_CASES.switchNamespace, [CONNECTION_STORE], (connections) => new SwitchNamespace(connections), TRANSIENT);
    wire(
      USE_CASES.switchAccount,
      [CONNECTION_STORE, CONNECTION_MEMORY],
      (connections, memory) => new SwitchAccount(connections, memory),
      TRANSIENT,
    );
    wire(USE_CASES.chooseAccounts, [CONNECTION_STORE], (connections) => new ChooseAccounts(connections), TRANSIENT);
  });
