import { describe, expect, it } from 'vitest';
import { verifyMessage } from '../../../../adapters/bip122/bitcoinjs/verify-message.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { bip122TestKey } from '../../../../testing/wallets/bip122-keys.js';
import { signTestMessage } from '../../../../testing/wallets/bip122-test-messages.js';
import { bitcoinTestNetwork } from '../../../integration/support/bitcoin-network.js';
import vectors from '../../../vectors/bip-322.json' with { type: 'json' };

const network = bitcoinTestNetwork('main');
const account = (address: string) => toAccountId(`${network.caipNetworkId}:${address}`);

describe('verification of Bitcoin messages', () => {
  it.each(vectors.signatures)(
    'takes the signature of BIP-322 for "%s", and none for another text',
    async (message = '', signature = '') => {
      const signed = { account: account(vectors.address), message, signature, network };
      expect(await verifyMessage(signed)).toBe(true);
      expect(await verifyMessage({ ...signed, message: `${message}.` })).toBe(false);
    },
  );

  it('takes no signature with a byte changed or added', async () => {
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
