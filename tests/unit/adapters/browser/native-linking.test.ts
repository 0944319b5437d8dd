import { describe, expect, it } from 'vitest';
import { NativeLinking } from '../../../../adapters/browser/native-linking.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { ReactNativeLinking } from '../../../../application/ports/linking.port.js';

type Listener = (event: { readonly url: string }) => void;

/** React Native linking of a device. */
const setUpLinking = (overrides: Partial<ReactNativeLinking> = {}) => {
  const listeners = new Set<Listener>();
  const opened: (readonly [string, string | undefined])[] = [];
  const native: ReactNativeLinking = {
    openURL: async (url, client) => void opened.push([url, client]),
    addEventListener: (_, listener) => {
      listeners.add(listener);
      return { remove: () => listeners.delete(listener) };
    },
    getInitialURL: async () => 'https://app.example/first',
    ...overrides,
  };
  return { native, listeners, opened };
};

describe('NativeLinking', () => {
  it('emits links from now on, and the initial link once', async () => {
    const { native, listeners } = setUpLinking();
    const linking = new NativeLinking(() => native, 'app');
    const urls: string[] = [];
    const subscription = linking.urls$.subscribe((url) => urls.push(url));
    await flushPromises();
    for (const listener of listeners) listener({ url: 'https://app.example/next' });
    subscription.unsubscribe();
    expect([urls, listeners.size]).toEqual([['https://app.example/first', 'https://app.example/next'], 0]);
    linking.urls$.subscribe((url) => urls.push(url)).unsubscribe();
    await flushPromises();
    expect(urls).toHaveLength(2);
  });

  it('emits nothing without linking, or if the initial URL fails', async () => {
    const fail = async (): Promise<never> => Promise.reject(new Error('Not on this device'));
    const none = async (): Promise<null> => null;
    const { native: broken } = setUpLinking({ getInitialURL: fail, addEventListener: () => undefined });
    for (const native of [undefined, null, { openURL: none }, broken, setUpLinking({ getInitialURL: none }).native]) {
      const urls: string[] = [];
      const subscription = new NativeLinking(() => native, 'app').urls$.subscribe((url) => urls.push(url));
      await flushPromises();
      subscription.unsubscribe();
      expect(urls).toEqual([]);
    }
  });

  it('opens links with the name of the client', async () => {
    const { native, opened } = setUpLinking();
    await new NativeLinking(() => native, 'app').open('https://wallet.example');
    expect(opened).toEqual([['https://wallet.example', 'app']]);
  });

  it('can open links once linking is available', async () => {
    let native: ReactNativeLinking | null = null;
    const linking = new NativeLinking(() => native, 'app');
    expect(linking.canOpen).toBe(false);
    await expect(linking.open('https://wallet.example')).rejects.toThrow('Linking is not available on this device');
    native = setUpLinking().native;
    expect(linking.canOpen).toBe(true);
  });
});
