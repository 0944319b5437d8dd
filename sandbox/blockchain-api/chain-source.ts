import type { AccountTransaction } from './chain-index.js';

/** A coin or token. */
export interface TokenInfo {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** True for a mint of one indivisible token. */
  readonly isNft: boolean;
}

/** An amount of a coin or token that an account holds. */
export interface HeldToken extends TokenInfo {
  /** Contract or mint; `null` for the coin. */
  readonly token: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/** Name and picture of an NFT. */
export interface NftInfo {
  readonly name: string;
  readonly collection: string;
  /** `data:` or remote URL; `null` without a picture. */
  readonly image: string | null;
}

/** An NFT that an account holds. */
export interface HeldNft extends NftInfo {
  /** Contract or mint. */
  readonly token: string;
  /** Decimal; `null` where the mint names the NFT. */
  readonly tokenId: string | null;
  readonly quantity: bigint;
}

/** Names an NFT of a chain. */
export type NftKey = Pick<HeldNft, 'token' | 'tokenId'>;

/** A chain that the service reads. Accounts and tokens are in the form of the index. All reads throw `RequestError` if the node fails. */
export interface ChainSource {
  /** CAIP-2. */
  readonly chainId: string;
  readonly namespace: 'eip155' | 'solana';
  readonly hasWebSocket: boolean;
  readonly coin: TokenInfo;
  /** CAIP-19 id of the coin, or of a token. */
  assetOf(token: string | null): string;
  /** Reads an address as the index has it; `null` if it is none. */
  parseAddress(text: string): string | null;
  /** Shows an address of the index. */
  showAddress(address: string): string;
  /** Tests for the address that stands for the coin. */
  isCoin(address: string): boolean;
  /** Brings the index up to the head of the chain, at least for an account. */
  catchUp(account: string): Promise<void>;
  /** Transactions of an account that are not in a block yet, newest first. */
  pending(account: string): Promise<readonly AccountTransaction[]>;
  describeTokens(tokens: readonly string[]): Promise<ReadonlyMap<string, TokenInfo>>;
  /** The coin, and the tokens with a balance. @param more tokens to look for besides those that the account ever received */
  balances(account: string, more: readonly string[]): Promise<readonly HeldToken[]>;
  /** NFTs after one, in a fixed order. */
  nfts(account: string, after: NftKey | null, limit: number): Promise<readonly HeldNft[]>;
  /** Describes NFTs, in their order. */
  describeNfts(keys: readonly NftKey[]): Promise<readonly NftInfo[]>;
}

/** A short form of an address, for tokens without a symbol. */
export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;

/** Runs one call at a time: a call waits for the running one, and those that wait share the next, so that each sees what was there before it. */
export class SerialRunner {
  readonly #run: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  start(): Promise<void> {
    if (this.#running === null) {
      this.#running = this.#run().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        return this.start();
      });
    return this.#next;
  }
}
