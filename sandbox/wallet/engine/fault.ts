import type { ProviderErrorJson } from './provider-error.js';

/** Polling interval while waiting for the fault to be removed. */
const POLL_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Delays a response according to the fault. */
export const holdResponse = async (
  fault: FaultMode & { readonly mode: 'late-response' },
  state: () => { readonly fault: Fault | null },
): Promise<void> => {
  if (fault.delayMs !== undefined) return pause(fault.delayMs);
  while (state().fault === fault) await pause(POLL_MS);
};

/** Methods that need the user's approval. Faults apply to these by default. */
export const APPROVAL_METHODS: readonly string[] = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_connect',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_signIn',
  'bip122_connect',
  'signMessage',
  'signPsbt',
  'sendTransfer',
  'polkadot_connect',
  'polkadot_signTransaction',
  'polkadot_signMessage',
];

/** How a wallet misbehaves. */
export type FaultMode =
  /** Rejects every request with 4001 without showing it. */
  | { readonly mode: 'reject-all' }
  /** Neither shows requests nor responds to them. */
  | { readonly mode: 'no-response' }
  /** Handles requests normally but delays the response by `delayMs`, or until the fault is removed. */
  | { readonly mode: 'late-response'; readonly delayMs?: number }
  /** Resolves with this value without showing the request. Default: an object of an unknown shape. */
  | { readonly mode: 'invalid-response'; readonly response?: unknown }
  /** Handles requests normally, but the result of `request()` calls its listeners twice, and every event is emitted twice. */
  | { readonly mode: 'double-response' }
  /** Drops the connection to the page when a request arrives, and discards the request. The page reconnects. */
  | { readonly mode: 'drop' }
  /** Rejects with exactly this value, which need not be an Error, without showing the request. */
  | { readonly mode: 'error-response'; readonly error: unknown };

/** A fault and the affected methods. Default: those that need the user's approval. For tests only. */
export type Fault = FaultMode & { readonly methods?: readonly string[] };

/** Returns true if a fault applies to a method. */
export const concerns = (fault: Fault | null, method: string): fault is Fault =>
  fault !== null && (fault.methods ?? APPROVAL_METHODS).includes(method);

/** Returns true if a fault prevents the request from being shown. */
export const preventsPrompt = ({ mode }: Fault): boolean => mode !== 'late-response' && mode !== 'double-response';

/**
 * Returns an error as thrown by wallets that wrap the node's error: the actual code is in `data.originalError.code`.
 * @param code the inner code, e.g. 4902
 */
export const wrappedError = (code: number, message: string): ProviderErrorJson => ({
  code: -32603,
  message: 'Internal JSON-RPC error.',
  data: { originalError: { code, message } },
});
