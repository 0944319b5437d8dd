import type { TypedData } from 'latchkey';
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem';

/** The address that signed a text, found from the signature alone; `null` for a signature that names nobody. */
export const signerOfMessage = (message: string, signature: string): Promise<string | null> =>
  // A wallet may answer anything; viem throws at what is no signature.
  recoverMessageAddress({ message, signature: signature as Hex }).catch(() => null);

/** The address that signed typed data; `null` for a signature that names nobody. */
export const signerOfTypedData = (typedData: TypedData, signature: string): Promise<string | null> =>
  recoverTypedDataAddress({ ...typedData, signature: signature as Hex }).catch(() => null);
