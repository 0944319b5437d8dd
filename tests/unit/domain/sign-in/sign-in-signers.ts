import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { wrapBytes } from '../../../../domain/signatures/wrap-bytes.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { eip155TestSigner } from '../../../../testing/wallets/eip155-test-signer.js';
import { polkadotTestSigner } from '../../../../testing/wallets/polkadot-test-signer.js';
import { solanaTestSigner } from '../../../../testing/wallets/solana-test-signer.js';

/** An account with a real key, that signs texts as the wallets of its namespace do. */
export interface SignInSigner {
  readonly chainId: ChainId;
  readonly otherChainId: ChainId;
  readonly accountAddress: string;
  /** Address on the other chain, if it differs. */
  readonly otherAddress?: string;
  sign(text: string): Promise<string>;
}

/** Some test signers only send transactions. */
const cannotSign = (): never => {
  throw new Error('The test signer signs no messages');
};

const evm = async (name: string): Promise<SignInSigner> => {
  const { address, signMessage = cannotSign } = eip155TestSigner(name);
  return {
    chainId: toChainId('eip155:1'),
    otherChainId: toChainId('eip155:137'),
    accountAddress: address,
    sign: (text) => signMessage({ message: { raw: `0x${bytesToHex(utf8ToBytes(text))}` } }),
  };
};

const solana = async (name: string): Promise<SignInSigner> => {
  const { address, sign } = await solanaTestSigner(utf8ToBytes(name.padEnd(32, '.')));
  return {
    chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    otherChainId: toChainId('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    accountAddress: address,
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
      sign: async (text) => base64.encode(signTestMessage(key, text, type === 'p2pkh' ? 'ecdsa' : 'bip322')),
    };
  };

const polkadot = async (name: string): Promise<SignInSigner> => {
  const { address, sign = cannotSign } = polkadotTestSigner(name);
  return {
    chainId: toChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
    otherChainId: toChainId('polkadot:b0a8d493285c2df73290dfb7e61f870f'),
    accountAddress: address,
    sign: async (text) => `0x${bytesToHex(sign(wrapBytes(utf8ToBytes(text))))}`,
  };
};

/** Creates an account by name, per namespace and type of address. */
export const SIGN_IN_SIGNERS = {
  eip155: evm,
  solana,
  'bip122 P2WPKH': bitcoin('p2wpkh'),
  'bip122 P2TR': bitcoin('p2tr'),
  'bip122 P2PKH': bitcoin('p2pkh'),
  polkadot,
} as const;
