import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** What only wallets of one namespace are asked; `signMessageBy` is Bitcoin's call of two ways to sign a text. */
export type FakeCallName =
  | 'sendCalls'
  | 'getCallsStatus'
  | 'showCallsStatus'
  | 'getCapabilities'
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

/** What a wallet is asked. `resume` and `disconnect` never reach the person. */
export type FakeOperation =
  | 'connect'
  | 'resume'
  | 'switchNetwork'
  | 'addNetwork'
  | 'signMessage'
  | 'signTypedData'
  | 'sendTransaction'
  | 'disconnect'
  | FakeCallName;

/**
 * How a fake wallet answers: truthfully by its state (`approve`), with the error of the same name, with nonsense
 * (`garbage`), not at all (`never`), when `FakeWallet.release` is called (`late`), or with the given error.
 * `forbidden` marks a call that must not happen: it ends in a defect.
 */
export type FakeAnswer =
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
  | 'forbidden'
  | Error;

/** The error an answer stands for; only a `forbidden` call is a defect. */
export const fakeFailure = (method: FakeOperation, answer: Exclude<FakeAnswer, 'approve' | 'never' | 'late' | Error>): Error => {
  switch (answer) {
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
