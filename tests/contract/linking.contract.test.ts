import { describe, expect, it } from 'vitest';
import { NativeLinking } from '../../adapters/browser/native-linking.js';
import { FakeDevice } from '../../application/ports/linking.fake.js';
import { type LinkingHarness, linkingContract } from '../../testing/contracts/linking.contract.js';

const api = { describe, it, expect };
const FIRST = 'https://app.example/first';

linkingContract(api, 'FakeLinking', (): LinkingHarness => {
  const device = new FakeDevice();
  const linking = device.app('https://app.example');
  linking.receive(FIRST);
  const refuse = (): void => {
    linking.failure = new Error('Not supported on this device');
  };
  return { linking, opened: () => device.opened, follow: (url) => linking.receive(url), refuse };
});

linkingContract(api, 'NativeLinking', (): LinkingHarness => {
  const opened: string[] = [];
  const listeners = new Set<(event: { readonly url: string }) => void>();
  let isRejecting = false;
  const native = {
    openURL: async (url: string): Promise<void> => {
      if (isRejecting) throw new Error('Not supported on this device');
      opened.push(url);
    },
    addEventListener: (_: 'url', listener: (event: { readonly url: string }) => void) => {
      listeners.add(listener);
      return { remove: () => listeners.delete(listener) };
    },
    getInitialURL: async () => FIRST,
  };
  const follow = (url: string): void => {
    for (const listener of listeners) listener({ url });
  };
  const refuse = (): void => {
    isRejecting = true;
  };
  return { linking: new NativeLinking(() => native, 'app'), opened: () => opened, follow, refuse };
});
