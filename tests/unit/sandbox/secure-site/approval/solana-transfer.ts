import { base58 } from '@scure/base';

const KEYS = {
  from: Uint8Array.from({ length: 32 }, () => 7),
  to: Uint8Array.from({ length: 32 }, () => 9),
  system: new Uint8Array(32),
};

export const SOLANA_ADDRESS = base58.encode(KEYS.from);
export const SOLANA_RECIPIENT = base58.encode(KEYS.to);

/** An unsigned transfer of lamports by the system program, or another instruction of it. */
export const solanaTransfer = (lamports: bigint, instruction = 2): Uint8Array<ArrayBuffer> => {
  const amount = Array.from({ length: 8 }, (_, index) => Number((lamports >> BigInt(8 * index)) & 255n));
  return Uint8Array.of(
    1,
    ...new Uint8Array(64),
    ...[1, 0, 1, 3],
    ...KEYS.from,
    ...KEYS.to,
    ...KEYS.system,
    ...new Uint8Array(32),
    ...[1, 2, 2, 0, 1, 12],
    ...[instruction, 0, 0, 0],
    ...amount,
  );
};
