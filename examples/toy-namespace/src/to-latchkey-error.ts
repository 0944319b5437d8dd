import { type ChainId, LatchkeyError } from 'latchkey';
import type { ToyErrorCode } from './toy-provider.js';

/** Context of the failed request. */
interface RequestContext {
  /** Method name of the chain port. */
  readonly method: string;
  /** Chain of the request. */
  readonly chainId: ChainId;
  /** Current chain of the wallet. */
  readonly walletChainId: ChainId;
}

const TABLE: Readonly<Record<ToyErrorCode, (context: RequestContext) => LatchkeyError>> = {
  rejected: ({ method }) => new LatchkeyError('wallet/rejected', { method }),
  busy: ({ method }) => new LatchkeyError('wallet/request-pending', { method }),
  'not-allowed': ({ method }) => new LatchkeyError('wallet/unauthorized', { method }),
  'unknown-method': ({ method }) => new LatchkeyError('wallet/unsupported-method', { method }),
  'unknown-network': ({ chainId }) => new LatchkeyError('network/unrecognized-chain', { chainId }),
  'wrong-network': ({ chainId, walletChainId }) => new LatchkeyError('network/wrong-chain', { chainId, walletChainId }),
};

const isKnown = (code: unknown): code is ToyErrorCode => typeof code === 'string' && Object.hasOwn(TABLE, code);

/** Maps a wallet's error to a Latchkey error. A wallet may throw anything; its message is dropped. */
export const toLatchkeyError = (error: unknown, context: RequestContext): LatchkeyError => {
  const { code } = Object(error);
  return isKnown(code) ? TABLE[code](context) : new LatchkeyError('wallet/request-failed', { method: context.method, rpcCode: null });
};
