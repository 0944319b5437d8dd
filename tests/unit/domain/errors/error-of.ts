import type { ErrorCode, ErrorContexts } from '../../../../domain/errors/error-contexts.js';
import { ERROR_MESSAGES } from '../../../../domain/errors/error-messages.js';
import { ERROR_RECOVERY } from '../../../../domain/errors/error-recovery.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ACTIVITY_ERRORS } from '../../../../domain/errors/on-demand/activity-errors.js';
import { CHAIN_ERRORS } from '../../../../domain/errors/on-demand/chain-errors.js';
import { DIRECTORY_ERRORS } from '../../../../domain/errors/on-demand/directory-errors.js';
import { EMBEDDED_WALLET_ERRORS } from '../../../../domain/errors/on-demand/embedded-wallet-errors.js';
import { NAMES_ERRORS } from '../../../../domain/errors/on-demand/names-errors.js';
import { SEND_ERRORS } from '../../../../domain/errors/on-demand/send-errors.js';
import { SIGN_IN_ERRORS } from '../../../../domain/errors/on-demand/sign-in-errors.js';
import { SWAP_ERRORS } from '../../../../domain/errors/on-demand/swap-errors.js';
import { WALLET_PROTOCOL_ERRORS } from '../../../../domain/errors/on-demand/wallet-protocol-errors.js';

const CORE = { messages: ERROR_MESSAGES, recovery: ERROR_RECOVERY };

/** Every table of the registry. */
export const ALL_TABLES = [
  CORE,
  ACTIVITY_ERRORS,
  CHAIN_ERRORS,
  DIRECTORY_ERRORS,
  EMBEDDED_WALLET_ERRORS,
  NAMES_ERRORS,
  SEND_ERRORS,
  SIGN_IN_ERRORS,
  SWAP_ERRORS,
  WALLET_PROTOCOL_ERRORS,
] as const;

/** Makes an error of any code: with the tables of its area, or without any where the code is one of the core. */
export const errorOf = <Code extends ErrorCode>(code: Code, context: ErrorContexts[Code]): LatchkeyError<Code> => {
  const tables = ALL_TABLES.find(({ messages }) => code in messages);
  // The type of the options depends on the code, which only the caller knows.
  const AnyError = LatchkeyError as new (code: Code, context: ErrorContexts[Code], options?: { tables: unknown }) => LatchkeyError<Code>;
  return tables === CORE ? new AnyError(code, context) : new AnyError(code, context, { tables });
};
