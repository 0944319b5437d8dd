import type { Namespace } from '../caip/namespace.js';
import type { LossReason } from '../connection/connection-state.js';

interface WithAccount {
  readonly isSmartAccount: boolean;
}
interface WithNetwork extends WithAccount {
  readonly network: string;
}
interface SwapProperties extends WithNetwork {
  readonly swapFromToken: string;
  readonly swapToToken: string;
  readonly swapFromAmount: string;
  readonly swapToAmount: string;
}
interface SendProperties extends WithNetwork {
  readonly token: string;
  readonly amount: string;
}
interface HistoryProperties extends WithAccount {
  readonly address: string | undefined;
  readonly projectId: string | undefined;
  readonly cursor: string | undefined;
}
type None = undefined;

/** Properties of the events that apps receive with `onEvent`, by event name. */
export interface TrackedEvents {
  MODAL_CREATED: None;
  MODAL_OPEN: { readonly connected: boolean };
  MODAL_CLOSE: { readonly connected: boolean };
  /** Names of the options that are set; never their values, which may contain keys. */
  INITIALIZE: { readonly options: readonly string[]; readonly networks: readonly string[] };
  CLICK_ALL_WALLETS: None;
  SELECT_WALLET: { readonly name: string; readonly platform: 'mobile' | 'desktop' | 'browser' | 'web' | 'qrcode' | 'unsupported' };
  SEARCH_WALLET: { readonly badge: string | undefined; readonly search: string };
  /** Not emitted for a login with a social account, which emits `SOCIAL_LOGIN_SUCCESS`. */
  CONNECT_SUCCESS: { readonly method: 'qrcode' | 'mobile' | 'browser' | 'email'; readonly name: string };
  CONNECT_ERROR: { readonly message: string };
  /** The user followed the link to a wallet on a phone, and nothing opened within 1.5 s. `mobile_link` has no pairing URI. */
  CONNECT_PROXY_ERROR: { readonly message: string; readonly mobile_link: string; readonly name: string };
  /** A connection ended without a local disconnect. Emitted once per session in each tab. */
  CONNECTION_LOST: { readonly namespaces: readonly Namespace[]; readonly reason: LossReason; readonly name: string };
  DISCONNECT_SUCCESS: { readonly namespace: Namespace | 'all' };
  DISCONNECT_ERROR: { readonly message: string };
  INTERNAL_SDK_ERROR: {
    readonly errorType: string;
    readonly errorMessage: string;
    readonly stackTrace: string;
    readonly uncaught: boolean;
  };
  CLICK_WALLET_HELP: None;
  CLICK_NETWORK_HELP: None;
  CLICK_GET_WALLET: None;
  CLICK_NETWORKS: None;
  CLICK_TRANSACTIONS: WithAccount;
  ERROR_FETCH_TRANSACTIONS: HistoryProperties;
  LOAD_MORE_TRANSACTIONS: HistoryProperties;
  CLICK_SIGN_SIWX_MESSAGE: WithNetwork;
  CLICK_CANCEL_SIWX: WithNetwork;
  SIWX_AUTH_SUCCESS: WithNetwork;
  SIWX_AUTH_ERROR: WithNetwork;
  EMAIL_LOGIN_SELECTED: None;
  EMAIL_SUBMITTED: None;
  DEVICE_REGISTERED_FOR_EMAIL: None;
  EMAIL_VERIFICATION_CODE_SENT: None;
  EMAIL_VERIFICATION_CODE_PASS: None;
  EMAIL_VERIFICATION_CODE_FAIL: { readonly message: string };
  EMAIL_EDIT: None;
  EMAIL_UPGRADE_FROM_MODAL: None;
  SWITCH_NETWORK: { readonly network: string };
  SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: string; readonly network: string };
  SOCIAL_LOGIN_STARTED: { readonly provider: string };
  SOCIAL_LOGIN_SUCCESS: { readonly provider: string };
  SOCIAL_LOGIN_ERROR: { readonly provider: string };
  SOCIAL_LOGIN_REQUEST_USER_DATA: { readonly provider: string };
  SOCIAL_LOGIN_CANCELED: { readonly provider: string };
  SELECT_BUY_CRYPTO: WithAccount;
  SELECT_WHAT_IS_A_BUY: WithAccount;
  SELECT_BUY_PROVIDER: WithAccount & { readonly provider: string };
  OPEN_SWAP: WithNetwork;
  CLICK_SELECT_TOKEN_TO_SWAP: None;
  INITIATE_SWAP: SwapProperties;
  SWAP_SUCCESS: SwapProperties;
  SWAP_ERROR: SwapProperties & { readonly message: string };
  SWAP_APPROVAL_ERROR: SwapProperties & { readonly message: string };
  OPEN_SEND: WithNetwork;
  SEND_INITIATED: SendProperties;
  SEND_SUCCESS: SendProperties;
  SEND_ERROR: SendProperties & { readonly message: string };
  CALL_INITIATED: WithNetwork;
  CALL_SUCCESS: WithNetwork;
  CALL_ERROR: WithNetwork & { readonly message: string };
  APPROVAL_INITIATED: WithNetwork;
  APPROVAL_SUCCESS: WithNetwork;
  /** Not emitted for the approval that a swap needs, which emits `SWAP_APPROVAL_ERROR`. */
  APPROVAL_ERROR: WithNetwork & { readonly message: string };
  BATCH_INITIATED: WithNetwork;
  BATCH_SUCCESS: WithNetwork;
  BATCH_ERROR: WithNetwork & { readonly message: string };
  PSBT_INITIATED: WithNetwork;
  PSBT_SUCCESS: WithNetwork;
  PSBT_ERROR: WithNetwork & { readonly message: string };
  CANCEL_INITIATED: WithNetwork;
  CANCEL_SUCCESS: WithNetwork;
  CANCEL_ERROR: WithNetwork & { readonly message: string };
  OPEN_ENS_FLOW: WithAccount;
  REGISTER_NAME_INITIATED: WithAccount & { readonly ensName: string };
  REGISTER_NAME_SUCCESS: WithAccount & { readonly ensName: string };
  REGISTER_NAME_ERROR: WithAccount & { readonly ensName: string; readonly error: string };
}

/** Name of a tracked event. */
export type TrackedEventName = keyof TrackedEvents;

/** A tracked event. `timestamp` is in milliseconds since the Unix epoch; `address` is the active account's. */
export type TrackedEvent = {
  readonly [Name in TrackedEventName]: {
    readonly type: 'track' | 'error';
    readonly event: Name;
    readonly properties: TrackedEvents[Name];
    readonly address: string | undefined;
    readonly timestamp: number;
  };
}[TrackedEventName];
