import type { TypedDataToPrimitiveTypes, TypedData as TypedDataTypes } from 'abitype';
import type { SignTypedDataState } from '../../application/account/sign-typed-data.use-case.js';
import type { TypedData } from '../../application/ports/chain.port.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ActionState } from './action-state.js';
import { type Action, useAction } from './use-action.js';

/** Message type, inferred if the types are `as const`. */
export type MessageOf<Types, PrimaryType> = string extends keyof Types
  ? TypedData['message']
  : Types extends TypedDataTypes
    ? TypedDataToPrimitiveTypes<Types>[PrimaryType & keyof Types]
    : never;

/** EIP-712 typed data whose `message` is checked against its `types`. */
export interface TypedDataVariables<Types extends TypedData['types'], PrimaryType extends keyof Types & string> {
  readonly domain: TypedData['domain'];
  readonly types: Types;
  readonly primaryType: PrimaryType;
  readonly message: MessageOf<Types, PrimaryType>;
  /** Default: the active namespace. */
  readonly namespace?: Namespace;
}

/** Signature of `signTypedData`, which infers the type of `message`. */
export type SignTypedDataFunction<Result> = <const Types extends TypedData['types'], PrimaryType extends keyof Types & string>(
  variables: TypedDataVariables<Types, PrimaryType>,
) => Result;

/**
 * Signs typed data with the connected account. `status` is `pending` with step `approve-in-wallet`, then `success` with the hex signature
 * in `data`, or `error`. Unmounting cancels.
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @example
 * const { signTypedData } = useSignTypedData();
 * signTypedData({ domain: { name: 'Shop' }, types: { Order: [{ name: 'total', type: 'uint256' }] }, primaryType: 'Order', message: { total: 1n } });
 */
export const useSignTypedData = (): ActionState<SignTypedDataState> &
  Pick<Action<[], SignTypedDataState>, 'cancel' | 'reset'> & {
    readonly signTypedData: SignTypedDataFunction<void>;
    readonly signTypedDataAsync: SignTypedDataFunction<Promise<string>>;
  } => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignTypedData', (useCases) => useCases.signTypedData);
  return {
    ...state,
    // Only narrows the parameter types of the use case.
    signTypedData: run as SignTypedDataFunction<void>,
    signTypedDataAsync: runAsync as SignTypedDataFunction<Promise<string>>,
    cancel,
    reset,
  };
};
