import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoin } from '../../../composition/entry/bip122.js';
import { toAccountId } from '../../../domain/caip/caip-10.js';
import { useWalletCall } from '../../../presentation/hooks/use-wallet-call.js';
import { OWN, severalConnected } from '../support/several.js';
import { afterwards } from './support/connected.js';
import { renderStrict } from './support/render-hooks.js';

afterEach(cleanup);

const account = toAccountId(`${bitcoin.caipNetworkId}:${OWN.bip122}`);

describe('a text that a Bitcoin wallet is asked to sign by one of its two ways', () => {
  it.each([
    ['own', 'success'],
    ['unknown', 'success'],
    ['foreign', 'error'],
  ] as const)('is handed on unless it is known to be of another key: %s', async (verdict, status) => {
    const fake = await severalConnected('bip122');
    fake.chainOf('bip122').fakeServices.verdict = verdict;
    const { result } = renderStrict(fake.client, () => useWalletCall('bip122', 'signMessage'));
    await afterwards(() => result.current.callWallet({ account, message: 'hello', protocol: 'ecdsa' }));
    expect(result.current.state.status).toBe(status);
    if (status === 'error') expect(result.current.state).toMatchObject({ error: { code: 'wallet/wrong-signature' } });
    expect(fake.walletOf('bip122').count('signMessageBy')).toBe(1);
  });
});
