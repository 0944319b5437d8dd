import type { Linking } from '../../application/ports/linking.port.js';
import { flushPromises, type TestApi } from './test-api.js';

/** Deep links of a device to test. */
export interface LinkingHarness {
  readonly linking: Linking;
  /** Links that were opened, oldest first. */
  readonly opened: () => readonly string[];
  /** Opens the app by a link. */
  readonly follow: (url: string) => void;
  /** Makes the device reject links. */
  readonly refuse: () => void;
}

/**
 * Contract of every `Linking`.
 * @param make creates a device whose app was started by `https://app.example/first`
 */
export const linkingContract = ({ describe, it, expect }: TestApi, name: string, make: () => LinkingHarness): void => {
  describe(`${name}: Linking contract`, () => {
    it('opens links', async () => {
      const { linking, opened } = make();
      expect(linking.canOpen).toBe(true);
      await linking.open('https://wallet.example/link?a=1');
      expect(opened()).toEqual(['https://wallet.example/link?a=1']);
    });

    it('rejects if the device cannot open a link', async () => {
      const { linking, opened, refuse } = make();
      refuse();
      const outcome = await linking.open('https://wallet.example').then(
        () => 'opened',
        () => 'rejected',
      );
      expect([outcome, opened()]).toEqual(['rejected', []]);
    });

    it('emits the link that started the app and later ones, until unsubscribed', async () => {
      const { linking, follow } = make();
      const received: string[] = [];
      const subscription = linking.urls$.subscribe((url) => received.push(url));
      await flushPromises();
      follow('https://app.example/next');
      subscription.unsubscribe();
      follow('https://app.example/last');
      await flushPromises();
      expect(received).toEqual(['https://app.example/first', 'https://app.example/next']);
    });
  });
};
