import { act, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { useSignInSession } from '../../../presentation/hooks/use-sign-in-session.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { ADDRESS, actAndLoad, OTHER_ADDRESS } from './support/connected.js';
import { fakeClient, WALLET } from './support/fake-client.js';

describe('useSignInSession', () => {
  it('uses the initial data until the session is known, and never for another account', async () => {
    const service = Object.assign(new FakeSignIn(), { required: false });
    const fake = fakeClient({ options: { siwx: service } });
    const initialData = { chainId: toChainId('eip155:1'), accountAddress: ADDRESS };
    const seen: unknown[] = [];
    const { result } = renderHook(
      () => {
        const state = useSignInSession({ initialData });
        seen.push([state.status, state.data?.accountAddress]);
        return state;
      },
      {
        wrapper: ({ children }) => (
          <StrictMode>
            <LatchkeyProvider client={fake.client} modal={false}>
              {children}
            </LatchkeyProvider>
          </StrictMode>
        ),
      },
    );
    expect(seen[0]).toEqual(['signed-in', ADDRESS]);
    await act(async () => {
      await fake.client.ready;
      await flushPromises();
    });
    expect(result.current.status).toBe('disconnected');
    await actAndLoad(() => fake.client.connect({ connectorId: WALLET }));
    await vi.waitFor(() => expect(result.current.status).toBe('signed-out'));
    seen.length = 0;
    await actAndLoad(() => fake.chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    await vi.waitFor(() => expect(result.current.status).toBe('signed-out'));
    expect(seen).not.toContainEqual(['signed-in', ADDRESS]);
  });
});
