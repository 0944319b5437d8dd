import type { Sandbox } from '@latchkey/sandbox';
import { blake2AsU8a } from '@polkadot/util-crypto';
import { bitcoinFacts, type ChainFacts, polkadotFacts, solanaFacts } from './chains-facts.js';
import type { TokenTransfer } from './chains-flow.js';
import { solanaTokens } from './chains-tokens.js';

/** What is sent in a namespace, and how it is checked. */
export interface ChainCase {
  readonly namespace: 'solana' | 'bip122' | 'polkadot';
  /** Its tab in the account view. */
  readonly name: RegExp;
  /** An account that the wallet of the sandbox does not hold. */
  readonly recipient: string;
  /** In whole coins, as a person types it. */
  readonly amount: string;
  /** The same in base units. */
  readonly value: bigint;
  factsOf(world: Sandbox): ChainFacts;
  /** What is sent besides the coin; nothing where the chain has no tokens. */
  tokensOf?(world: Sandbox): readonly TokenTransfer[];
}

/** An account that no one has used. */
const SOLANA: ChainCase = {
  namespace: 'solana',
  name: /solana/i,
  recipient: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
  amount: '1.5',
  value: 1_500_000_000n,
  factsOf: solanaFacts,
  tokensOf: solanaTokens,
};

/** @see BIP-173 for the address, which no one owns */
const BITCOIN: ChainCase = {
  namespace: 'bip122',
  name: /bitcoin/i,
  recipient: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  amount: '0.0005',
  value: 50_000n,
  factsOf: bitcoinFacts,
};

/** To the public development account `//Bob`. Who checks calls `cryptoWaitReady` first. */
export const POLKADOT: ChainCase = {
  namespace: 'polkadot',
  name: /polkadot/i,
  recipient: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  amount: '3',
  value: 30_000_000_000n,
  factsOf: (world) => polkadotFacts(world, (publicKey) => blake2AsU8a(publicKey, 128)),
};

/** The namespaces beside EVM. */
export const CHAIN_CASES: readonly ChainCase[] = [SOLANA, BITCOIN, POLKADOT];
