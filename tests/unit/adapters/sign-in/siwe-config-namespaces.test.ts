import { expect, it } from 'vitest';
import { type SiweConfig, SiweConfigSignIn } from '../../../../adapters/sign-in/siwe-config.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { codeOf } from '../../../../testing/contracts/test-api.js';

it('creates messages for EVM accounts only: the others count as signed in', async () => {
  let nonces = 0;
  const config: SiweConfig = {
    getNonce: async () => {
      nonces += 1;
      return '0123456789abcdef';
    },
    getMessageParams: async () => ({ domain: 'app.example', uri: 'https://app.example', chains: [1], statement: 'Sign in' }),
    createMessage: ({ address }) => `Sign in ${address}`,
    getSession: async () => null,
    verifyMessage: async () => true,
    signOut: async () => true,
  };
  const service = new SiweConfigSignIn(config);
  const create = (chainId: string) => codeOf(service.createMessage({ chainId: toChainId(chainId), accountAddress: '' }));
  expect(await create('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('sign-in/invalid-message');
  expect(nonces).toBe(0);
  expect(await create('eip155:1')).toBe('no error');
  expect(nonces).toBe(1);
});
