import { describe, expect, it } from 'vitest';
import { AppLinking } from '../../../../adapters/browser/app-linking.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { HostLinking } from '../../../../application/ports/linking.port.js';

type Listener = (event: { readonly url: string }) => void;

/** A device as React Native has it. */
const hostWith = (more: Partial<HostLinking> = {}) => {
  const listeners = new Set<Listener>();
  const opened: (readonly [string, string | undefined])[] = [];
  const host: HostLinking = {
    openURL: async (url, client) => void opened.push([url, client]),
    addEventListener: (_, listener) => {
      listeners.add(listener);
      return { remove: () => listeners.delete(listener) };
    },
    getInitialURL: async () => 'https://app.example/first',
    ...more,
  };
  return { host, listeners, opened };
};

describe('the links of a device', () => {
  it('are those that open the app from now on, and the one that has started it, once', async () => {
    const { host, listeners } = hostWith();
    const linking = new AppLinking(() => host, 'app');
    const urls: string[] = [];
    const hearing = linking.urls$.subscribe((url) => urls.push(url));
    await settle();
    for (const listener of listeners) listener({ url: 'https://app.example/next' });
    hearing.unsubscribe();
    expect([urls, listeners.size]).toEqual([['https://app.example/first', 'https://app.example/next'], 0]);
    linking.urls$.subscribe((url) => urls.push(url)).unsubscribe();
    await settle();
    expect(urls).toHaveLength(2);
  });

  it('are none where the host has nothing, or cannot say', async () => {
    const fail = async (): Promise<never> => Promise.reject(new Error('Not on this device'));
    const none = async (): Promise<null> => null;
    const { host: broken } = hostWith({ getInitialURL: fail, addEventListener: () => undefined });
    for (const host of [undefined, null, { openURL: none }, broken, hostWith({ getInitialURL: none }).host]) {
      const urls: string[] = [];
      const hearing = new AppLinking(() => host, 'app').urls$.subscribe((url) => urls.push(url));
      await settle();
      hearing.unsubscribe();
      expect(urls).toEqual([]);
    }
  });

  it('are opened by the host, who is told which client does', async () => {
    const { host, opened } = hostWith();
    await new AppLinking(() => host, 'app').open('https://wallet.example');
    expect(opened).toEqual([['https://wallet.example', 'app']]);
  });

  it('can be opened as soon as the host can', async () => {
    let host: HostLinking | null = null;
    const linking = new AppLinking(() => host, 'app');
    expect(linking.canOpen).toBe(false);
    await expect(linking.open('https://wallet.example')).rejects.toThrow('This device opens no links');
    host = hostWith().host;
    expect(linking.canOpen).toBe(true);
  });
});
