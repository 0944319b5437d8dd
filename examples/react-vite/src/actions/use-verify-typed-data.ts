import type { TypedData } from 'latchkey';
import { useEffect, useState } from 'react';
import { type Address, createPublicClient, type Hex, hashTypedData, http } from 'viem';
import type { Verdict } from './signature.js';

/** Typed data, the account that was asked to sign it, and an RPC endpoint of the account's network. */
export interface SignedTypedData {
  readonly typedData: TypedData;
  readonly address: string;
  readonly rpcUrl: string | undefined;
}

const PENDING: Verdict = { isValid: undefined, error: null };

/** The account may be a contract: then the network tells if the signature is the account's. @see https://eips.ethereum.org/EIPS/eip-6492 */
const isSignedTypedData = ({ typedData, address, rpcUrl }: SignedTypedData, signature: string): Promise<boolean> =>
  createPublicClient({ transport: http(rpcUrl) }).verifyHash({
    hash: hashTypedData(typedData),
    // The client has validated the address. A wallet may return any text as its signature: viem rejects what is none.
    address: address as Address,
    signature: signature as Hex,
    mode: 'eoa',
  });

/** Verifies typed data as `useVerifyMessage` verifies messages. Keep the identity of `signed` while the signature is shown. */
export const useVerifyTypedData = (signed: SignedTypedData | undefined, signature: string | undefined): Verdict => {
  const [verdict, setVerdict] = useState(PENDING);
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Verdict): void => {
      if (isCurrent) setVerdict(next);
    };
    show(PENDING);
    if (signed !== undefined && signature !== undefined)
      isSignedTypedData(signed, signature).then(
        (isValid) => show({ isValid, error: null }),
        (error: Error) => show({ isValid: undefined, error }),
      );
    return () => {
      isCurrent = false;
    };
  }, [signed, signature]);
  return verdict;
};
