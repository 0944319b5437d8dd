import { describe, expect, it } from 'vitest';
import { AppLinking } from '../../adapters/browser/app-linking.js';
import { FakeDevice } from '../../application/ports/linking.fake.js';
import { type LinkingSubject, linkingContract } from '../../testing/contracts/linking.contract.js';

const api = { describe, it, expect };
const FIRST = 'https://app.example/first';

linkingContract(api, 'FakeLinking', (): LinkingSubject => {
  const device = new FakeDevice();
  const linking = device.app('https://app.example');
  linking.receive(FIRST);
  const refuse = (): void => {
    linking.failure = new Error('Not on this device');
  };
  return { linking, opened: () => device.opened, follow: (url) => linking.receive(url), refuse };
});

linkingContract(api, 'AppLinking', (): LinkingSubject => {
  const opened: string[] = [];
  const listeners = new Set<(event: { readonly url: string }) => void>();
  let isRefusing = false;
  const host = {
    openURL: async (url: string): Promise<void> => {
      if (isRefusing) throw new Error('Not on this device');
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
    isRefusing = true;
  };
  return { linking: new AppLinking(() => host, 'app'), opened: () => opened, follow, refuse };
});
