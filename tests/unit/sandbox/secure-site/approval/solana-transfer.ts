import { base58 } from '@scure/base';

const KEYS = {
  from: Uint8Array.from({ length: 32 }, () => 7),
  to: Uint8Array.from({ length: 32 }, () => 9),
  system: new Uint8Array(32),
};

export const SOLANA_ADDRESS = base58.encode(KEYS.from);
export const SOLANA_RECIPIENT = base58.encode(KEYS.to);

/** Instructions of a program, which have no accounts. */
export interface MoreInstructions {
  /** Base58. */
  readonly program: string;
  readonly data: readonly (readonly number[])[];
}

/** An unsigned transfer of lamports by the system program, or another instruction of it. */
export const solanaTransfer = (lamports: bigint, instruction = 2, more: MoreInstructions | null = null): Uint8Array<ArrayBuffer> => {
  const amount = Array.from({ length: 8 }, (_, index) => Number((lamports >> BigInt(8 * index)) & 255n));
  return Uint8Array.of(
    1,
    ...new Uint8Array(64),
    ...[1, 0, 1, more === null ? 3 : 4],
    ...KEYS.from,
    ...KEYS.to,
    ...KEYS.system,
    ...(more === null ? [] : base58.decode(more.program)),
    ...new Uint8Array(32),
    ...[1 + (more?.data.length ?? 0), 2, 2, 0, 1, 12],
    ...[instruction, 0, 0, 0],
    ...amount,
    ...(more?.data ?? []).flatMap((data) => [3, 0, data.length, ...data]),
  );
};
