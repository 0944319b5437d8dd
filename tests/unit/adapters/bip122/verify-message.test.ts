import { describe, expect, it } from 'vitest';
import { verifyMessage, verifySignature } from '../../../../adapters/bip122/verify-message.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { type Bip122TestAddressType, type Bip122TestKey, bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import vectors from '../../../vectors/bip-322.json' with { type: 'json' };

const network = bitcoinTestNetwork('main');
const account = (address: string) => toAccountId(`${network.caipNetworkId}:${address}`);

describe('verifyMessage', () => {
  it.each(vectors.signatures)(
    'accepts the BIP-322 signature of "%s", and rejects it for another message',
    async (message = '', signature = '') => {
      const signed = { account: account(vectors.address), message, signature, network };
      expect(await verifyMessage(signed)).toBe(true);
      expect(await verifyMessage({ ...signed, message: `${message}.` })).toBe(false);
    },
  );

  it('rejects a signature with a changed or added byte', async () => {
    for (const [type, protocol] of [
      ['p2wpkh', 'bip322'],
      ['p2tr', 'bip322'],
      ['p2pkh', 'ecdsa'],
    ] as const) {
      const key = bip122TestKey(type, 'bytes');
      const bytes = signTestMessage(key, 'hello', protocol);
      const verify = (changed: Uint8Array): Promise<boolean> =>
        verifyMessage({
          account: account(key.addressOn('main')),
          message: 'hello',
          signature: Buffer.from(changed).toString('base64'),
          network,
        });
      expect(await verify(bytes)).toBe(true);
      for (let at = protocol === 'ecdsa' ? 1 : 0; at < bytes.length; at += 1) {
        const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
        expect([at, await verify(changed)]).toEqual([at, false]);
      }
      expect(await verify(Uint8Array.from([...bytes, 0]))).toBe(false);
    }
  });
});

/** A P2WSH address. @see BIP-350, whose vectors include it */
const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const hexOf = ({ publicKey }: Bip122TestKey): string => Buffer.from(publicKey).toString('hex');

const verdictOf = (address: string, bytes: Uint8Array, publicKey?: string) =>
  verifySignature({
    account: toAccountId(`${network.caipNetworkId}:${address}`),
    message: 'hello',
    signature: Buffer.from(bytes).toString('base64'),
    network,
    ...(publicKey === undefined ? {} : { publicKey }),
  });

const FORMATS: readonly (readonly [Bip122TestAddressType, 'ecdsa' | 'bip322'])[] = [
  ['p2pkh', 'ecdsa'],
  ['p2wpkh', 'ecdsa'],
  ['p2wpkh', 'bip322'],
  ['p2tr', 'bip322'],
  ['p2sh-p2wpkh', 'ecdsa'],
  ['p2sh-p2wpkh', 'bip322'],
];

describe('verifySignature', () => {
  it.each(FORMATS)('returns "foreign" for another key or message: %s with %s', async (type, protocol) => {
    const [own, other] = [bip122TestKey(type, 'own'), bip122TestKey(type, 'other')];
    const address = own.addressOn('main');
    // A P2SH address needs the wallet’s public key for a verdict.
    const key = hexOf(own);
    if (type !== 'p2sh-p2wpkh') expect(await verdictOf(address, signTestMessage(own, 'hello', protocol))).toBe('own');
    expect(await verdictOf(address, signTestMessage(own, 'hullo', protocol), key)).toBe('foreign');
    expect(await verdictOf(address, signTestMessage(other, 'hello', protocol), key)).toBe('foreign');
  });

  it('returns "unknown" for an address that may be a script', async () => {
    const other = signTestMessage(bip122TestKey('p2wpkh', 'other'), 'hello', 'bip322');
    const nested = bip122TestKey('p2sh-p2wpkh', 'own').addressOn('main');
    for (const [address, key] of [[nested], [nested, hexOf(bip122TestKey('p2wpkh', 'other'))], [P2WSH]] as const)
      expect(await verdictOf(address, other, key)).toBe('unknown');
  });

  it('returns "unknown" for an unsupported format', async () => {
    const full = Uint8Array.from({ length: 180 }, (_, index) => Number(index === 4));
    for (const type of ['p2pkh', 'p2wpkh', 'p2tr'] as const)
      expect(await verdictOf(bip122TestKey(type, 'own').addressOn('main'), full)).toBe('unknown');
    // Some wallets create recoverable signatures for taproot addresses, which BIP-137 does not define.
    const recoverable = signTestMessage(bip122TestKey('p2tr', 'own'), 'hello', 'ecdsa');
    expect(await verdictOf(bip122TestKey('p2tr', 'own').addressOn('main'), recoverable)).toBe('unknown');
  });
});
