import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showHomeLogin } from '../../../../../sandbox/secure-site/documents/home-login-view.js';
import { readConfig } from '../../../../../sandbox/secure-site/documents/read-config.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { ALICE, API, SecureSiteWorld } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';
import { button, eventually, stubPage, text } from './stub-page.js';

let world: SecureSiteWorld;
let session: WalletSession;
const show = vi.fn();

beforeEach(async () => {
  stubPage();
  world = await SecureSiteWorld.create();
  session = await openSession(world, await memoryStore());
  show.mockClear();
  const google = { provider: 'google', authorizationUrl: 'https://accounts.example', clientId: 'site' };
  const config = { apiOrigin: API, networks: [], confirmsDevices: false, socials: [google], farcaster: true };
  vi.stubGlobal('fetch', async () => Response.json(config));
  await readConfig();
});

/** @param path of the page */
const open = (path: string): void => {
  vi.stubGlobal('location', new URL(path, 'https://wallet.example'));
  showHomeLogin({ session, show, smartAddresses: async () => [], change: () => undefined, unlock: () => undefined });
};
const labels = (): readonly string[] => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);

describe('the login of the user’s page', () => {
  it('continues beside the field, before all other ways', () => {
    open('/dashboard');
    expect(labels()).toEqual(['Continue', 'Open a recovery kit', 'Continue with Google', 'Continue with Farcaster']);
    expect(document.querySelector('.form')?.contains(button('Continue'))).toBe(true);
  });

  it('mails the code at once, and continues with it', async () => {
    open('/dashboard');
    const field = document.querySelector<HTMLInputElement>('#email');
    if (field !== null) field.value = ALICE;
    button('Continue').click();
    await expect.poll(text).toContain(`It was mailed to ${ALICE}`);
    const code = document.querySelector<HTMLInputElement>('#code');
    if (code !== null) code.value = world.code;
    button('Continue').click();
    await eventually(() => expect(show).toHaveBeenCalled());
    expect(session.email).toBe(ALICE);
  });

  it('says what an app that has opened it can do, but not to users who come by themselves', () => {
    open('/window');
    expect(text()).toContain('If an app has opened this window');
    open('/dashboard');
    expect(text()).not.toContain('If an app');
  });
});
