import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { type FakeClient, fakeClient, WALLET } from './fake-client.js';

/** The first account of the wallet. */
export const ADDRESS = '0x1111111111111111111111111111111111111111';
/** An account that is not connected. */
export const OTHER = '0x2222222222222222222222222222222222222222';

/** A client with a connected wallet. */
export const connected = async (...given: Parameters<typeof fakeClient>): Promise<FakeClient> => {
  const fake = fakeClient(...given);
  await fake.client.ready;
  await fake.client.connect({ connectorId: WALLET });
  return fake;
};

/** Runs something that changes what is shown, and lets every promise settle, also where code is loaded first. */
export const afterwards = (change: () => unknown): Promise<void> =>
  act(async () => {
    change();
    await settle();
    await vi.dynamicImportSettled();
    await settle();
  });
