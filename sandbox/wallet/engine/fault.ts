import type { ProviderErrorJson } from './provider-error.js';

/** How often is looked whether the fault is still there. */
const LOOK_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for as long as the fault wants answers held back. */
export const untilLate = async (
  fault: FaultMode & { readonly mode: 'answer-late' },
  state: () => { readonly fault: Fault | null },
): Promise<void> => {
  if (fault.delayMs !== undefined) return pause(fault.delayMs);
  while (state().fault === fault) await pause(LOOK_MS);
};

/** Methods that ask the person. Faults concern these unless they name others. */
export const ASKING_METHODS: readonly string[] = [
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

/** What a misbehaving wallet does. */
export type FaultMode =
  /** Every request is rejected with 4001 and nothing is shown. */
  | { readonly mode: 'reject-all' }
  /** No request is shown or answered. */
  | { readonly mode: 'never-answer' }
  /** Requests are shown and done as usual, and their answer is held back; without `delayMs`, until the fault is taken away. */
  | { readonly mode: 'answer-late'; readonly delayMs?: number }
  /** Nothing is shown; the answer is this value, whatever was asked. Without `answer` it is an object of no known shape. */
  | { readonly mode: 'answer-garbage'; readonly answer?: unknown }
  /** Requests are done as usual; what `request()` returns calls its listeners twice, and each event comes twice. */
  | { readonly mode: 'answer-twice' }
  /** The line to the page breaks when the request comes, and the request is forgotten; the page comes back by itself. */
  | { readonly mode: 'drop' }
  /** Nothing is shown; `request()` rejects with exactly this value, which need not be an Error. */
  | { readonly mode: 'answer-error'; readonly error: unknown };

/** A fault and the methods it concerns; without `methods`, those that ask the person. Only tests set one. */
export type Fault = FaultMode & { readonly methods?: readonly string[] };

/** Whether a fault concerns a method. */
export const concerns = (fault: Fault | null, method: string): fault is Fault =>
  fault !== null && (fault.methods ?? ASKING_METHODS).includes(method);

/** Whether a fault answers, or keeps silent, before anything is shown to the person. */
export const answersUnseen = ({ mode }: Fault): boolean => mode !== 'answer-late' && mode !== 'answer-twice';

/**
 * An error in the shape of wallets that wrap what their node said: the telling code stands in `data.originalError.code`.
 * @param code the inner code, e.g. 4902
 */
export const wrappedError = (code: number, message: string): ProviderErrorJson => ({
  code: -32603,
  message: 'Internal JSON-RPC error.',
  data: { originalError: { code, message } },
});
