import type { FrameHost } from 'latchkey/frame';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizationUrl } from '../../../../../sandbox/secure-site/documents/authorization-url.js';
import { DeviceConfirmation } from '../../../../../sandbox/secure-site/documents/device-confirmation.js';
import { FrameApprovals } from '../../../../../sandbox/secure-site/documents/frame-approvals.js';
import { createFrameHandlers } from '../../../../../sandbox/secure-site/documents/frame-handlers.js';
import { FramePrompts } from '../../../../../sandbox/secure-site/documents/frame-prompts.js';
import { SmartAccounts } from '../../../../../sandbox/secure-site/documents/smart-accounts.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { type SocialProviders, startSocialProviders } from '../../../../../sandbox/social-login/start-social-providers.js';
import { SocialUser } from '../../social-login/social-user.js';
import { ALICE, APP, DAY_MS, SecureSiteWorld, SITE } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';

const HOST: FrameHost = { origin: APP.origin, signal: new AbortController().signal };

let providers: SocialProviders;
let world: SecureSiteWorld;
let session: WalletSession;
let endedSessions: number;

beforeAll(async () => {
  providers = await startSocialProviders({ redirectUris: [`${SITE}/social`] });
});
afterAll(() => providers.stop());

beforeEach(async () => {
  world = await SecureSiteWorld.create(undefined, { socials: providers.providers });
  session = await openSession(world, await memoryStore());
  endedSessions = 0;
});

/** The handlers of a frame that never has to ask its user. */
const handlersOf = () => {
  const config = { apiOrigin: '', keysOrigin: '', networks: [], confirmsDevices: false, socials: providers.providers, farcaster: true };
  const host = { notify: async () => true };
  const prompts = new FramePrompts(host, () => null);
  const callNode = () => async () => null;
  const smartAccounts = new SmartAccounts({ config, session, callNode });
  return createFrameHandlers({
    config,
    session,
    prompts,
    smartAccounts,
    approvals: new FrameApprovals({ config, session, prompts, smartAccounts, callNode }),
    confirmation: new DeviceConfirmation(session.logins, host),
    chainId: 'eip155:1',
    onTheme: () => undefined,
    onSessionEnded: () => {
      endedSessions += 1;
    },
    reload: () => undefined,
  });
};

/** Logs in as hosts do. */
const connect = async (choice = {}) => {
  const handlers = handlersOf();
  const { uri = '' } = (await handlers.GET_SOCIAL_REDIRECT_URI?.({ provider: 'google' }, HOST)) ?? {};
  expect(uri.startsWith(`${SITE}/social?`)).toBe(true);
  const query = new URL(uri).searchParams;
  const google = providers.providers.find(({ provider }) => provider === 'google');
  if (google === undefined) throw new Error('No provider');
  const read = (name: string): string => query.get(name) ?? '';
  const login = { state: read('state'), nonce: read('nonce'), challenge: read('code_challenge') };
  const answer = await new SocialUser().logIn(authorizationUrl(google, SITE, login), choice);
  return handlers.CONNECT_SOCIAL?.({ uri: answer }, HOST);
};

const createWallet = async (): Promise<void> => {
  await session.createWallet(await session.beginWallet(), null);
};

describe('a frame with a social login', () => {
  it('tells the app nothing of a user who has given no consent, then who it is', async () => {
    expect(await connect({ email: ALICE })).toEqual({});
    expect(await handlersOf().IS_CONNECTED?.(undefined, HOST)).toEqual({ isConnected: false });
    await createWallet();
    const address = (await session.account('eip155'))?.address;
    const user = { address, chainId: 1, email: ALICE, userName: 'alice' };
    expect(await handlersOf().GET_USER?.(undefined, HOST)).toMatchObject(user);
    expect(await connect({ email: ALICE })).toMatchObject(user);
    expect(await handlersOf().IS_CONNECTED?.(undefined, HOST)).toEqual({ isConnected: true });
  });

  it('has a locked wallet opened by another login at the provider, for which the app is told that the session has ended', async () => {
    await connect();
    await createWallet();
    world.now += 8 * DAY_MS;
    const sign = () => handlersOf().RPC_REQUEST?.({ method: 'personal_sign', params: ['0x68656c6c6f', address] }, HOST);
    const { address = '' } = (await session.account('eip155')) ?? {};
    await expect(sign()).rejects.toThrow('Your wallet is locked. Log in with Google again');
    expect(endedSessions).toBe(1);
    expect(await handlersOf().IS_CONNECTED?.(undefined, HOST)).toEqual({ isConnected: false });
    expect(await connect()).toMatchObject({ address });
    expect(await handlersOf().IS_CONNECTED?.(undefined, HOST)).toEqual({ isConnected: true });
  });

  it('says in words why the user is not logged in', async () => {
    await expect(connect({ action: 'cancel' })).rejects.toThrow('The login with Google was cancelled');
    await expect(handlersOf().CONNECT_SOCIAL?.({ uri: 'https://evil.example/social?code=1' }, HOST)).rejects.toThrow('another site');
    await expect(handlersOf().UPDATE_EMAIL?.({ email: ALICE }, HOST)).rejects.toThrow('Log in again');
    await connect();
    await expect(handlersOf().UPDATE_EMAIL?.({ email: ALICE }, HOST)).rejects.toThrow('do not log in with an email address');
  });
});
