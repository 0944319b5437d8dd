import { createRequire } from 'node:module';
import type { AccountMeta, AccountSignerMeta, Address, Instruction, KeyPairSigner } from '@solana/kit';
import { callNode } from './call-node.js';
import { TOKENS_EACH, type TokenStock } from './sandbox-token.js';
import type { SolanaSdk } from './solana-sdk.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** @see https://spl.solana.com/token and https://www.solana-program.com/docs/token-2022 */
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const TOKEN_ACCOUNTS_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** First bytes of the instructions of both token programs, and of the one that opens accounts. */
const MINT_TO = 7;
const INITIALIZE_MINT_2 = 20;
const METADATA_POINTER = 39;
const CREATE_IDEMPOTENT = 1;

/** Bytes of a mint; with what Token-2022 adds for the pointer to its words; and those that its words need on top, at most. */
const MINT_BYTES = 82;
const MINT_WITH_POINTER_BYTES = 234;
const WORDS_BYTES = 200;

/** The first bytes of the hash of `spl_token_metadata_interface:initialize_account`. @see https://github.com/solana-program/token-metadata */
const INITIALIZE_METADATA = Buffer.from('d2e11ea258b84d8d', 'hex');

/** Who pays and mints, and the mints: keys of nothing but these bytes, so that the addresses are always the same. */
const PAYER_SEED = 0xf0;
const PAYER_LAMPORTS = 10_000_000_000;

/** A token as it is made. */
interface Kind {
  readonly seed: number;
  readonly program: string;
  readonly decimals: number;
  readonly words: { readonly name: string; readonly symbol: string } | null;
}

const KINDS: readonly Kind[] = [
  { seed: 0xf1, program: TOKEN_PROGRAM, decimals: 6, words: null },
  { seed: 0xf2, program: TOKEN_2022_PROGRAM, decimals: 9, words: { name: 'Sandbox Extra', symbol: 'SBE' } },
];

const packText = (text: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};

const packWhole = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

/** What the programs of Solana are told. */
class Bank {
  readonly #kit: SolanaSdk['kit'];
  readonly #rpcUrl: string;
  readonly #payer: KeyPairSigner;

  constructor(kit: SolanaSdk['kit'], rpcUrl: string, payer: KeyPairSigner) {
    this.#kit = kit;
    this.#rpcUrl = rpcUrl;
    this.#payer = payer;
  }

  get #payerBytes(): Buffer {
    return this.#bytesOf(this.#payer.address);
  }

  /** Makes a mint whose tokens the payer makes. */
  async create({ program, decimals, words }: Kind, mint: KeyPairSigner): Promise<void> {
    const space = words === null ? MINT_BYTES : MINT_WITH_POINTER_BYTES;
    const rent = Number(await callNode(this.#rpcUrl, 'getMinimumBalanceForRentExemption', [space + (words === null ? 0 : WORDS_BYTES)]));
    const kind = Buffer.alloc(4);
    const size = packWhole(BigInt(space));
    const owner = this.#bytesOf(program);
    const onMint = (data: Buffer, ...more: readonly (AccountMeta | AccountSignerMeta)[]): Instruction =>
      this.#instruction(program, data, this.#account(mint.address, true), ...more);
    await this.#send([
      this.#instruction(
        SYSTEM_PROGRAM,
        Buffer.concat([kind, packWhole(BigInt(rent)), size, owner]),
        this.#signer(this.#payer),
        this.#signer(mint),
      ),
      ...(words === null ? [] : [onMint(Buffer.concat([Buffer.of(METADATA_POINTER, 0), this.#payerBytes, this.#bytesOf(mint.address)]))]),
      onMint(Buffer.concat([Buffer.of(INITIALIZE_MINT_2, decimals), this.#payerBytes, Buffer.of(0)])),
      ...(words === null
        ? []
        : [
            onMint(
              Buffer.concat([INITIALIZE_METADATA, ...[words.name, words.symbol, ''].map(packText)]),
              this.#account(this.#payer.address, false),
              this.#account(mint.address, false),
              this.#signer(this.#payer),
            ),
          ]),
    ]);
  }

  /** Makes tokens for somebody, whose account is opened where there is none. */
  async give({ program }: Kind, mint: Address, to: string, amount: bigint): Promise<void> {
    const owner = this.#kit.address(to);
    const encoder = this.#kit.getAddressEncoder();
    const seeds = [owner, this.#kit.address(program), mint].map((each) => encoder.encode(each));
    const [account] = await this.#kit.getProgramDerivedAddress({ programAddress: this.#kit.address(TOKEN_ACCOUNTS_PROGRAM), seeds });
    await this.#send([
      this.#instruction(
        TOKEN_ACCOUNTS_PROGRAM,
        Buffer.of(CREATE_IDEMPOTENT),
        this.#signer(this.#payer),
        this.#account(account, true),
        this.#account(owner, false),
        this.#account(mint, false),
        this.#account(this.#kit.address(SYSTEM_PROGRAM), false),
        this.#account(this.#kit.address(program), false),
      ),
      this.#instruction(
        program,
        Buffer.concat([Buffer.of(MINT_TO), packWhole(amount)]),
        this.#account(mint, true),
        this.#account(account, true),
        this.#signer(this.#payer),
      ),
    ]);
  }

  #bytesOf(address: string): Buffer {
    return Buffer.from(this.#kit.getAddressEncoder().encode(this.#kit.address(address)));
  }

  #account(address: Address, isWritable: boolean): AccountMeta {
    return { address, role: isWritable ? this.#kit.AccountRole.WRITABLE : this.#kit.AccountRole.READONLY };
  }

  #signer(signer: KeyPairSigner): AccountSignerMeta {
    return { address: signer.address, role: this.#kit.AccountRole.WRITABLE_SIGNER, signer };
  }

  #instruction(program: string, data: Buffer, ...accounts: readonly (AccountMeta | AccountSignerMeta)[]): Instruction {
    return { programAddress: this.#kit.address(program), accounts, data: new Uint8Array(data) };
  }

  async #send(instructions: readonly Instruction[]): Promise<void> {
    const kit = this.#kit;
    const { value } = Object(await callNode(this.#rpcUrl, 'getLatestBlockhash', []));
    const lifetime = { blockhash: kit.blockhash(value.blockhash), lastValidBlockHeight: BigInt(value.lastValidBlockHeight) };
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (draft) => kit.setTransactionMessageFeePayerSigner(this.#payer, draft),
      (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => kit.appendTransactionMessageInstructions(instructions, draft),
    );
    const signed = await kit.signTransactionMessageWithSigners(message);
    await callNode(this.#rpcUrl, 'sendTransaction', [kit.getBase64EncodedWireTransaction(signed), { encoding: 'base64' }]);
  }
}

/**
 * Makes two tokens on a node of Solana, one of each token program, and gives each owner of both. Their mints have the same addresses on
 * every node.
 * @throws Error when the node refuses
 */
export const stockSolana = async (
  { chainId, rpcUrl }: { readonly chainId: string; readonly rpcUrl: string },
  owners: readonly string[],
): Promise<TokenStock> => {
  // As the node has it; `require` knows nothing of its types.
  const kit = createRequire(import.meta.url)('@solana/kit') as SolanaSdk['kit'];
  const signerOf = (seed: number): Promise<KeyPairSigner> => kit.createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed));
  const payer = await signerOf(PAYER_SEED);
  await callNode(rpcUrl, 'requestAirdrop', [payer.address, PAYER_LAMPORTS]);
  const bank = new Bank(kit, rpcUrl, payer);
  const made = await Promise.all(
    KINDS.map(async (kind) => {
      const mint = await signerOf(kind.seed);
      await bank.create(kind, mint);
      for (const owner of owners) await bank.give(kind, mint.address, owner, TOKENS_EACH * 10n ** BigInt(kind.decimals));
      const { decimals, words } = kind;
      return { kind, mint: mint.address, token: { asset: `${chainId}/token:${mint.address}`, symbol: words?.symbol ?? null, decimals } };
    }),
  );
  return {
    tokens: made.map(({ token }) => token),
    give: async ({ asset, to, amount }) => {
      const found = made.find(({ token }) => token.asset === asset);
      if (found === undefined) throw new Error(`The sandbox has no token ${asset}.`);
      await bank.give(found.kind, found.mint, to, amount);
    },
  };
};
