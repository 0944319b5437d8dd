import type { VerifyMessageInput } from '../../application/account/verify-message.use-case.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/** A signed message. Nothing is verified until `message` and `signature` are set. */
export type VerifyMessageParameters = { readonly [Name in keyof VerifyMessageInput]?: VerifyMessageInput[Name] | undefined };

/**
 * Verifies that the connected account, or `account`, signed a message. `data` is true if it did. For display only: a server must verify
 * again.
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @example const { data: isValid } = useVerifyMessage({ message: 'hello', signature });
 */
export const useVerifyMessage = ({ message, signature, account, publicKey }: VerifyMessageParameters) => {
  const { caipAddress } = useAccount();
  const input =
    message === undefined || signature === undefined
      ? null
      : {
          message,
          signature,
          ...(account === undefined ? {} : { account }),
          ...(publicKey === undefined ? {} : { publicKey }),
        };
  return useRead('useVerifyMessage', ({ verifyMessage }) => verifyMessage, input, account ?? caipAddress);
};
