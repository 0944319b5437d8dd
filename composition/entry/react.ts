/**
 * React provider, buttons and hooks. Needs `react` and `react-dom` 18.2 or later.
 *
 * Action hooks such as {@link useConnect} return an {@link ActionResult}, read hooks such as {@link useBalance} a {@link ReadResult}.
 * The other hooks, such as {@link useAccount}, return current state of the client.
 *
 * Guides: [Quick start](../guides/quick-start.md), [Connect](../guides/connect.md), [Send](../guides/send.md), [Next.js](../guides/nextjs.md).
 * @module
 */
'use client';

export type { LinkKind } from '../../domain/directory/wallet-links.js';
export { AccountButton, type AccountButtonProps } from '../../presentation/components/account-button.js';
export { ConnectButton, type ConnectButtonProps } from '../../presentation/components/connect-button.js';
export { LatchkeyButton, type LatchkeyButtonProps } from '../../presentation/components/latchkey-button.js';
export { NetworkButton, type NetworkButtonProps } from '../../presentation/components/network-button.js';
export type { RunState } from '../../presentation/hooks/action.store.js';
export type { ActionState } from '../../presentation/hooks/action-state.js';
export type { ReadState } from '../../presentation/hooks/read.store.js';
export { type Account, type AddressOf, useAccount } from '../../presentation/hooks/use-account.js';
export { useAccountBalances } from '../../presentation/hooks/use-account-balances.js';
export { useAccounts } from '../../presentation/hooks/use-accounts.js';
export type { Action, ActionResult } from '../../presentation/hooks/use-action.js';
export { type Activity, useActivity } from '../../presentation/hooks/use-activity.js';
export { useAddNetwork } from '../../presentation/hooks/use-add-network.js';
export { useAddToken } from '../../presentation/hooks/use-add-token.js';
export { useAlert } from '../../presentation/hooks/use-alert.js';
export { useApproveDevice } from '../../presentation/hooks/use-approve-device.js';
export { useAssetBalances } from '../../presentation/hooks/use-asset-balances.js';
export { useBalance } from '../../presentation/hooks/use-balance.js';
export { useBalanceBreakdown } from '../../presentation/hooks/use-balance-breakdown.js';
export { useButtonMessages } from '../../presentation/hooks/use-button-messages.js';
export { useCancelSignIn } from '../../presentation/hooks/use-cancel-sign-in.js';
export { useCancelTransaction } from '../../presentation/hooks/use-cancel-transaction.js';
export { type CapabilitiesParameters, useCapabilities } from '../../presentation/hooks/use-capabilities.js';
export { useCheckAccountName } from '../../presentation/hooks/use-check-account-name.js';
export { useCheckOutOnramp } from '../../presentation/hooks/use-check-out-onramp.js';
export { useConnect } from '../../presentation/hooks/use-connect.js';
export { useConnectNamespaces } from '../../presentation/hooks/use-connect-namespaces.js';
export { type Connection, useConnectionStatus } from '../../presentation/hooks/use-connection-status.js';
export { useConnectors } from '../../presentation/hooks/use-connectors.js';
export { useCopy } from '../../presentation/hooks/use-copy.js';
export { useDisconnect } from '../../presentation/hooks/use-disconnect.js';
export { useEmailCooldown } from '../../presentation/hooks/use-email-cooldown.js';
export { type EnsAddressParameters, useEnsAddress } from '../../presentation/hooks/use-ens-address.js';
export { type EnsNameParameters, useEnsName } from '../../presentation/hooks/use-ens-name.js';
export { useEnterEmailCode } from '../../presentation/hooks/use-enter-email-code.js';
export { useEnterUpdateEmailCode } from '../../presentation/hooks/use-enter-update-email-code.js';
export { useEstimateFees } from '../../presentation/hooks/use-estimate-fees.js';
export { useEventLog } from '../../presentation/hooks/use-event-log.js';
export { useExcludeWallets } from '../../presentation/hooks/use-exclude-wallets.js';
export { useFeaturedWallets } from '../../presentation/hooks/use-featured-wallets.js';
export { useHasInFlight } from '../../presentation/hooks/use-has-in-flight.js';
export { useHideToken } from '../../presentation/hooks/use-hide-token.js';
export { useImage } from '../../presentation/hooks/use-image.js';
export { useInFlight } from '../../presentation/hooks/use-in-flight.js';
export { useLatchkey } from '../../presentation/hooks/use-latchkey.js';
export { useLogInWithFarcaster } from '../../presentation/hooks/use-log-in-with-farcaster.js';
export { useLogInWithSocial } from '../../presentation/hooks/use-log-in-with-social.js';
export { useLostConnection } from '../../presentation/hooks/use-lost-connection.js';
export { useMessages } from '../../presentation/hooks/use-messages.js';
export { useMissingPermissions } from '../../presentation/hooks/use-missing-permissions.js';
export { type ModalControl, useModal } from '../../presentation/hooks/use-modal.js';
export { useModalMessages } from '../../presentation/hooks/use-modal-messages.js';
export { type NetworkChoice, useNetwork } from '../../presentation/hooks/use-network.js';
export { type Nfts, useNfts } from '../../presentation/hooks/use-nfts.js';
export { useOnline } from '../../presentation/hooks/use-online.js';
export { type Onramp, useOnramp } from '../../presentation/hooks/use-onramp.js';
export { useOptions } from '../../presentation/hooks/use-options.js';
export { usePairWallet } from '../../presentation/hooks/use-pair-wallet.js';
export { usePairing } from '../../presentation/hooks/use-pairing.js';
export { type Purchases, usePurchases } from '../../presentation/hooks/use-purchases.js';
export type { ReadResult } from '../../presentation/hooks/use-read.js';
export { useRecentWallets } from '../../presentation/hooks/use-recent-wallets.js';
export { useRecommendedWallets } from '../../presentation/hooks/use-recommended-wallets.js';
export { useRegisterAccountName } from '../../presentation/hooks/use-register-account-name.js';
export { useRequestAccounts } from '../../presentation/hooks/use-request-accounts.js';
export { useRequestEmailCode } from '../../presentation/hooks/use-request-email-code.js';
export { useRequestFarcasterUrl } from '../../presentation/hooks/use-request-farcaster-url.js';
export { type ModalRouter, useRouter } from '../../presentation/hooks/use-router.js';
export { useSecureFrame } from '../../presentation/hooks/use-secure-frame.js';
export { type Send, useSend } from '../../presentation/hooks/use-send.js';
export { type SendCallsState, type SendCallsVariables, useSendCalls } from '../../presentation/hooks/use-send-calls.js';
export { useSendEpoch } from '../../presentation/hooks/use-send-epoch.js';
export { useSendTransaction } from '../../presentation/hooks/use-send-transaction.js';
export { useSetAccountType } from '../../presentation/hooks/use-set-account-type.js';
export { useSetActiveAccount } from '../../presentation/hooks/use-set-active-account.js';
export { useShowToken } from '../../presentation/hooks/use-show-token.js';
export { useSignIn } from '../../presentation/hooks/use-sign-in.js';
export { useSignInMessage } from '../../presentation/hooks/use-sign-in-message.js';
export {
  type SignedInAccount,
  type SignInSessionParameters,
  type SignInSessionState,
  useSignInSession,
} from '../../presentation/hooks/use-sign-in-session.js';
export { useSignMessage } from '../../presentation/hooks/use-sign-message.js';
export { useSignOut } from '../../presentation/hooks/use-sign-out.js';
export {
  type MessageOf,
  type SignTypedDataFunction,
  type TypedDataVariables,
  useSignTypedData,
} from '../../presentation/hooks/use-sign-typed-data.js';
export { useSimulation } from '../../presentation/hooks/use-simulation.js';
export { type Snackbar, useSnackbar } from '../../presentation/hooks/use-snackbar.js';
export { useSpeedUpTransaction } from '../../presentation/hooks/use-speed-up-transaction.js';
export { useSubmitSend } from '../../presentation/hooks/use-submit-send.js';
export { useSubmitSwap } from '../../presentation/hooks/use-submit-swap.js';
export { type Swap, useSwap } from '../../presentation/hooks/use-swap.js';
export { useSwitchNamespace } from '../../presentation/hooks/use-switch-namespace.js';
export { useSwitchNetwork } from '../../presentation/hooks/use-switch-network.js';
export { type ThemeControl, useTheme } from '../../presentation/hooks/use-theme.js';
export { useToken } from '../../presentation/hooks/use-token.js';
export { type Tokens, useTokens } from '../../presentation/hooks/use-tokens.js';
export { useTrack } from '../../presentation/hooks/use-track.js';
export { useTransactions } from '../../presentation/hooks/use-transactions.js';
export { useUpdateEmail } from '../../presentation/hooks/use-update-email.js';
export { useVerifyMessage, type VerifyMessageParameters } from '../../presentation/hooks/use-verify-message.js';
export { useVisible } from '../../presentation/hooks/use-visible.js';
export { useWallet } from '../../presentation/hooks/use-wallet.js';
export { useWalletCall } from '../../presentation/hooks/use-wallet-call.js';
export { useWalletImage } from '../../presentation/hooks/use-wallet-image.js';
export { useWalletLink, useWalletLinks, type WalletLinkControl, type WalletLinks } from '../../presentation/hooks/use-wallet-link.js';
export type { Wallets } from '../../presentation/hooks/use-wallet-list.js';
export { useWalletSearch, type WalletSearchInput, type WalletSearchResult } from '../../presentation/hooks/use-wallet-search.js';
export { useWallets } from '../../presentation/hooks/use-wallets.js';
export type { NamespaceInput } from '../../presentation/hooks/watch-connection.js';
export { en, type Messages } from '../../presentation/messages/en.js';
export type { MountedModal, MountModalOptions } from '../../presentation/modal/mount-modal.js';
export { ConnectEmbed, type ConnectEmbedProps } from '../../presentation/provider/connect-embed.js';
export { LatchkeyProvider, type LatchkeyProviderProps } from '../../presentation/provider/latchkey-provider.js';
export { mountModal } from '../../presentation/provider/load-modal.js';
