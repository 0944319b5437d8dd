import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TrackedEventName, TrackedEvents } from '../../../../domain/analytics/tracked-event.js';

/** Missing and surplus events and properties are compile errors. */
type Table = {
  readonly [Name in TrackedEventName]: Readonly<Record<TrackedEvents[Name] extends undefined ? never : keyof TrackedEvents[Name], true>>;
};

const TABLE: Table = {
  MODAL_CREATED: {},
  MODAL_OPEN: { connected: true },
  MODAL_CLOSE: { connected: true },
  INITIALIZE: { options: true, networks: true },
  CLICK_ALL_WALLETS: {},
  SELECT_WALLET: { name: true, platform: true },
  SEARCH_WALLET: { badge: true, search: true },
  CONNECT_SUCCESS: { method: true, name: true },
  CONNECT_ERROR: { message: true },
  CONNECT_PROXY_ERROR: { message: true, mobile_link: true, name: true },
  CONNECTION_LOST: { namespaces: true, reason: true, name: true },
  DISCONNECT_SUCCESS: { namespace: true },
  DISCONNECT_ERROR: { message: true },
  INTERNAL_SDK_ERROR: { errorType: true, errorMessage: true, stackTrace: true, uncaught: true },
  CLICK_WALLET_HELP: {},
  CLICK_NETWORK_HELP: {},
  CLICK_GET_WALLET: {},
  CLICK_NETWORKS: {},
  CLICK_TRANSACTIONS: { isSmartAccount: true },
  ERROR_FETCH_TRANSACTIONS: { isSmartAccount: true, address: true, projectId: true, cursor: true },
  LOAD_MORE_TRANSACTIONS: { isSmartAccount: true, address: true, projectId: true, cursor: true },
  CLICK_SIGN_SIWX_MESSAGE: { isSmartAccount: true, network: true },
  CLICK_CANCEL_SIWX: { isSmartAccount: true, network: true },
  SIWX_AUTH_SUCCESS: { isSmartAccount: true, network: true },
  SIWX_AUTH_ERROR: { isSmartAccount: true, network: true },
  EMAIL_LOGIN_SELECTED: {},
  EMAIL_SUBMITTED: {},
  DEVICE_REGISTERED_FOR_EMAIL: {},
  EMAIL_VERIFICATION_CODE_SENT: {},
  EMAIL_VERIFICATION_CODE_PASS: {},
  EMAIL_VERIFICATION_CODE_FAIL: { message: true },
  EMAIL_EDIT: {},
  EMAIL_UPGRADE_FROM_MODAL: {},
  SWITCH_NETWORK: { network: true },
  SET_PREFERRED_ACCOUNT_TYPE: { accountType: true, network: true },
  SOCIAL_LOGIN_STARTED: { provider: true },
  SOCIAL_LOGIN_SUCCESS: { provider: true },
  SOCIAL_LOGIN_ERROR: { provider: true },
  SOCIAL_LOGIN_REQUEST_USER_DATA: { provider: true },
  SOCIAL_LOGIN_CANCELED: { provider: true },
  SELECT_BUY_CRYPTO: { isSmartAccount: true },
  SELECT_WHAT_IS_A_BUY: { isSmartAccount: true },
  SELECT_BUY_PROVIDER: { isSmartAccount: true, provider: true },
  OPEN_SWAP: { isSmartAccount: true, network: true },
  CLICK_SELECT_TOKEN_TO_SWAP: {},
  INITIATE_SWAP: { isSmartAccount: true, network: true, swapFromToken: true, swapToToken: true, swapFromAmount: true, swapToAmount: true },
  SWAP_SUCCESS: { isSmartAccount: true, network: true, swapFromToken: true, swapToToken: true, swapFromAmount: true, swapToAmount: true },
  SWAP_ERROR: {
    isSmartAccount: true,
    network: true,
    swapFromToken: true,
    swapToToken: true,
    swapFromAmount: true,
    swapToAmount: true,
    message: true,
  },
  SWAP_APPROVAL_ERROR: {
    isSmartAccount: true,
    network: true,
    swapFromToken: true,
    swapToToken: true,
    swapFromAmount: true,
    swapToAmount: true,
    message: true,
  },
  OPEN_SEND: { isSmartAccount: true, network: true },
  SEND_INITIATED: { isSmartAccount: true, network: true, token: true, amount: true },
  SEND_SUCCESS: { isSmartAccount: true, network: true, token: true, amount: true },
  SEND_ERROR: { isSmartAccount: true, network: true, token: true, amount: true, message: true },
  CALL_INITIATED: { isSmartAccount: true, network: true },
  CALL_SUCCESS: { isSmartAccount: true, network: true },
  CALL_ERROR: { isSmartAccount: true, network: true, message: true },
  APPROVAL_INITIATED: { isSmartAccount: true, network: true },
  APPROVAL_SUCCESS: { isSmartAccount: true, network: true },
  APPROVAL_ERROR: { isSmartAccount: true, network: true, message: true },
  BATCH_INITIATED: { isSmartAccount: true, network: true },
  BATCH_SUCCESS: { isSmartAccount: true, network: true },
  BATCH_ERROR: { isSmartAccount: true, network: true, message: true },
  PSBT_INITIATED: { isSmartAccount: true, network: true },
  PSBT_SUCCESS: { isSmartAccount: true, network: true },
  PSBT_ERROR: { isSmartAccount: true, network: true, message: true },
  CANCEL_INITIATED: { isSmartAccount: true, network: true },
  CANCEL_SUCCESS: { isSmartAccount: true, network: true },
  CANCEL_ERROR: { isSmartAccount: true, network: true, message: true },
  OPEN_ENS_FLOW: { isSmartAccount: true },
  REGISTER_NAME_INITIATED: { isSmartAccount: true, ensName: true },
  REGISTER_NAME_SUCCESS: { isSmartAccount: true, ensName: true },
  REGISTER_NAME_ERROR: { isSmartAccount: true, ensName: true, error: true },
};

describe('docs/guides/privacy.md', () => {
  it('lists every event with its properties', () => {
    const page = readFileSync('docs/guides/privacy.md', 'utf8');
    const listed = [...page.matchAll(/^\| `([A-Z_]+)` \|(.*)\|$/gm)].map(([, name = '', cell = '']) => [
      name,
      [...cell.matchAll(/`(\w+)`/g)].map(([, property]) => property).sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(TABLE).map(([name, row]) => [name, Object.keys(row).sort()])),
    );
    expect(listed).toHaveLength(Object.keys(TABLE).length);
  });
});
