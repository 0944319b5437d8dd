import type { VerifyMessageInput } from '../../application/account/verify-message.use-case.js';
import { useAccount } from './use-account.js';
import { useRead } from './use-read.js';

/** A signed message. Nothing is verified before both `message` and `signature` are there. */
export type VerifyMessageParameters = { readonly [Name in keyof VerifyMessageInput]?: VerifyMessageInput[Name] | undefined };

/**
 * Verifies who signed a message: the connected account, or `account`. `data` is whether it did. For display only: a server has to verify for
 * itself.
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
