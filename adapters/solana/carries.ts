import type { SolanaInstruction, SolanaTransaction } from '../../domain/account/solana-transaction.js';

/** Sets limits and prices: a wallet may put its own in their place. @see https://solana.com/docs/core/fees#compute-budget */
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

const isSame = (
  [asked, inAsked]: readonly [SolanaInstruction, SolanaTransaction],
  [found, inFound]: readonly [SolanaInstruction, SolanaTransaction],
): boolean =>
  inAsked.keys[asked.program] === inFound.keys[found.program] &&
  asked.data.length === found.data.length &&
  asked.data.every((byte, index) => byte === found.data[index]) &&
  asked.accounts.length === found.accounts.length &&
  asked.accounts.every((place, index) => {
    const [key, other] = [inAsked.keys[place], inFound.keys[found.accounts[index] ?? -1]];
    // What stands in a lookup table only the chain knows.
    return key === undefined || other === undefined || key === other;
  });

/**
 * Whether a transaction does what another one does, in its order. A wallet may add instructions of its own, such as guards or fees,
 * renew the blockhash, and have somebody else pay the fee.
 */
export const carries = (signed: SolanaTransaction, asked: SolanaTransaction): boolean => {
  const wanted = asked.instructions.filter(({ program }) => asked.keys[program] !== COMPUTE_BUDGET);
  let done = 0;
  for (const instruction of signed.instructions) {
    const next = wanted[done];
    if (next !== undefined && isSame([next, asked], [instruction, signed])) done += 1;
  }
  return done === wanted.length;
};
