import type { TypedDataDomain, TypedDataToPrimitiveTypes, TypedData as TypedDataTypes } from 'abitype';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useAction } from './use-action.js';

/** Structured data whose `message` is checked against its `types`, where these are `as const`. */
export interface TypedDataVariables<Types extends TypedDataTypes, PrimaryType extends keyof Types & string> {
  readonly domain: TypedDataDomain;
  readonly types: Types;
  readonly primaryType: PrimaryType;
  readonly message: TypedDataToPrimitiveTypes<Types>[PrimaryType];
  /** Default: the active one. */
  readonly namespace?: Namespace;
}

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
    signTypedData: run as <const Types extends TypedDataTypes, PrimaryType extends keyof Types & string>(
      variables: TypedDataVariables<Types, PrimaryType>,
    ) => void,
    signTypedDataAsync: runAsync as <const Types extends TypedDataTypes, PrimaryType extends keyof Types & string>(
      variables: TypedDataVariables<Types, PrimaryType>,
    ) => Promise<string>,
    cancel,
    reset,
  };
};
