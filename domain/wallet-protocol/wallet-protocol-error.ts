import type { ErrorContexts } from '../errors/error-contexts.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { WALLET_PROTOCOL_ERRORS } from '../errors/on-demand/wallet-protocol-errors.js';

/** A code whose sentence travels with the wallet protocol. */
export type WalletProtocolErrorCode = keyof (typeof WALLET_PROTOCOL_ERRORS)['messages'];

/** Makes an error of the wallet protocol, its relay or its pairings. */
export const walletProtocolError = <Code extends WalletProtocolErrorCode>(
  code: Code,
  context: ErrorContexts[Code],
  cause?: unknown,
): LatchkeyError<Code> => {
  const options = { tables: WALLET_PROTOCOL_ERRORS, ...(cause === undefined ? {} : { cause }) };
  // The tables hold every code of the type; TypeScript cannot see it through the generic.
  return new (LatchkeyError as new (code: Code, context: ErrorContexts[Code], options: unknown) => LatchkeyError<Code>)(
    code,
    context,
    options,
  );
};
