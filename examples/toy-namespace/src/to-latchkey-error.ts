import { type ChainId, LatchkeyError } from 'latchkey';
import type { ToyErrorCode } from './toy-provider.js';

/** What is the same in every answer to a method. */
interface Asked {
  /** The port's own name of what was asked. */
  readonly method: string;
  /** The chain that it was about. */
  readonly chainId: ChainId;
  /** The chain that the wallet is on. */
  readonly walletChainId: ChainId;
}

const TABLE: Readonly<Record<ToyErrorCode, (asked: Asked) => LatchkeyError>> = {
  rejected: ({ method }) => new LatchkeyError('wallet/rejected', { method }),
  busy: ({ method }) => new LatchkeyError('wallet/request-pending', { method }),
  'not-allowed': ({ method }) => new LatchkeyError('wallet/unauthorized', { method }),
  'unknown-method': ({ method }) => new LatchkeyError('wallet/unsupported-method', { method }),
  'unknown-network': ({ chainId }) => new LatchkeyError('network/unrecognized-chain', { chainId }),
  'wrong-network': ({ chainId, walletChainId }) => new LatchkeyError('network/wrong-chain', { chainId, walletChainId }),
};

const isKnown = (code: unknown): code is ToyErrorCode => typeof code === 'string' && Object.hasOwn(TABLE, code);

/** What a wallet threw, as Latchkey knows it. A wallet may throw anything; its text goes nowhere. */
export const toLatchkeyError = (error: unknown, asked: Asked): LatchkeyError => {
  const { code } = Object(error);
  return isKnown(code) ? TABLE[code](asked) : new LatchkeyError('wallet/request-failed', { method: asked.method, rpcCode: null });
};
