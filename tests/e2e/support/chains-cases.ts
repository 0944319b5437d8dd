import type { Sandbox } from '@latchkey/sandbox';
import { blake2AsU8a } from '@polkadot/util-crypto';
import { bitcoinFacts, type ChainFacts, polkadotFacts, solanaFacts } from './chains-facts.js';
import type { TokenTransfer } from './chains-flow.js';
import { solanaTokens } from './chains-tokens.js';

/** A transfer on a chain, and how to verify it. */
export interface ChainCase {
  readonly namespace: 'solana' | 'bip122' | 'polkadot';
  /** Name of its tab in the account view. */
  readonly name: RegExp;
  /** An account that is not in the sandbox's wallet. */
  readonly recipient: string;
  /** Decimal amount, as typed by the user. */
  readonly amount: string;
  /** The amount in base units. */
  readonly value: bigint;
  factsOf(sandbox: Sandbox): ChainFacts;
  /** Additional token transfers, if the chain has tokens. */
  tokensOf?(sandbox: Sandbox): readonly TokenTransfer[];
}

/** The recipient is an unused account. */
const SOLANA: ChainCase = {
  namespace: 'solana',
  name: /solana/i,
  recipient: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
  amount: '1.5',
  value: 1_500_000_000n,
  factsOf: solanaFacts,
  tokensOf: solanaTokens,
};

/** The recipient is the example address of BIP-173. @see BIP-173 */
const BITCOIN: ChainCase = {
  namespace: 'bip122',
  name: /bitcoin/i,
  recipient: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  amount: '0.0005',
  value: 50_000n,
  factsOf: bitcoinFacts,
};

/** The recipient is the public development account `//Bob`. Verifying requires `cryptoWaitReady`. */
export const POLKADOT: ChainCase = {
  namespace: 'polkadot',
  name: /polkadot/i,
  recipient: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  amount: '3',
  value: 30_000_000_000n,
  factsOf: (sandbox) => polkadotFacts(sandbox, (publicKey) => blake2AsU8a(publicKey, 128)),
};

/** The namespaces other than EVM. */
export const CHAIN_CASES: readonly ChainCase[] = [SOLANA, BITCOIN, POLKADOT];
