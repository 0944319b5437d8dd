import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { type FakeClient, fakeClient, WALLET } from './fake-client.js';

/** First account of the wallet. */
export const ADDRESS = '0x1111111111111111111111111111111111111111';
/** Account that is not connected. */
export const OTHER_ADDRESS = '0x2222222222222222222222222222222222222222';

/** Creates a client with a connected wallet. */
export const connectedClient = async (...args: Parameters<typeof fakeClient>): Promise<FakeClient> => {
  const fake = fakeClient(...args);
  await fake.client.ready;
  await fake.client.connect({ connectorId: WALLET });
  return fake;
};

/** Runs a change inside `act` and waits for all promises and dynamic imports. */
export const actAndLoad = (change: () => unknown): Promise<void> =>
  act(async () => {
    change();
    await flushPromises();
    await vi.dynamicImportSettled();
    await flushPromises();
  });
