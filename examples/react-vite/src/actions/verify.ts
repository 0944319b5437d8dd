import type { TypedData } from 'latchkey';
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem';

/** Recovers the address that signed a message; `null` for an invalid signature. */
export const signerOfMessage = (message: string, signature: string): Promise<string | null> =>
  // A wallet may return anything. viem throws on malformed signatures.
  recoverMessageAddress({ message, signature: signature as Hex }).catch(() => null);

/** Recovers the address that signed typed data; `null` for an invalid signature. */
export const signerOfTypedData = (typedData: TypedData, signature: string): Promise<string | null> =>
  recoverTypedDataAddress({ ...typedData, signature: signature as Hex }).catch(() => null);
