import { beforeEach, describe, expect, it } from 'vitest';
import type { LogInWithSocialInput } from '../../../../application/embedded-wallet/log-in-with-social.use-case.js';
import { returnedSocialLogin } from '../../../../application/embedded-wallet/returned-social-login.js';
import { FakePopup } from '../../../../application/ports/browser.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { accountOf } from '../../../../domain/connection/connection-views.js';
import { AUTH_CONNECTOR_ID } from '../../../../domain/connection/connector.js';
import { formatPopupOpened, formatSocialResult } from '../../../../domain/embedded-wallet/social-popup.js';
import { record, settled } from '../support/client-fixture.js';
import { EMAIL, type EmbeddedFixture, embeddedFixture } from './embedded-fixture.js';

const SITE = 'https://wallet.example';
const PROVIDER_PAGE = 'https://login.example/authorize?state=abc&client_id=1';
const RESULT = `${SITE}/social?code=1&state=abc`;

let fixture: EmbeddedFixture;
let popup: FakePopup;
beforeEach(() => {
  fixture = embeddedFixture();
  fixture.options.update({ endpoints: { secureSite: `${SITE}/sdk` } });
  fixture.frame.answer('GET_SOCIAL_REDIRECT_URI', () => ({ uri: PROVIDER_PAGE }));
  fixture.frame.answer('CONNECT_SOCIAL', () => ({ userName: 'ada', email: EMAIL, address: '0x1', chainId: 1 }));
  popup = new FakePopup();
});

const logIn = (input: Partial<LogInWithSocialInput> = {}) =>
  record(fixture.logInWithSocial.execute({ provider: 'google', popup, ...input }));
const actions = (): readonly string[] => fixture.frame.requests.map(({ action }) => action);
const tracked = (): readonly string[] => fixture.tracked.map(({ event }) => event);

describe('a social login in a window', () => {
  it('opens the provider, waits for the result, and logs in with it', async () => {
    const run = await settled(logIn());
    expect([popup.visited, run.values.at(-1)]).toEqual([[PROVIDER_PAGE], { status: 'pending', step: 'log-in-at-provider' }]);
    popup.post(SITE, formatPopupOpened());
    popup.post(SITE, formatSocialResult(RESULT));
    await settled(run);
    expect(run.values).toEqual([
      { status: 'pending', step: 'open-provider' },
      { status: 'pending', step: 'log-in-at-provider' },
      { status: 'pending', step: 'working' },
      { status: 'success', data: null },
    ]);
    expect(fixture.frame.requests.at(-1)).toEqual({ action: 'CONNECT_SOCIAL', payload: { uri: RESULT } });
    expect([popup.closed, fixture.login.socialProvider, fixture.login.userName]).toEqual([true, 'google', 'ada']);
    await settled(record(fixture.connectWallet.execute({ namespace: 'eip155', connectorId: AUTH_CONNECTOR_ID })));
    expect(accountOf(fixture.connections.state, 'eip155').embeddedWalletInfo?.authProvider).toBe('google');
    // None of the methods of CONNECT_SUCCESS is that of a social account.
    expect(tracked()).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA', 'SOCIAL_LOGIN_SUCCESS']);
  });

  it('ignores what other pages post, unless they claim to have the result', async () => {
    const run = await settled(logIn());
    for (const data of [null, 'hello', { resultUri: 1 }, { type: 'other' }]) popup.post('https://login.example', data);
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({ status: 'pending' });
    popup.post('https://login.example', formatSocialResult(RESULT));
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'embedded-wallet/untrusted-origin', message: 'Untrusted Origin' },
    });
    expect([popup.closed, tracked().at(-1), actions()]).toEqual([true, 'SOCIAL_LOGIN_ERROR', ['GET_SOCIAL_REDIRECT_URI']]);
  });

  it('is cancelled if the user closes the window', async () => {
    const run = await settled(logIn());
    popup.post(SITE, formatPopupOpened());
    popup.closed = true;
    fixture.clock.advance(500);
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'embedded-wallet/popup-closed' } });
    expect([tracked().at(-1), fixture.browser.opened]).toEqual(['SOCIAL_LOGIN_CANCELED', []]);
  });

  it('is cancelled if the window is closed before it has an address, or long after', async () => {
    popup.closed = true;
    expect((await settled(logIn())).values.at(-1)).toMatchObject({ error: { code: 'embedded-wallet/popup-closed' } });
    popup = new FakePopup();
    const run = await settled(logIn());
    fixture.clock.advance(5_001);
    popup.closed = true;
    fixture.clock.advance(500);
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'embedded-wallet/popup-closed' } });
  });

  it('closes the window when it is cancelled or fails', async () => {
    const run = await settled(logIn());
    run.cancel();
    expect(popup.closed).toBe(true);
    popup = new FakePopup();
    fixture.frame.answer('GET_SOCIAL_REDIRECT_URI', { error: 'Google is not set up' });
    expect((await settled(logIn())).values.at(-1)).toMatchObject({ error: { message: 'Google is not set up' } });
    expect([popup.closed, tracked().at(-1), popup.visited]).toEqual([true, 'SOCIAL_LOGIN_ERROR', []]);
  });

  it('reports what the site says about the result', async () => {
    fixture.frame.answer('CONNECT_SOCIAL', { error: 'The login was begun in another window' });
    const run = await settled(logIn());
    popup.post(SITE, formatSocialResult(RESULT));
    await settled(run);
    expect(run.values.at(-1)).toMatchObject({ error: { message: 'The login was begun in another window' } });
    expect([tracked().at(-1), fixture.login.socialProvider]).toEqual(['SOCIAL_LOGIN_ERROR', null]);
  });
});

describe('a social login in this tab', () => {
  const PAGE = 'https://app.example/swap?from=eth#top';
  const LEFT = `https://login.example/authorize?state=${encodeURIComponent(`abc--${encodeURIComponent(PAGE)}`)}&client_id=1`;
  beforeEach(() => {
    fixture.browser.location = { origin: 'https://app.example', href: PAGE, hostname: 'app.example' };
  });
  const withPlatform = (platform: Partial<EmbeddedFixture['browser']['platform']>): void => {
    fixture.browser.platform = { ...fixture.browser.platform, ...platform };
  };

  it.each([
    ['if the window is blocked', null, {}, '_self'],
    ['in Telegram, which has no windows', null, { telegram: true, iframe: true }, '_top'],
  ] as const)('leaves the page %s', async (_, blocked, platform, target) => {
    withPlatform(platform);
    const run = await settled(logIn({ popup: blocked }));
    expect(fixture.browser.opened).toEqual([{ url: LEFT, target }]);
    expect(run.values).toEqual([{ status: 'pending', step: 'open-provider' }]);
  });

  it('leaves the page if the connection to the window is cut at its first page', async () => {
    const run = await settled(logIn());
    popup.closed = true;
    fixture.clock.advance(500);
    await settled(run);
    expect(fixture.browser.opened).toEqual([{ url: LEFT, target: '_self' }]);
  });

  it('is impossible in a frame, whose pages the provider does not load in', async () => {
    withPlatform({ iframe: true });
    expect((await settled(logIn({ popup: null }))).values.at(-1)).toMatchObject({ error: { code: 'embedded-wallet/popup-blocked' } });
  });

  it('is impossible without a state to return by', async () => {
    fixture.frame.answer('GET_SOCIAL_REDIRECT_URI', () => ({ uri: 'https://login.example/authorize' }));
    expect((await settled(logIn({ popup: null }))).values.at(-1)).toMatchObject({
      error: { code: 'secure-frame/error-reply', context: { action: 'GET_SOCIAL_REDIRECT_URI' } },
    });
  });

  it('ends after the return, once', async () => {
    await settled(logIn({ popup: null }));
    const returned = `https://app.example/swap?from=eth&result_uri=${encodeURIComponent(RESULT)}#top`;
    fixture.browser.replaceUrl(returned);
    expect(returnedSocialLogin(fixture.browser, fixture.storage)).toEqual({ provider: 'google', resultUri: RESULT });
    expect([fixture.browser.location?.href, fixture.storage.get(STORAGE_KEYS.embeddedWallet.pendingSocial)]).toEqual([PAGE, null]);
    fixture.browser.replaceUrl(returned);
    expect(returnedSocialLogin(fixture.browser, fixture.storage)).toBeNull();
    expect(fixture.browser.location?.href).toBe(returned);
    const run = await settled(logIn({ popup: null, resultUri: RESULT }));
    expect(run.values.at(-1)).toEqual({ status: 'success', data: null });
    expect(tracked().filter((event) => event === 'SOCIAL_LOGIN_STARTED')).toHaveLength(1);
  });

  it('is none while the address has no result', async () => {
    await settled(logIn({ popup: null }));
    expect(returnedSocialLogin(fixture.browser, fixture.storage)).toBeNull();
    expect(fixture.storage.get(STORAGE_KEYS.embeddedWallet.pendingSocial)).toBe('google');
  });
});

describe('a login with Farcaster', () => {
  it('shows the URL, and waits for the app', async () => {
    fixture.frame.answer('GET_FARCASTER_URI', () => ({ url: 'https://farcaster.example/?channelToken=1' }));
    expect((await settled(record(fixture.requestFarcasterUrl.execute()))).values.at(-1)).toEqual({
      status: 'success',
      data: 'https://farcaster.example/?channelToken=1',
    });
    fixture.frame.answer('CONNECT_FARCASTER', () => ({ userName: 'ada.eth' }));
    expect((await settled(record(fixture.logInWithFarcaster.execute()))).values).toEqual([
      { status: 'pending', step: 'scan-uri' },
      { status: 'success', data: null },
    ]);
    expect([fixture.login.socialProvider, fixture.login.userName]).toEqual(['farcaster', 'ada.eth']);
    expect(tracked()).toEqual(['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA', 'SOCIAL_LOGIN_SUCCESS']);
  });

  it.each(['javascript:alert(1)', 'not a URL', 'data:text/html,'])('shows no link to %s', async (url) => {
    fixture.frame.answer('GET_FARCASTER_URI', () => ({ url }));
    expect((await settled(record(fixture.requestFarcasterUrl.execute()))).values.at(-1)).toMatchObject({
      error: { code: 'secure-frame/error-reply' },
    });
  });

  it('resets the frame if the user leaves', async () => {
    fixture.frame.answer('CONNECT_FARCASTER', 'never');
    const run = await settled(record(fixture.logInWithFarcaster.execute()));
    run.cancel();
    await settled(run);
    expect(actions()).toEqual(['CONNECT_FARCASTER', 'RELOAD']);
    expect(tracked()).toEqual([]);
  });

  it('reports a refusal, without a reset', async () => {
    fixture.frame.answer('CONNECT_FARCASTER', { error: 'You have rejected the login' });
    expect((await settled(record(fixture.logInWithFarcaster.execute()))).values.at(-1)).toMatchObject({
      error: { message: 'You have rejected the login' },
    });
    expect([actions(), tracked()]).toEqual([['CONNECT_FARCASTER'], ['SOCIAL_LOGIN_ERROR']]);
  });
});

it('is replaced by a login by email', async () => {
  fixture.login.rememberProvider('google', 'ada');
  fixture.frame.answer('CONNECT_OTP', () => undefined);
  await settled(record(fixture.enterEmailCode.execute({ otp: '123456' })));
  expect([fixture.login.socialProvider, fixture.login.userName]).toEqual([null, null]);
});
