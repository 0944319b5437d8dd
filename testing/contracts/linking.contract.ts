import type { Linking } from '../../application/ports/linking.port.js';
import { settled, type TestApi } from './test-api.js';

/** A device with links, and the hand of the one who follows them. */
export interface LinkingSubject {
  readonly linking: Linking;
  /** Links that were opened, oldest first. */
  readonly opened: () => readonly string[];
  /** A link opens the app. */
  readonly follow: (url: string) => void;
  /** The device opens nothing any more, and says so when it is asked to. */
  readonly refuse: () => void;
}

/**
 * What the links of every device do.
 * @param make a device whose app was started by `https://app.example/first`
 */
export const linkingContract = ({ describe, it, expect }: TestApi, name: string, make: () => LinkingSubject): void => {
  describe(`${name} keeps the contract of the links of a device`, () => {
    it('opens links', async () => {
      const { linking, opened } = make();
      expect(linking.canOpen).toBe(true);
      await linking.open('https://wallet.example/link?a=1');
      expect(opened()).toEqual(['https://wallet.example/link?a=1']);
    });

    it('rejects where the device opens none', async () => {
      const { linking, opened, refuse } = make();
      refuse();
      const outcome = await linking.open('https://wallet.example').then(
        () => 'opened',
        () => 'refused',
      );
      expect([outcome, opened()]).toEqual(['refused', []]);
    });

    it('hears the link that has started the app, and those that open it, until nobody listens', async () => {
      const { linking, follow } = make();
      const heard: string[] = [];
      const listening = linking.urls$.subscribe((url) => heard.push(url));
      await settled();
      follow('https://app.example/next');
      listening.unsubscribe();
      follow('https://app.example/last');
      await settled();
      expect(heard).toEqual(['https://app.example/first', 'https://app.example/next']);
    });
  });
};
