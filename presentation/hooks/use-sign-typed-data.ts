import type { TypedDataToPrimitiveTypes, TypedData as TypedDataTypes } from 'abitype';
import type { TypedData } from '../../application/ports/chain.port.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useAction } from './use-action.js';

/** The message of a type: known where the types are `as const`. */
type MessageOf<Types, PrimaryType> = string extends keyof Types
  ? TypedData['message']
  : Types extends TypedDataTypes
    ? TypedDataToPrimitiveTypes<Types>[PrimaryType & keyof Types]
    : never;

/** Structured data whose `message` is checked against its `types`. */
export interface TypedDataVariables<Types extends TypedData['types'], PrimaryType extends keyof Types & string> {
  readonly domain: TypedData['domain'];
  readonly types: Types;
  readonly primaryType: PrimaryType;
  readonly message: MessageOf<Types, PrimaryType>;
  /** Default: the active one. */
  readonly namespace?: Namespace;
}

type SignTypedDataFunction<Result> = <const Types extends TypedData['types'], PrimaryType extends keyof Types & string>(
  variables: TypedDataVariables<Types, PrimaryType>,
) => Result;

/**
 * Signs structured data with the connected account. `step` is `approve-in-wallet` while pending; `data` is the signature as hex. Unmounting
 * cancels.
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @example
 * const { signTypedData } = useSignTypedData();
 * signTypedData({ domain: { name: 'Shop' }, types: { Order: [{ name: 'total', type: 'uint256' }] }, primaryType: 'Order', message: { total: 1n } });
 */
export const useSignTypedData = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignTypedData', (useCases) => useCases.signTypedData);
  return {
    ...state,
    // The types are narrower than the use case's, whatever is signed.
    signTypedData: run as SignTypedDataFunction<void>,
    signTypedDataAsync: runAsync as SignTypedDataFunction<Promise<string>>,
    cancel,
    reset,
  };
};
