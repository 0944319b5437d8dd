import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Namespace-specific wallet calls; `signMessageBy` is `signMessage` of `Bip122Calls`. */
export type FakeCallName =
  | 'sendCalls'
  | 'getCallsStatus'
  | 'showCallsStatus'
  | 'getCapabilities'
  | 'getAssets'
  | 'sendUserOperation'
  | 'getUserOperationReceipt'
  | 'getPermissions'
  | 'requestPermissions'
  | 'signTransactions'
  | 'signAndSendTransaction'
  | 'signIn'
  | 'signPsbt'
  | 'signMessageBy'
  | 'getAddresses'
  | 'signPayload'
  | 'signRaw';

/** Operation of a fake wallet. `resume` and `disconnect` never prompt the user. */
export type FakeOperation =
  | 'connect'
  | 'resume'
  | 'switchNetwork'
  | 'addNetwork'
  | 'signMessage'
  | 'signInMessage'
  | 'signTypedData'
  | 'sendTransaction'
  | 'replaceTransaction'
  | 'disconnect'
  | FakeCallName;

/**
 * Response of a fake wallet: the regular one (`approve`), an error (named after it), invalid data
 * (`garbage`), none (`never`), one when `FakeWallet.release` is called (`late`), or the given error. `forbidden` marks a
 * call that must not happen: it causes a defect.
 *
 * Only for `sendTransaction`, until `FakeWallet.release` is called: `queued` waits for another payment, then is approved. `unanswered` is
 * broadcast by the app and in the network, `unanswered-refusal` is refused; the app receives the response of the RPC endpoint then.
 */
export type FakeResponse =
  | 'approve'
  | 'reject'
  | 'pending'
  | 'unauthorized'
  | 'unsupported'
  | 'lost'
  | 'fail'
  | 'garbage'
  | 'never'
  | 'late'
  | 'queued'
  | 'unanswered'
  | 'unanswered-refusal'
  | 'forbidden'
  | Error;

/** Responses that are an error named after them. */
export type FakeErrorResponse = Exclude<
  FakeResponse,
  'approve' | 'never' | 'late' | 'queued' | 'unanswered' | 'unanswered-refusal' | Error
>;

/** Returns the error of a response; only a `forbidden` call is a defect. */
export const fakeError = (method: FakeOperation, response: FakeErrorResponse): Error => {
  switch (response) {
    case 'reject':
      return new LatchkeyError('wallet/rejected', { method });
    case 'pending':
      return new LatchkeyError('wallet/request-pending', { method });
    case 'unauthorized':
      return new LatchkeyError('wallet/unauthorized', { method });
    case 'unsupported':
      return new LatchkeyError('wallet/unsupported-method', { method });
    case 'lost':
      return new LatchkeyError('wallet/disconnected', { method });
    case 'garbage':
      return new LatchkeyError('wallet/invalid-response', { method });
    case 'fail':
      return new LatchkeyError('wallet/request-failed', { method, rpcCode: -32000 });
    case 'forbidden':
      return new Error(`${method} must not be called here`);
  }
};
