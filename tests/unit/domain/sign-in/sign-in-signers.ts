import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { getPublicKey, secretFromSeed, sign as signSr25519 } from '@scure/sr25519';
import { encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { wrapBytes } from '../../../../domain/signatures/wrap-bytes.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { eip155TestSigner } from '../../../../testing/wallets/eip155-test-signer.js';
import { solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';

/** Text of a signature's bytes, as wallets of a namespace return it. */
export interface SignatureEncoding {
  encode(bytes: Uint8Array): string;
  decode(text: string): Uint8Array;
}

export const HEX: SignatureEncoding = { encode: (bytes) => `0x${bytesToHex(bytes)}`, decode: (text) => hexToBytes(text.slice(2)) };

/** An account with a real key, that signs texts as the wallets of its namespace do. */
export interface SignInSigner {
  readonly chainId: ChainId;
  readonly otherChainId: ChainId;
  readonly accountAddress: string;
  /** Address on the other chain, if it differs. */
  readonly otherAddress?: string;
  readonly encoding: SignatureEncoding;
  sign(text: string): Promise<string>;
}

/** The key of a name in the namespaces whose test signers do not show theirs: 32 bytes. */
export const testSecret = (name: string): Uint8Array => sha256(utf8ToBytes(`latchkey test key ${name}`));

const evm = async (name: string): Promise<SignInSigner> => {
  const { address, signMessage } = eip155TestSigner(name);
  return {
    chainId: toChainId('eip155:1'),
    otherChainId: toChainId('eip155:137'),
    accountAddress: address,
    encoding: HEX,
    sign: async (text) => (await signMessage?.({ message: { raw: `0x${bytesToHex(utf8ToBytes(text))}` } })) ?? '',
  };
};

/** The seed of a name. */
export const solanaSeed = (name: string): Uint8Array => utf8ToBytes(name.padEnd(32, '.'));

const solana = async (name: string): Promise<SignInSigner> => {
  const { address, sign } = await solanaTestSigner(solanaSeed(name));
  return {
    chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    otherChainId: toChainId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    accountAddress: address,
    encoding: base58,
    sign: async (text) => base58.encode(await sign(utf8ToBytes(text))),
  };
};

const bitcoin =
  (type: 'p2wpkh' | 'p2tr' | 'p2pkh') =>
  async (name: string): Promise<SignInSigner> => {
    const key = bip122TestKey(type, name);
    return {
      chainId: toChainId('bip122:000000000019d6689c085ae165831e93'),
      otherChainId: toChainId('bip122:000000000933ea01ad0ee984209779ba'),
      accountAddress: key.addressOn('main'),
      otherAddress: key.addressOn('test'),
      encoding: base64,
      sign: async (text) => base64.encode(signTestMessage(key, text, type === 'p2pkh' ? 'ecdsa' : 'bip322')),
    };
  };

/** Keys of Polkadot accounts: the account id of a secret key, and its signature. */
export const POLKADOT_KEYS = {
  sr25519: {
    accountId: (secret: Uint8Array) => getPublicKey(secretFromSeed(secret)),
    sign: (bytes: Uint8Array, secret: Uint8Array) => signSr25519(secretFromSeed(secret), bytes, new Uint8Array(32)),
  },
  ed25519: { accountId: (secret: Uint8Array) => ed25519.getPublicKey(secret), sign: ed25519.sign },
  ecdsa: {
    accountId: (secret: Uint8Array) => blake2b(secp256k1.getPublicKey(secret, true), { dkLen: 32 }),
    sign: (bytes: Uint8Array, secret: Uint8Array) => {
      const [recovery = 0, ...numbers] = secp256k1.sign(blake2b(bytes, { dkLen: 32 }), secret, { prehash: false, format: 'recovered' });
      return Uint8Array.from([...numbers, recovery]);
    },
  },
} as const;

const polkadot =
  (type: keyof typeof POLKADOT_KEYS) =>
  async (name: string): Promise<SignInSigner> => {
    const { accountId, sign } = POLKADOT_KEYS[type];
    const secret = testSecret(name);
    return {
      chainId: toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
      otherChainId: toChainId('polkadot:b0a8d493285c2df73290dfb7e61f870f'),
      accountAddress: encodeSs58({ prefix: 0, accountId: accountId(secret) }),
      encoding: HEX,
      sign: async (text) => HEX.encode(sign(wrapBytes(utf8ToBytes(text)), secret)),
    };
  };

/** Creates an account by name, per namespace and type of key or address. */
export const SIGN_IN_SIGNERS = {
  eip155: evm,
  solana,
  'bip122 P2WPKH': bitcoin('p2wpkh'),
  'bip122 P2TR': bitcoin('p2tr'),
  'bip122 P2PKH': bitcoin('p2pkh'),
  'polkadot sr25519': polkadot('sr25519'),
  'polkadot ed25519': polkadot('ed25519'),
  'polkadot ecdsa': polkadot('ecdsa'),
} as const satisfies Readonly<Record<string, (name: string) => Promise<SignInSigner>>>;

/** A kind of account. */
export type SignerType = keyof typeof SIGN_IN_SIGNERS;
