import type { CallWallet } from './account/call-wallet.use-case.js';
import type { ChooseAccounts } from './account/choose-accounts.use-case.js';
import type { SignMessage } from './account/sign-message.use-case.js';
import type { SignTypedData } from './account/sign-typed-data.use-case.js';
import type { SwitchAccount } from './account/switch-account.use-case.js';
import type { VerifyMessage } from './account/verify-message.use-case.js';
import type { WatchAccount } from './account/watch-account.use-case.js';
import type { ReadAccountBalances } from './balances/read-account-balances.use-case.js';
import type { RefreshBalance } from './balances/refresh-balance.use-case.js';
import type { WatchAssetBalances } from './balances/watch-asset-balances.use-case.js';
import type { WatchBalance } from './balances/watch-balance.use-case.js';
import type { ConnectWallet } from './connect/connect-wallet.use-case.js';
import type { ConnectWallets } from './connect/connect-wallets.use-case.js';
import type { DisconnectWallet } from './connect/disconnect-wallet.use-case.js';
import type { ReconnectWallets } from './connect/reconnect-wallets.use-case.js';
import type { WatchConnection } from './connect/watch-connection.use-case.js';
import type { WatchConnectors } from './connect/watch-connectors.use-case.js';
import type { ExcludeWallets } from './directory/exclude-wallets.use-case.js';
import type { FindWallet } from './directory/find-wallet.use-case.js';
import type { LoadMoreWallets } from './directory/load-more-wallets.use-case.js';
import type { WatchRecentWallets } from './directory/watch-recent-wallets.use-case.js';
import type { WatchWalletImage } from './directory/watch-wallet-image.use-case.js';
import type { WatchWalletSearch } from './directory/watch-wallet-search.use-case.js';
import type { WatchWallets } from './directory/watch-wallets.use-case.js';
import type { CloseModal } from './modal/close-modal.use-case.js';
import type { CopyText } from './modal/copy-text.use-case.js';
import type { OpenModal } from './modal/open-modal.use-case.js';
import type { WatchModal } from './modal/watch-modal.use-case.js';
import type { LookUpName } from './names/look-up-name.use-case.js';
import type { ResolveName } from './names/resolve-name.use-case.js';
import type { AddNetwork } from './network/add-network.use-case.js';
import type { SwitchNamespace } from './network/switch-namespace.use-case.js';
import type { SwitchNetwork } from './network/switch-network.use-case.js';
import type { EstimateFees } from './send/estimate-fees.use-case.js';
import type { SendTransaction } from './send/send-transaction.use-case.js';
import type { WatchTransactions } from './send/watch-transactions.use-case.js';
import { type Token, token } from './shared/token.js';
import type { FollowWalletLink } from './wallet-protocol/follow-wallet-link.use-case.js';
import type { PairWallet } from './wallet-protocol/pair-wallet.use-case.js';
import type { TakeUpPairing } from './wallet-protocol/take-up-pairing.use-case.js';

/** A use case as those who use it see it, also where its code is fetched later. */
type Open<UseCase> = { readonly [Member in keyof UseCase]: UseCase[Member] };

/** All use cases of a client: what hooks, views and headless hosts work with. */
export interface UseCases {
  readonly watchConnectors: WatchConnectors;
  readonly connectWallet: ConnectWallet;
  readonly connectWallets: Open<ConnectWallets>;
  readonly pairWallet: Pick<PairWallet, 'execute'>;
  readonly followWalletLink: FollowWalletLink;
  readonly takeUpPairing: Pick<TakeUpPairing, 'execute'>;
  readonly reconnectWallets: ReconnectWallets;
  readonly watchConnection: WatchConnection;
  readonly disconnectWallet: DisconnectWallet;
  readonly switchNetwork: SwitchNetwork;
  readonly switchNamespace: Open<SwitchNamespace>;
  readonly addNetwork: Open<AddNetwork>;
  readonly signMessage: Open<SignMessage>;
  readonly signTypedData: Open<SignTypedData>;
  readonly verifyMessage: Open<VerifyMessage>;
  readonly callWallet: Open<CallWallet>;
  readonly switchAccount: Open<SwitchAccount>;
  readonly chooseAccounts: Open<ChooseAccounts>;
  readonly watchAccount: WatchAccount;
  readonly watchBalance: WatchBalance;
  readonly refreshBalance: RefreshBalance;
  readonly readAccountBalances: Open<ReadAccountBalances>;
  readonly sendTransaction: Open<SendTransaction>;
  readonly estimateFees: Open<EstimateFees>;
  readonly watchTransactions: Open<WatchTransactions>;
  readonly watchAssetBalances: Open<WatchAssetBalances>;
  readonly resolveName: Open<ResolveName>;
  readonly lookUpName: Open<LookUpName>;
  readonly openModal: OpenModal;
  readonly closeModal: CloseModal;
  readonly watchModal: WatchModal;
  readonly copyText: CopyText;
  readonly watchWallets: Open<WatchWallets>;
  readonly loadMoreWallets: Open<LoadMoreWallets>;
  readonly watchWalletSearch: Open<WatchWalletSearch>;
  readonly findWallet: Open<FindWallet>;
  readonly watchWalletImage: Open<WatchWalletImage>;
  readonly watchRecentWallets: Open<WatchRecentWallets>;
  readonly excludeWallets: Open<ExcludeWallets>;
}

/** The name of each use case; one that is left out does not compile. */
const NAMES: { readonly [Name in keyof UseCases]: true } = {
  watchConnectors: true,
  connectWallet: true,
  connectWallets: true,
  pairWallet: true,
  followWalletLink: true,
  takeUpPairing: true,
  reconnectWallets: true,
  watchConnection: true,
  disconnectWallet: true,
  switchNetwork: true,
  switchNamespace: true,
  addNetwork: true,
  signMessage: true,
  signTypedData: true,
  verifyMessage: true,
  callWallet: true,
  switchAccount: true,
  chooseAccounts: true,
  watchAccount: true,
  watchBalance: true,
  refreshBalance: true,
  readAccountBalances: true,
  sendTransaction: true,
  estimateFees: true,
  watchTransactions: true,
  watchAssetBalances: true,
  resolveName: true,
  lookUpName: true,
  openModal: true,
  closeModal: true,
  watchModal: true,
  copyText: true,
  watchWallets: true,
  loadMoreWallets: true,
  watchWalletSearch: true,
  findWallet: true,
  watchWalletImage: true,
  watchRecentWallets: true,
  excludeWallets: true,
};

/** The token of each use case, so that a host's module can replace one. */
// Made of the names, so that a page carries each of them once; the names are those of the type.
export const USE_CASES = Object.fromEntries(Object.keys(NAMES).map((name) => [name, token(name)])) as {
  readonly [Name in keyof UseCases]: Token<UseCases[Name]>;
};
