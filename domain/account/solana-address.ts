/** A Solana address: 32 to 44 characters of the Bitcoin base58 alphabet, from start to end. */
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether a text is a Solana address. @see https://solana.com/docs/terminology#public-key-pubkey */
export const isSolanaAddress = (value: unknown): value is string => typeof value === 'string' && SOLANA_ADDRESS.test(value);
