import { fireEvent } from '@testing-library/react';
import { lastValueFrom } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AUTH_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { view } from '../../../domain/router/views.js';
import { EMAIL_CHUNK } from '../../../presentation/features/email-chunk.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { ACCOUNT, EMAIL, type EmbeddedClient, embeddedClient, loggedInClient, SMART_ACCOUNT, sign } from '../support/embedded.js';
import { actAndFlush, nextFrame, openedModal, openModal, press, type RenderedModal } from '../support/render-modal.js';

const type = (modal: RenderedModal, testId: string, value: string): Promise<void> =>
  actAndFlush(() => fireEvent.change(modal.ui.getByTestId(testId), { target: { value } }));
const submit = (modal: RenderedModal): Promise<void> =>
  actAndFlush(() => fireEvent.submit(modal.ui.getByTestId('lk-email').closest('form') as HTMLFormElement));
const enterEmail = async (modal: RenderedModal, email = EMAIL): Promise<void> => {
  await type(modal, 'lk-email', email);
  await submit(modal);
};
const actions = ({ frame }: EmbeddedClient): readonly string[] => frame.requests.map(({ action }) => action);
const alerts = (modal: RenderedModal): string =>
  modal.ui
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

describe('the email field in Connect', () => {
  it('is offered above the wallets, and loads no frame', async () => {
    const { fake, modal } = await openedModal(embeddedClient({ chain: { wallets: [] } }));
    expect([modal.viewName(), modal.ui.getByTestId('lk-email').getAttribute('autocomplete')]).toEqual(['Connect', 'email']);
    expect([modal.ui.queryAllByTestId(/^lk-wallet-/), actions(fake)]).toEqual([[], []]);
  });

  it.each([
    ['below installed wallets', undefined, ['P', 'FORM']],
    ['above them if the app says so', ['email', 'wallet'], ['FORM', 'P']],
  ] as const)('is %s, separated from them', async (_, connectMethodsOrder, tags) => {
    const features = connectMethodsOrder === undefined ? {} : { connectMethodsOrder };
    const { modal } = await openedModal(embeddedClient({ options: { projectId: 'test', features } }));
    const elements = [modal.ui.getByText('or'), modal.ui.getByTestId('lk-email').closest('form')];
    const inOrder = [...modal.view().querySelectorAll('p,form')].filter((element) => elements.includes(element as HTMLElement));
    expect(inOrder.map(({ tagName }) => tagName)).toEqual(tags);
  });

  it.each([
    ['the feature is off', { projectId: 'test', features: { email: false } }],
    ['no site is configured', { projectId: undefined }],
  ] as const)('is missing if %s', async (_, options) => {
    const { modal } = await openedModal(embeddedClient({ options }));
    expect(modal.ui.queryByTestId('lk-email')).toBeNull();
  });

  it.each(['', 'ada', 'ada@'])('does not send %j', async (email) => {
    const { fake, modal } = await openedModal(embeddedClient());
    await enterEmail(modal, email);
    expect([modal.viewName(), alerts(modal), actions(fake)]).toEqual(['Connect', 'Invalid email. Try again.', []]);
    await type(modal, 'lk-email', EMAIL);
    expect(alerts(modal)).toBe('');
  });

  it('sends nothing offline', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    await type(modal, 'lk-email', EMAIL);
    await actAndFlush(() => fake.browser.setOnline(false));
    await submit(modal);
    expect([modal.viewName(), actions(fake)]).toEqual(['Connect', []]);
    await actAndFlush(() => fake.browser.setOnline(true));
    await submit(modal);
    expect(actions(fake)).toEqual(['CONNECT_EMAIL']);
  });

  it('reports that the user has chosen email, and sends the address once', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    await actAndFlush(() => fireEvent.focus(modal.ui.getByTestId('lk-email')));
    await enterEmail(modal, ` ${EMAIL} `);
    expect(fake.frame.requests).toEqual([{ action: 'CONNECT_EMAIL', payload: { email: EMAIL } }]);
    expect([fake.events.map(({ event }) => event).includes('EMAIL_LOGIN_SELECTED'), modal.viewName()]).toEqual([true, 'EmailVerifyOtp']);
  });
});

describe('EmailLogin', () => {
  it('shows why the site refused, and sends another address', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', { error: 'Too many codes' });
    await enterEmail(modal);
    expect([modal.viewName(), alerts(modal)]).toEqual(['EmailLogin', 'Too many codes']);
    fake.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' as const }));
    await submit(modal);
    expect(modal.viewName()).toBe('EmailVerifyOtp');
  });

  it('shows that the frame cannot be loaded', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.isBlocked = true;
    await enterEmail(modal);
    expect(alerts(modal)).toBe('Unable to load email login dependency');
    fake.frame.isBlocked = false;
    fake.frame.answer('CONNECT_EMAIL', () => {
      throw new LatchkeyError('secure-frame/bundle-not-found', { digest: '1f'.repeat(32) });
    });
    await enterEmail(modal, 'lady@example.com');
    expect(alerts(modal)).toBe('Unable to load email login dependency');
  });

  it('shows the cooldown', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    await enterEmail(modal);
    await actAndFlush(() => fake.clock.advance(5_500));
    await press(modal.ui.getByTestId('lk-back'));
    await enterEmail(modal);
    expect(alerts(modal)).toBe('Please try again after 25 seconds');
  });

  it('moves the focus to the address if it was not sent', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', { error: 'Too many codes' });
    await enterEmail(modal);
    expect(modal.root.activeElement).toBe(modal.ui.getByTestId('lk-email'));
  });

  it('does not look busy offline, and sends nothing', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', { error: 'Too many codes' });
    await enterEmail(modal);
    await actAndFlush(() => fake.browser.setOnline(false));
    await submit(modal);
    const button = modal.ui.getByTestId('lk-email-submit');
    expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled'), actions(fake)]).toEqual([
      null,
      'true',
      ['CONNECT_EMAIL'],
    ]);
  });

  it('opens the wallet of a user who needs no code', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', () => ({ action: 'CONNECT' as const }));
    await enterEmail(modal);
    expect([fake.client.getAccount().address, fake.client.getState().open]).toEqual([SMART_ACCOUNT, false]);
  });
});

describe('EmailVerifyDevice', () => {
  const waiting = async () => {
    const opened = await openedModal(embeddedClient());
    opened.fake.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' as const }));
    await enterEmail(opened.modal);
    return opened;
  };

  it('waits for the approval, and shows the number to type', async () => {
    const { fake, modal } = await waiting();
    expect([modal.viewName(), actions(fake).at(-1)]).toEqual(['EmailVerifyDevice', 'CONNECT_DEVICE']);
    await actAndFlush(() => fake.frame.emit({ type: 'number', id: 'n', number: '42' }));
    expect(modal.ui.getByTestId('lk-device-number').textContent).toBe('42');
  });

  it('continues with the code once the device is approved', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' as const }));
    fake.frame.answer('CONNECT_DEVICE', () => undefined);
    await enterEmail(modal);
    expect(modal.viewName()).toBe('EmailVerifyOtp');
  });

  it('sends the link again after the cooldown', async () => {
    const { fake, modal } = await waiting();
    await press(modal.ui.getByTestId('lk-email-resend'));
    expect(actions(fake).filter((action) => action === 'CONNECT_EMAIL')).toHaveLength(1);
    await actAndFlush(() => fake.clock.run(30_000));
    await press(modal.ui.getByTestId('lk-email-resend'));
    expect(actions(fake).filter((action) => action === 'CONNECT_EMAIL')).toHaveLength(2);
    expect(fake.client.useCases.watchModal.current().snackbar.message).toBe('Email sent again');
  });

  it('offers another try if the approval fails', async () => {
    const { fake, modal } = await openedModal(embeddedClient());
    fake.frame.answer('CONNECT_EMAIL', () => ({ action: 'VERIFY_DEVICE' as const }));
    fake.frame.answer('CONNECT_DEVICE', { error: 'The link has expired' });
    await enterEmail(modal);
    expect(alerts(modal)).toContain('The link has expired');
    fake.frame.answer('CONNECT_DEVICE', () => undefined);
    await press(modal.ui.getByTestId('lk-device-retry'));
    expect(modal.viewName()).toBe('EmailVerifyOtp');
  });

  it('stops waiting when the user leaves', async () => {
    const { fake, modal } = await waiting();
    await press(modal.ui.getByTestId('lk-back'));
    fake.frame.answer('CONNECT_DEVICE', () => undefined);
    await actAndFlush();
    expect(modal.viewName()).toBe('Connect');
  });
});

describe('EmailVerifyOtp', () => {
  const atCode = async () => {
    const opened = await openedModal(embeddedClient());
    await enterEmail(opened.modal);
    return opened;
  };

  it('can be filled in by the system, and has the focus', async () => {
    const { modal } = await atCode();
    const field = modal.ui.getByTestId('lk-code');
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode'), modal.root.activeElement]).toEqual([
      'one-time-code',
      'numeric',
      field,
    ]);
  });

  it.each(['123456', '123 456', 'Code: 123-456'])('takes %j, and opens the wallet', async (text) => {
    const { fake, modal } = await atCode();
    await type(modal, 'lk-code', text);
    expect(fake.frame.requests.find(({ action }) => action === 'CONNECT_OTP')?.payload).toEqual({ otp: '123456' });
    expect([fake.client.getAccount().embeddedWalletInfo?.user.email, fake.client.getState().open]).toEqual([EMAIL, false]);
  });

  it.each([
    ['before the first digit', 0, 0, [0]],
    ['between two digits', 2, 2, [2]],
    ['after the last digit', 4, 4, [4]],
    ['over selected digits', 1, 3, [1, 2]],
  ])('marks where the next digit goes: %s', async (_, start, end, marked) => {
    const { modal } = await atCode();
    await type(modal, 'lk-code', '1234');
    const field = modal.ui.getByTestId<HTMLInputElement>('lk-code');
    await actAndFlush(() => {
      field.setSelectionRange(start, end);
      field.dispatchEvent(new Event('selectionchange'));
    });
    const boxes = [...modal.view().querySelectorAll('.code span')];
    expect(boxes.flatMap(({ className }, index) => (className === 'next' ? [index] : []))).toEqual(marked);
  });

  it('sends nothing before the last digit', async () => {
    const { fake, modal } = await atCode();
    await type(modal, 'lk-code', '12345');
    expect(actions(fake)).not.toContain('CONNECT_OTP');
  });

  it('shows why a code was refused, and clears it', async () => {
    const { fake, modal } = await atCode();
    fake.frame.answer('CONNECT_OTP', { error: 'Wrong code. 4 tries left.' });
    await type(modal, 'lk-code', '000000');
    const field = modal.ui.getByTestId<HTMLInputElement>('lk-code');
    expect([alerts(modal), field.value, field.getAttribute('aria-invalid')]).toEqual(['Wrong code. 4 tries left.', '', 'true']);
    fake.frame.answer('CONNECT_OTP', () => undefined);
    await type(modal, 'lk-code', '123456');
    expect(fake.client.getAccount().isConnected).toBe(true);
  });

  it('counts down until the code can be sent again', async () => {
    const { fake, modal } = await atCode();
    const resend = modal.ui.getByTestId('lk-email-resend');
    expect([resend.textContent, resend.getAttribute('aria-disabled')]).toEqual(['Resend code in 30 s', 'true']);
    await actAndFlush(() => fake.clock.run(30_000));
    expect(resend.textContent).toBe('Resend code');
    await press(resend);
    expect(actions(fake).filter((action) => action === 'CONNECT_EMAIL')).toHaveLength(2);
    expect(fake.client.useCases.watchModal.current().snackbar.message).toBe('Code sent again');
  });

  it('drops the digits of the code before, and has the focus, once a code was sent again', async () => {
    const { fake, modal } = await atCode();
    await type(modal, 'lk-code', '123');
    await actAndFlush(() => fake.clock.run(30_000));
    await actAndFlush(() => modal.ui.getByTestId('lk-email-resend').focus());
    await press(modal.ui.getByTestId('lk-email-resend'));
    const field = modal.ui.getByTestId<HTMLInputElement>('lk-code');
    expect([field.value, modal.root.activeElement]).toEqual(['', field]);
  });

  it('cannot be used offline', async () => {
    const { fake, modal } = await atCode();
    await actAndFlush(() => fake.browser.setOnline(false));
    expect(modal.ui.getByTestId<HTMLInputElement>('lk-code').readOnly).toBe(true);
    expect(modal.ui.getByTestId('lk-offline')).toBeDefined();
  });

  it('shows the frame while it asks for consent, and keeps what was typed', async () => {
    const { fake, modal } = await atCode();
    await type(modal, 'lk-code', '123');
    await actAndFlush(() => fake.frame.emit({ type: 'home', id: 'h', height: 300 }));
    expect(modal.ui.getByTestId('lk-frame-slot').querySelector('slot')?.name).toBe('secure-frame');
    await actAndFlush(() => fake.frame.emit({ type: 'hide', id: 'i' }));
    expect([modal.viewName(), modal.ui.getByTestId<HTMLInputElement>('lk-code').value]).toEqual(['EmailVerifyOtp', '123']);
  });

  it('has the title of the frame while it is shown, and the focus on the title', async () => {
    const { fake, modal } = await atCode();
    const title = modal.root.querySelector('h1');
    await actAndFlush(() => fake.frame.emit({ type: 'home', id: 'h', height: 300 }));
    expect([title?.textContent, modal.root.activeElement]).toEqual(['Your wallet', title]);
    // The user goes on in the frame, a child of the modal's element in the page.
    title?.blur();
    await actAndFlush(() => fake.frame.emit({ type: 'hide', id: 'i' }));
    expect([title?.textContent, modal.root.activeElement]).toEqual(['Enter code', title]);
  });

  it('keeps the title of the frame while the modal closes', async () => {
    const { fake, modal } = await atCode();
    await actAndFlush(() => fake.frame.emit({ type: 'home', id: 'h', height: 300 }));
    await press(modal.ui.getByTestId('lk-close'));
    expect(modal.root.querySelector('h1')?.textContent).toBe('Your wallet');
    await openModal(fake);
    expect(modal.root.querySelector('h1')?.textContent).toBe('Connect Wallet');
  });

  it('offers another try if the wallet does not open', async () => {
    const { fake, modal } = await atCode();
    const user = { email: EMAIL, address: SMART_ACCOUNT, chainId: 1 };
    fake.frame.answer('GET_USER', { error: 'You did not agree' });
    await type(modal, 'lk-code', '123456');
    expect(alerts(modal)).toContain('You did not agree');
    expect(modal.root.querySelector('h1')?.textContent).toBe('Continue with email');
    fake.frame.answer('GET_USER', () => user);
    await press(modal.ui.getByTestId('lk-email-open'));
    expect(fake.client.getAccount().isConnected).toBe(true);
  });
});

describe('ApproveTransaction', () => {
  it('opens for a request, shows the frame, and rejects when it is closed', async () => {
    const { fake, modal } = await openedModal(await loggedInClient());
    await actAndFlush(() => fake.client.close());
    fake.frame.answer('RPC_REQUEST', 'never');
    const signing = sign(fake);
    await actAndFlush(() => vi.dynamicImportSettled());
    await nextFrame();
    expect([modal.viewName(), fake.client.getState().open, fake.frame.isVisible]).toEqual(['ApproveTransaction', true, true]);
    expect(modal.ui.getByTestId('lk-frame-slot')).toBeDefined();
    expect(modal.root.querySelector('h1')?.textContent).toBe('Approve request');
    await press(modal.ui.getByTestId('lk-close'));
    expect(await signing).toMatchObject({ code: 4001, message: 'Request was aborted' });
    expect([fake.client.getState().open, fake.frame.isVisible]).toEqual([false, false]);
  });
});

describe('the settings of the wallet', () => {
  const inSettings = async () => {
    const opened = await openedModal(await loggedInClient());
    await press(opened.modal.ui.getByTestId('lk-settings'));
    return opened;
  };

  it('switch the account type', async () => {
    const { fake, modal } = await inSettings();
    await press(modal.ui.getByTestId('lk-account-type-eoa'));
    expect(fake.frame.requests.find(({ action }) => action === 'SET_PREFERRED_ACCOUNT')?.payload).toEqual({ type: 'eoa' });
    expect(fake.client.getAccount().embeddedWalletInfo?.accountType).toBe('eoa');
    expect(modal.ui.getByTestId<HTMLInputElement>('lk-account-type-eoa').checked).toBe(true);
  });

  it('offer no account type on a network without smart accounts', async () => {
    const fake = embeddedClient();
    fake.frame.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [137] }));
    await fake.client.ready;
    await fake.client.connect({ connectorId: AUTH_CONNECTOR_ID });
    const { modal } = await openedModal(fake);
    await press(modal.ui.getByTestId('lk-settings'));
    expect([modal.ui.queryByTestId('lk-edit-email') !== null, modal.ui.queryByTestId('lk-account-type-eoa')]).toEqual([true, null]);
  });

  it('have the type of the account beside it, and beside each account in lists', async () => {
    const { fake, modal } = await openedModal(await loggedInClient());
    expect(modal.ui.getByTestId('lk-account-type').textContent).toBe('Smart account');
    await actAndFlush(() => lastValueFrom(fake.client.useCases.setAccountType.execute({ type: 'eoa' })));
    expect(modal.ui.getByTestId('lk-account-type').textContent).toBe('Standard account');
    for (const list of ['SwitchAddress', 'Profile'] as const) {
      await fake.push(view(list));
      const kinds = [ACCOUNT, SMART_ACCOUNT].map((address) => modal.ui.getByTestId(`lk-account-${address}`).textContent);
      expect(kinds).toEqual([expect.stringContaining('Standard account'), expect.stringContaining('Smart account')]);
    }
  });

  it('keep the focus on the account type while it is switched, and switch once', async () => {
    const { fake, modal } = await inSettings();
    fake.frame.answer('SET_PREFERRED_ACCOUNT', 'never');
    const [chosen, other] = ['lk-account-type-eoa', 'lk-account-type-smartAccount'].map((id) => modal.ui.getByTestId<HTMLInputElement>(id));
    if (chosen === undefined || other === undefined) throw new Error('There is no choice');
    chosen.focus();
    await press(chosen);
    // Browsers take the focus from disabled controls.
    expect([modal.root.activeElement, chosen.closest('fieldset')?.disabled, chosen.getAttribute('aria-disabled')]).toEqual([
      chosen,
      false,
      'true',
    ]);
    await press(other);
    expect([chosen.checked, fake.frame.requests.filter(({ action }) => action === 'SET_PREFERRED_ACCOUNT')]).toMatchObject([true, [{}]]);
  });

  it('change the address with both codes', async () => {
    const { fake, modal } = await inSettings();
    await press(modal.ui.getByTestId('lk-edit-email'));
    await submit(modal);
    expect(alerts(modal)).toBe('This is your current email.');
    await enterEmail(modal, 'new@example.com');
    expect([modal.viewName(), modal.view().textContent?.includes(EMAIL)]).toEqual(['UpdateEmailPrimaryOtp', true]);
    await type(modal, 'lk-code', '111111');
    expect([modal.viewName(), modal.view().textContent?.includes('new@example.com')]).toEqual(['UpdateEmailSecondaryOtp', true]);
    await type(modal, 'lk-code', '222222');
    expect([modal.viewName(), fake.client.getAccount().user]).toEqual(['Account', { email: 'new@example.com' }]);
    expect(fake.client.useCases.watchModal.current().snackbar.message).toBe('Email updated');
    expect(fake.frame.requests.filter(({ action }) => action.endsWith('_OTP')).map(({ payload }) => payload)).toEqual([
      { otp: '111111' },
      { otp: '222222' },
    ]);
  });

  it('show why a code was refused, and start over after the cooldown', async () => {
    const { fake, modal } = await inSettings();
    fake.frame.answer('UPDATE_EMAIL_PRIMARY_OTP', { error: 'Wrong code' });
    await press(modal.ui.getByTestId('lk-edit-email'));
    await enterEmail(modal, 'new@example.com');
    await type(modal, 'lk-code', '111111');
    expect(alerts(modal)).toBe('Wrong code');
    await actAndFlush(() => fake.clock.run(30_000));
    await press(modal.ui.getByTestId('lk-email-restart'));
    expect(modal.viewName()).toBe('UpdateEmailWallet');
  });

  it('lead to the website of the wallet', async () => {
    const { modal } = await inSettings();
    expect(modal.ui.getByTestId('lk-upgrade').textContent).toBe('Wallet websitePasskeys, recovery, devices, limits');
    await press(modal.ui.getByTestId('lk-upgrade'));
    expect(modal.view().querySelector('a')?.href).toBe('https://secure.walletconnect.org/dashboard');
  });

  it('can be loaded again if they could not be loaded', async () => {
    const { modal } = await openedModal(await loggedInClient());
    const loaded = vi.spyOn(EMAIL_CHUNK, 'loaded').mockReturnValue(null);
    const load = vi.spyOn(EMAIL_CHUNK, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    await press(modal.ui.getByTestId('lk-settings'));
    expect(alerts(modal)).toContain('Failed to load this screen');
    expect(modal.ui.getByTestId('lk-theme-dark')).toBeDefined();
    for (const mock of [loaded, load]) mock.mockRestore();
    await press(modal.ui.getByText('Try again'));
    expect(modal.ui.getByTestId('lk-upgrade')).toBeDefined();
  });

  it('are missing for other wallets', async () => {
    const fake = embeddedClient();
    await fake.client.connect({ connectorId: WALLET });
    const { modal } = await openedModal(fake);
    await press(modal.ui.getByTestId('lk-settings'));
    expect([modal.viewName(), modal.ui.queryByTestId('lk-upgrade')]).toEqual(['AccountSettings', null]);
  });
});
