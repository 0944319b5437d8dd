import { describe, expect, it, vi } from 'vitest';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import type { SignInMessageRequest, SignInRequest } from '../../../application/ports/sign-in.port.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type FakeClient, fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { pseudo } from '../support/pseudo.js';
import { actAndFlush, key, openModal, press, type RenderedModal, renderModal } from '../support/render-modal.js';

interface Prompt {
  readonly fake: FakeClient;
  readonly service: FakeSignIn;
  readonly modal: RenderedModal;
}

const prompt = async (service = new FakeSignIn()): Promise<Prompt> => {
  const fake = fakeClient({ options: { siwx: service } });
  const modal = await renderModal(fake);
  await actAndFlush(() => fake.client.connect({ connectorId: WALLET }));
  await actAndFlush(() => vi.dynamicImportSettled());
  // The view and its first read come in separate renders, with React 18 in separate tasks.
  await actAndFlush(() => vi.dynamicImportSettled());
  await actAndFlush();
  return { fake, service, modal };
};

const signButton = ({ modal: { ui } }: Prompt): HTMLElement => ui.getByTestId('lk-sign-in');

describe('the sign-in view', () => {
  it('opens in StrictMode with one message, which is the one that is signed', async () => {
    const opened = await prompt();
    expect([opened.modal.viewName(), opened.service.calls]).toEqual(['SIWXSignMessage', ['getSessions', 'createMessage']]);
    const shown = opened.modal.ui.getByTestId('lk-sign-in-message').textContent;
    await press(signButton(opened));
    expect(opened.service.sessions.map(({ message }) => message)).toEqual([shown]);
    expect(opened.modal.dialog().open).toBe(false);
  });

  it('cannot be used before the message is shown', async () => {
    const service = new FakeSignIn();
    const create = service.createMessage.bind(service);
    let deliver = (): void => undefined;
    service.createMessage = async (request: SignInRequest): Promise<SignInMessageRequest> => {
      await new Promise<void>((resolve) => {
        deliver = resolve;
      });
      return create(request);
    };
    const opened = await prompt(service);
    await press(signButton(opened));
    expect([signButton(opened).getAttribute('aria-disabled'), opened.fake.chain.wallet(WALLET).count('signMessage')]).toEqual(['true', 0]);
    await actAndFlush(deliver);
    await press(signButton(opened));
    expect(service.sessions.length).toBe(1);
  });

  it('warns of a message for another site', async () => {
    const service = new FakeSignIn();
    const create = service.createMessage.bind(service);
    service.createMessage = async (request) => ({ ...(await create(request)), domain: 'app.examp1e' });
    const { modal } = await prompt(service);
    expect(modal.ui.getAllByRole('alert').map((alert) => alert.textContent)).toContainEqual(expect.stringContaining('app.examp1e'));
  });

  it('names the URI of a message only if it is not just this site', async () => {
    const own = await prompt();
    expect(own.modal.ui.queryByText('Signs in to')).toBeNull();
    own.modal.unmount();
    const service = new FakeSignIn();
    const create = service.createMessage.bind(service);
    service.createMessage = async (request) => ({ ...(await create(request)), uri: 'https://login.example/app' });
    const { modal } = await prompt(service);
    expect(modal.ui.getByText('Signs in to').nextElementSibling?.textContent).toBe('https://login.example/app');
  });

  it('leads the Tab key to the full message', async () => {
    const opened = await prompt();
    const { modal } = opened;
    signButton(opened).focus();
    expect(await key(modal.root, 'Tab')).toBe(false);
    modal.ui.getByTestId('lk-close').focus();
    expect(await key(modal.root, 'Tab', { shiftKey: true })).toBe(true);
    expect(modal.root.activeElement?.tagName).toBe('SUMMARY');
  });

  it('explains each failure and tries again', async () => {
    const opened = await prompt();
    const { service, modal, fake } = opened;
    const title = () => modal.ui.getByRole('heading', { level: 2 }).textContent;
    const hint = () => modal.ui.getByRole('heading', { level: 2 }).nextElementSibling?.textContent;
    fake.chain.wallet(WALLET).next('signMessage', 'reject');
    await press(signButton(opened));
    expect([title(), signButton(opened).textContent]).toEqual(['Signature declined', 'Try again']);
    service.mode = { refuses: 'wrong-domain' };
    await press(signButton(opened));
    expect([title(), hint()]).toEqual(['Sign-in refused', 'The message is for another site. Check the address of this page.']);
    service.mode = { refuses: 'account is banned' };
    await press(signButton(opened));
    expect(hint()).toBe('This site did not accept your sign-in. Try again.');
    service.mode = 'down';
    await actAndFlush(() => fake.browser.setOnline(false));
    expect(signButton(opened).getAttribute('aria-disabled')).toBe('true');
    service.mode = 'working';
    await actAndFlush(() => fake.browser.setOnline(true));
    await press(signButton(opened));
    expect([modal.dialog().open, service.sessions.length]).toEqual([false, 1]);
  });

  it.each([
    ['sign-in/invalid-message', { field: 'domain' }, 'This site can’t sign you in', 'Contact its support.'],
    ['sign-in/network-missing', {}, 'Network not supported', 'Choose another network.'],
    ['browser/load-failed', { module: 'sign-in' }, 'Failed to load', 'Check your internet connection, then try again.'],
  ] as const)('explains %s with what the user can do', async (code, context, title, action) => {
    const service = new FakeSignIn();
    service.createMessage = () => Promise.reject(new LatchkeyError(code, context));
    const { modal } = await prompt(service);
    const heading = modal.ui.getByRole('heading', { level: 2 });
    expect([heading.textContent, heading.nextElementSibling?.textContent]).toEqual([title, expect.stringContaining(action)]);
  });

  it('shows errors in the snackbar in the language of the catalogue', async () => {
    const fake = fakeClient({ options: { siwx: new FakeSignIn() } });
    const { ui } = await renderModal(fake, pseudo);
    const error = new LatchkeyError('sign-in/refused', { reason: 'wrong-domain' });
    await actAndFlush(() => fake.client.modal.show({ message: error.message, variant: 'error', error }));
    const texts = ui.getAllByTestId('lk-snackbar').map(({ textContent }) => textContent);
    expect(texts).toContain(pseudo.signInRefusedSite);
    expect(texts).not.toContain(error.message);
  });

  it('shows that the service cannot be reached, and continues once it can', async () => {
    const service = new FakeSignIn();
    const create = service.createMessage.bind(service);
    let isDown = true;
    service.createMessage = async (request) => {
      if (isDown) throw new TypeError('Failed to fetch');
      return create(request);
    };
    const opened = await prompt(service);
    expect(opened.modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Can’t reach the sign-in service');
    isDown = false;
    await press(signButton(opened));
    await press(signButton(opened));
    expect(service.sessions.length).toBe(1);
  });

  it('sends a signature that could not be verified again, also if there was no new message', async () => {
    const opened = await prompt();
    const { service, modal, fake } = opened;
    const wallet = fake.chain.wallet(WALLET);
    service.addSession = async () => {
      service.mode = 'down';
      Reflect.deleteProperty(service, 'addSession');
      throw new LatchkeyError('sign-in/unavailable', {});
    };
    await press(signButton(opened));
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Can’t reach the sign-in service');
    service.mode = 'working';
    // A second signature would never come.
    wallet.next('signMessage', 'never');
    await press(signButton(opened));
    expect([modal.dialog().open, service.sessions.length]).toEqual([false, 1]);
  });

  it('shows a new message before the nonce of the first one expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = await prompt();
    const nonce = () => /nonce\d+$/.exec(opened.modal.ui.getByTestId('lk-sign-in-message').textContent)?.[0];
    const before = nonce();
    opened.fake.clock.advance(240_000);
    await actAndFlush(() => vi.advanceTimersByTime(240_000));
    expect(nonce()).not.toBe(before);
    vi.useRealTimers();
  });

  it('names what its button does: disconnects if sign-in is required, otherwise puts it off', async () => {
    const required = await prompt();
    const cancel = () => required.modal.ui.getByTestId('lk-sign-in-cancel');
    expect(cancel().textContent).toBe('Disconnect');
    await press(cancel());
    expect([required.modal.dialog().open, required.fake.client.getAccount().isConnected]).toEqual([false, false]);
    required.modal.unmount();
    const optional = await prompt(Object.assign(new FakeSignIn(), { required: false }));
    const notNow = optional.modal.ui.getByTestId('lk-sign-in-cancel');
    expect(notNow.textContent).toBe('Not now');
    await press(notNow);
    expect([optional.modal.dialog().open, optional.fake.client.getAccount().isConnected]).toEqual([false, true]);
  });
});

describe('the row of the account that signs out', () => {
  it('says so once the service has answered, also if the user has left the view', async () => {
    const opened = await prompt();
    const { fake, service, modal } = opened;
    await press(signButton(opened));
    const revoke = service.revokeSession.bind(service);
    let finish = (): void => undefined;
    service.revokeSession = async (...session) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return revoke(...session);
    };
    await openModal(fake, { view: 'Account' });
    await press(modal.ui.getByTestId('lk-sign-out'));
    await press(modal.ui.getByTestId('lk-settings'));
    await actAndFlush(finish);
    expect([modal.ui.getByTestId('lk-snackbar').textContent, service.sessions]).toEqual(['Signed out', []]);
  });
});
