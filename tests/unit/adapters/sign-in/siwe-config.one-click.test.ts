import { expect, it } from 'vitest';
import { type SiweConfig, SiweConfigSignIn } from '../../../../adapters/sign-in/siwe-config.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

/** Callbacks of an app whose library formats messages of valid addresses only. */
const config = (addresses: (string | undefined)[]): SiweConfig => ({
  getNonce: async (address) => {
    addresses.push(address);
    return 'abcdefgh12345678';
  },
  getMessageParams: async () => ({ domain: 'app.example', uri: 'https://app.example', statement: 'Sign in.', exp: '2030-01-01T00:00:00Z' }),
  createMessage: ({ address, nonce }) => {
    if (!address.includes(':0x')) throw new Error('invalid address');
    return `${address} ${nonce}`;
  },
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
});

const chainId = toChainId('eip155:1');

it('creates the fields of a message whose account the wallet chooses, without its text', async () => {
  const addresses: (string | undefined)[] = [];
  const message = await new SiweConfigSignIn(config(addresses)).createMessage({ chainId, accountAddress: '' });
  expect(message).toMatchObject({ domain: 'app.example', nonce: 'abcdefgh12345678', expirationTime: '2030-01-01T00:00:00Z' });
  expect(addresses).toEqual([undefined]);
});

it('creates the text of a message of an account once', async () => {
  const message = await new SiweConfigSignIn(config([])).createMessage({ chainId, accountAddress: '0xab' });
  expect(message.toString()).toBe('did:pkh:eip155:1:0xab abcdefgh12345678');
});
