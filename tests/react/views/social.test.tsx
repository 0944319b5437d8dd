import { describe, expect, it } from 'vitest';
import { formatPopupOpened, formatSocialResult } from '../../../domain/embedded-wallet/social-popup.js';
import type { SocialProvider } from '../../../domain/options/options.js';
import { view } from '../../../domain/router/views.js';
import { EMAIL, type EmbeddedClient, embeddedClient } from '../support/embedded.js';
import { actAndFlush, openedModal, press, type RenderedModal, renderedModal } from '../support/render-modal.js';

const SITE = 'https://wallet.example';
const RESULT = `${SITE}/social?code=1&state=abc`;

const socialClient = (
  features: { readonly socials?: readonly SocialProvider[] | false; readonly email?: boolean } = {},
): EmbeddedClient => {
  const fake = embeddedClient({
    chain: { wallets: [] },
    options: { projectId: 'test', features, endpoints: { secureSite: `${SITE}/sdk` } },
  });
  fake.frame.answer('GET_SOCIAL_REDIRECT_URI', ({ provider }) => ({ uri: `https://login.example/${provider}?state=abc` }));
  fake.frame.answer('CONNECT_SOCIAL', () => ({ userName: 'Ada', address: '0x1', chainId: 1 }));
  fake.frame.answer('GET_FARCASTER_URI', () => ({ url: 'https://farcaster.example/?channelToken=1' }));
  fake.frame.answer('CONNECT_FARCASTER', 'never');
  fake.frame.answer('RELOAD', () => undefined);
  return fake;
};
const shown = ({ ui }: RenderedModal): readonly (string | undefined)[] =>
  ui.queryAllByTestId(/^lk-(social|more)-/).map(({ dataset }) => dataset['testid']?.replace(/^lk-(social-)?/, ''));
const click = (modal: RenderedModal, testId: string): Promise<void> => press(modal.ui.getByTestId(testId));
const actions = ({ frame }: EmbeddedClient): readonly string[] => frame.requests.map(({ action }) => action);
const popupOf = (fake: EmbeddedClient) => {
  const popup = fake.browser.openedPopups.at(-1);
  if (popup === undefined) throw new Error('no window was opened');
  return popup;
};
const alerts = ({ ui }: RenderedModal): string =>
  ui
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');
const heading = ({ ui }: RenderedModal): string | null | undefined => ui.queryAllByRole('heading').at(-1)?.textContent;

describe('the social logins in Connect', () => {
  it.each([
    [undefined, ['google', 'x', 'discord', 'farcaster', 'github', 'more-socials']],
    [
      ['github', 'apple'],
      ['github', 'apple'],
    ],
    [['apple'], ['apple']],
    [false, []],
    [[], []],
  ] as const)('are with the option %j: %j', async (socials, expected) => {
    const { modal } = await openedModal(socialClient(socials === undefined ? {} : { socials }));
    expect(shown(modal)).toEqual(expected);
  });

  it('are offered without email, and load no frame', async () => {
    const { fake, modal } = await openedModal(socialClient({ email: false, socials: ['google'] }));
    expect([modal.ui.queryByTestId('lk-email'), shown(modal), actions(fake)]).toEqual([null, ['google'], []]);
  });

  it('are all in a view of their own', async () => {
    const { modal } = await openedModal(socialClient());
    await click(modal, 'lk-more-socials');
    expect([modal.viewName(), shown(modal)]).toEqual([
      'ConnectSocials',
      ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
    ]);
  });

  it('cannot be chosen offline', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await actAndFlush(() => fake.browser.setOnline(false));
    expect((modal.ui.getByTestId('lk-social-google') as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('ConnectingSocial', () => {
  it('opens the window in the click, follows the login, and connects', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await click(modal, 'lk-social-google');
    expect([modal.viewName(), heading(modal), popupOf(fake).visited]).toEqual([
      'ConnectingSocial',
      'Log in with Google',
      ['https://login.example/google?state=abc'],
    ]);
    const popup = popupOf(fake);
    await actAndFlush(() => popup.post(SITE, formatPopupOpened()));
    await actAndFlush(() => popup.post(SITE, formatSocialResult(RESULT)));
    expect([popup.closed, fake.client.getAccount().embeddedWalletInfo]).toMatchObject([
      true,
      { authProvider: 'google', user: { username: 'Ada', email: EMAIL } },
    ]);
    expect(actions(fake).slice(0, 3)).toEqual(['GET_SOCIAL_REDIRECT_URI', 'CONNECT_SOCIAL', 'GET_USER']);
  });

  it('shows why the login failed, and begins again in a new window', async () => {
    const { fake, modal } = await openedModal(socialClient());
    fake.frame.answer('CONNECT_SOCIAL', { error: 'You have cancelled the login at Google' });
    await click(modal, 'lk-social-google');
    await actAndFlush(() => popupOf(fake).post(SITE, formatSocialResult(RESULT)));
    expect(alerts(modal)).toBe('Login failedYou have cancelled the login at Google');
    await click(modal, 'lk-try-again');
    expect([fake.browser.openedPopups.length, heading(modal)]).toEqual([2, 'Log in with Google']);
  });

  it('says that the window was closed, and offers to continue in this tab', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await click(modal, 'lk-social-google');
    await actAndFlush(() => popupOf(fake).post(SITE, formatPopupOpened()));
    await actAndFlush(() => {
      popupOf(fake).closed = true;
      fake.clock.advance(500);
    });
    expect(alerts(modal)).toBe('Login cancelledThe Google window was closed before the login was complete.');
    await click(modal, 'lk-same-tab');
    expect(fake.browser.opened.map(({ target }) => target)).toEqual(['_self']);
  });

  it('closes the window when the user leaves', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await click(modal, 'lk-social-google');
    await actAndFlush(() => fake.client.modal.navigate({ type: 'go-back' }));
    expect([modal.viewName(), popupOf(fake).closed]).toEqual(['Connect', true]);
  });

  it('goes back from a result of another site, which it names', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await click(modal, 'lk-social-google');
    await actAndFlush(() => popupOf(fake).post('https://evil.example', formatSocialResult(RESULT)));
    expect([modal.viewName(), modal.ui.getByTestId('lk-snackbar').textContent]).toEqual(['Connect', 'Untrusted Origin']);
    expect(actions(fake)).toEqual(['GET_SOCIAL_REDIRECT_URI']);
  });

  it('continues in this tab if the window is blocked, and says so', async () => {
    const { fake, modal } = await openedModal(socialClient());
    fake.browser.popups = 'blocked';
    await click(modal, 'lk-social-x');
    expect(modal.ui.getByText('This tab goes to X and comes back.')).toBeTruthy();
    expect(fake.browser.opened.map(({ target }) => target)).toEqual(['_self']);
  });

  it('ends a login that has returned to this tab', async () => {
    const { fake } = await renderedModal(socialClient());
    await actAndFlush(() =>
      fake.client.useCases.openModal.execute({ view: view('ConnectingSocial', { provider: 'x', resultUri: RESULT }) }).subscribe(),
    );
    expect([actions(fake)[0], fake.client.getAccount().embeddedWalletInfo?.authProvider]).toEqual(['CONNECT_SOCIAL', 'x']);
  });
});

describe('ConnectingFarcaster', () => {
  it('shows the code, waits for the app, and connects', async () => {
    const { fake, modal } = await openedModal(socialClient());
    let approve: (() => void) | undefined;
    fake.frame.answer('CONNECT_FARCASTER', () => new Promise((resolve) => (approve = () => resolve({ userName: 'ada.eth' }))));
    await click(modal, 'lk-social-farcaster');
    expect([modal.viewName(), heading(modal)]).toEqual(['ConnectingFarcaster', 'Scan with your phone']);
    await actAndFlush(() => approve?.());
    expect(fake.client.getAccount().embeddedWalletInfo).toMatchObject({ authProvider: 'farcaster', user: { username: 'ada.eth' } });
  });

  it('has a link on a phone', async () => {
    const fake = socialClient();
    fake.browser.platform = { ...fake.browser.platform, mobile: true };
    const { modal } = await openedModal(fake);
    await click(modal, 'lk-social-farcaster');
    expect(modal.ui.getByRole('link').getAttribute('href')).toBe('https://farcaster.example/?channelToken=1');
  });

  it('resets the frame when the user leaves before', async () => {
    const { fake, modal } = await openedModal(socialClient());
    await click(modal, 'lk-social-farcaster');
    await actAndFlush(() => fake.client.modal.navigate({ type: 'go-back' }));
    expect(actions(fake)).toEqual(['GET_FARCASTER_URI', 'CONNECT_FARCASTER', 'RELOAD']);
  });

  it('shows a failure, and begins again', async () => {
    const { fake, modal } = await openedModal(socialClient());
    fake.frame.answer('GET_FARCASTER_URI', { error: 'Farcaster is not set up' });
    await click(modal, 'lk-social-farcaster');
    expect(alerts(modal)).toContain('Farcaster is not set up');
    fake.frame.answer('GET_FARCASTER_URI', () => ({ url: 'https://farcaster.example/' }));
    await click(modal, 'lk-try-again');
    expect(heading(modal)).toBe('Scan with your phone');
  });
});

it('the settings name the social account, whose address cannot be changed here', async () => {
  const { fake, modal } = await openedModal(socialClient({ socials: ['github'] }));
  await click(modal, 'lk-social-github');
  await actAndFlush(() => popupOf(fake).post(SITE, formatSocialResult(RESULT)));
  await actAndFlush(() => fake.client.open({ view: 'AccountSettings' }));
  expect([modal.ui.queryByTestId('lk-edit-email'), modal.ui.getByTestId('lk-social-account').textContent]).toEqual([null, 'AdaGitHub']);
});
