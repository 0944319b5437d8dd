import { element } from '../../wallet/window/element.js';
import type { ListedRequest } from '../frame/device-approval.js';
import { ApiError, type ListedDevice } from '../frame/frame-client.js';
import { randomSecret } from '../protocol/encoding.js';
import { nameOf } from '../protocol/login-user.js';
import { needsCode, onEnter, showCode, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { limitList } from './limits-view.js';
import { showLoginAgain, socialButtons } from './login-view.js';
import { showMove } from './move-view.js';
import { logInWithPasskey } from './passkey-management.js';
import { passkeyButton } from './passkey-opening.js';
import { showPasskeyStep } from './passkey-view.js';
import { type PasskeysHost, passkeyList } from './passkeys-view.js';
import { showDeviceRequest } from './request-view.js';
import { errorLine, factList, noticeLine, paragraph, type ScreenAction, showScreen, skeleton, statusLine, storageNote } from './screen.js';
import type { SiteNetwork } from './site-config.js';
import { userFact } from './user-text.js';
import { deleteAccount, readOverview, revokeDevice, setIdleLock, setRecovery, type WalletOverview } from './wallet-management.js';
import type { BegunWallet, WalletSession } from './wallet-session.js';
import { canUsePasskeys, usePasskey } from './webauthn.js';
import { showWords } from './words-view.js';

const TITLE = 'Your wallet';
const MINUTE_MS = 60_000;
/** Times without use that the user can choose, in minutes; 0: never. */
const IDLE_MINUTES = [0, 5, 15, 60, 480] as const;

const button = (label: string, run: () => void, kind: 'secondary' | 'secondary dangerous' = 'secondary'): HTMLElement =>
  element('button', { type: 'button', class: kind, onClick: run }, label);

const section = (title: string, ...children: readonly (Node | null)[]): HTMLElement => {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  return element('section', { class: 'block', 'aria-labelledby': id }, element('h2', { id }, title), ...children);
};

const minutesLabel = (minutes: number): string => {
  if (minutes === 0) return 'Never';
  return minutes < 60 ? `After ${minutes} minutes` : minutes === 60 ? 'After 1 hour' : `After ${minutes / 60} hours`;
};

const showFailure = (error: unknown, actions: readonly ScreenAction[]): void =>
  void showScreen({ title: TITLE, children: [errorLine(errorText(error))], actions }, true);

/** Loads what opens a kit and shows a phrase. */
const loadRecovery = async () => {
  const [view] = await Promise.all([import('./kit-view.js'), import('../keys/recovery-words.js'), import('../keys/mistyped-words.js')]);
  return view;
};
type RecoveryView = Awaited<ReturnType<typeof loadRecovery>>;

/** A device as the user knows it: what it calls itself, the app as the server knows it, and when it was last used. */
export const deviceText = ({ label, origin, usedAt }: Pick<ListedDevice, 'label' | 'origin' | 'usedAt'>) => ({
  name: label === '' ? 'Device without a name' : label,
  app: origin === location.origin ? 'This site' : origin,
  used: new Date(usedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
});

/** The user's own page: devices, recovery words, idle lock, another wallet, and deletion. */
export class HomeView {
  readonly #session: WalletSession;
  readonly #networks: readonly SiteNetwork[];

  /** @param networks whose balances are shown when the user moves to another wallet */
  constructor(session: WalletSession, networks: readonly SiteNetwork[]) {
    this.#session = session;
    this.#networks = networks;
  }

  /** Shows the request of a new device, which a mailed link names. Opening the link does nothing. */
  showRequest(device: string): void {
    showScreen({ title: TITLE, children: [skeleton('Loading the request')], actions: [] }, true);
    const load = async (): Promise<void> => {
      if (!(await this.#session.resume()) || (await this.#session.device()) === null)
        return this.show('Open the link in a browser that has your wallet. This one has none.');
      const { requests } = await readOverview(this.#session);
      const request = requests.find((each) => each.device === device);
      if (request === undefined) return this.show('The request of the new device has expired, or is done.');
      showDeviceRequest({
        session: this.#session,
        request,
        done: (note) => this.show(note),
        unlock: (error, next) => this.#unlock(error, next),
      });
      return undefined;
    };
    load().catch((error: unknown) =>
      needsCode(error)
        ? this.#unlock(error, () => this.showRequest(device))
        : showFailure(error, [{ label: 'Try again', isPrimary: true, run: () => this.showRequest(device) }]),
    );
  }

  /** Loads the wallet and shows it. @param note is announced: what has just been done */
  show(note: string | null = null): void {
    const actions = [{ label: 'Try again', isPrimary: true, run: () => this.show(note) }];
    showScreen({ title: TITLE, children: [skeleton('Loading your wallet')], actions: [] }, true);
    // Before the server is needed: a page that is open shows kits and phrases when it has stopped.
    const loading = Promise.all([loadRecovery(), this.#session.withKeys(async () => undefined)]);
    loading.catch(() => undefined);
    this.#load(note).catch((error: unknown) =>
      loading.then(
        ([{ showUnreachable }]) => showUnreachable(this.#recoveryOptions(), error, () => this.show(note)),
        () => showFailure(error, actions),
      ),
    );
  }

  #recoveryOptions() {
    return {
      session: this.#session,
      done: (note: string | null) => this.show(note),
      unlock: (error: unknown, next: () => void) => this.#unlock(error, next),
    };
  }

  /** Shows a view of recovery. */
  #recover(show: (view: RecoveryView) => void): void {
    loadRecovery().then(show, (error: unknown) => showFailure(error, [{ label: 'Back', isPrimary: true, run: () => this.show() }]));
  }

  #openKit(): void {
    this.#recover(({ showKitOpening }) => showKitOpening(this.#recoveryOptions()));
  }

  async #load(note: string | null): Promise<void> {
    const session = this.#session;
    if (!(await session.resume())) return this.#showLogin(note);
    try {
      this.#showWallet(await readOverview(session), note);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'no-session') return this.#showLogin(note);
      if (needsCode(error)) return this.#unlock(error, () => this.show(note));
      if (error.code !== 'no-device') throw error;
      await this.#showWithoutDevice();
    }
    return undefined;
  }

  #showLogin(note: string | null = null): void {
    const { field, row } = textField('email', 'Email', { type: 'email', autocomplete: 'email', maxlength: 320 });
    const error = element('div', {});
    const failure = this.#session.takeLoginFailure();
    const submit = (): void => {
      const email = field.value.trim();
      if (!email.includes('@')) {
        field.setAttribute('aria-invalid', 'true');
        error.replaceChildren(errorLine('Enter your email address.'));
        field.focus();
        return;
      }
      showCode({
        session: this.#session,
        email,
        title: 'Log in',
        reason: `A code will be mailed to ${email}.`,
        done: () => this.show(),
        cancel: () => this.#showLogin(),
      });
    };
    onEnter(field, submit);
    showScreen(
      {
        title: TITLE,
        children: [
          note === null ? null : noticeLine(note),
          failure === null ? null : errorLine(errorText(failure)),
          paragraph('Log in as you do in your apps to see the devices and settings of your wallet.'),
          row,
          error,
          passkeyButton(canUsePasskeys() ? () => this.#logInWithPasskey() : null),
          socialButtons(this.#session, { title: 'Log in', done: () => this.show(), cancel: () => this.#showLogin() }),
          storageNote(this.#session.persistence),
          element('button', { type: 'button', class: 'link', onClick: () => this.#openKit() }, 'Open a recovery kit'),
          paragraph('If an app has opened this window, it has cut the connection to it. Log in here, then go back to the app.', 'quiet'),
        ],
        actions: [{ label: 'Continue', isPrimary: true, run: submit }],
      },
      true,
    );
  }

  /** The user is logged in, and this browser has no device of the wallet. */
  async #showWithoutDevice(): Promise<void> {
    const session = this.#session;
    const info = await session.info();
    const signOut: ScreenAction = { label: 'Sign out', run: () => this.#signOut() };
    if (info.wallet === null) {
      showScreen(
        {
          title: 'No wallet yet',
          children: [
            factList([userFact(info)]),
            paragraph('You have no wallet yet. Create it here, or log in to an app.'),
            storageNote(session.persistence),
          ],
          actions: [signOut, { label: 'Create your wallet', isPrimary: true, run: () => this.#create() }],
        },
        true,
      );
      return;
    }
    const { showOpening } = await import('./open-view.js');
    showOpening({
      session,
      info,
      done: () => this.show('This browser is a device of your wallet now.'),
      signOut,
      byKit: () => this.#openKit(),
    });
  }

  /** Makes the wallet of a user who has none. */
  #create(): void {
    const session = this.#session;
    const fail = (error: unknown): void => showFailure(error, [{ label: 'Back', isPrimary: true, run: () => this.show() }]);
    const make = async (begun: BegunWallet, recovery: () => Promise<Uint8Array<ArrayBuffer> | null>): Promise<void> => {
      showScreen({ title: 'Creating your wallet', children: [skeleton('Creating your wallet')], actions: [] });
      const secret = await recovery();
      const kept = secret?.slice() ?? null;
      await session.createWallet(begun, { device: randomSecret(), recovery: secret });
      this.#offerKit(kept, 'Your wallet is ready. You can go back to the app.');
    };
    const begin = async (): Promise<void> => {
      const begun = await session.beginWallet();
      showWords({
        wallet: begun.wallet,
        // Without storage, the wallet would be lost with the page.
        canSkip: async () => session.persistence.kind === 'browser',
        done: (recovery) => void make(begun, recovery).catch(fail),
        cancel: () => this.show(),
      });
    };
    showScreen({ title: 'Create your wallet', children: [skeleton('Starting')], actions: [] });
    begin().catch(fail);
  }

  /** Runs a change. A wallet that is locked is unlocked with a code before. @param next default: shows the page */
  #change(label: string, run: () => Promise<unknown>, note: string, next = (): void => this.show(note)): void {
    showScreen({ title: TITLE, children: [skeleton(label)], actions: [] });
    run().then(next, (error: unknown) => {
      const again = (): void => this.#change(label, run, note, next);
      if (needsCode(error)) this.#unlock(error, again);
      else
        showFailure(error, [
          { label: 'Back', run: () => this.show() },
          { label: 'Try again', isPrimary: true, run: again },
        ]);
    });
  }

  /** Lets the user save a kit for words that were set just now. @param recovery is erased; `null`: there are none */
  #offerKit(recovery: Uint8Array<ArrayBuffer> | null, note: string): void {
    if (recovery === null) this.show(note);
    else this.#recover(({ offerKit }) => offerKit(this.#session, recovery, () => this.show(note)));
  }

  #unlock(error: unknown, done: () => void): void {
    showLoginAgain({ session: this.#session, error, title: 'Unlock your wallet', done, cancel: () => this.show() });
  }

  #showWallet(overview: WalletOverview, note: string | null): void {
    const { session, address, solanaAddress, devices, other } = overview;
    showScreen(
      {
        title: TITLE,
        children: [
          note === null ? null : statusLine(note),
          storageNote(this.#session.persistence),
          factList([
            userFact(session),
            { label: 'Address', value: address, kind: 'address' },
            { label: 'Solana address', value: solanaAddress, kind: 'address' },
          ]),
          ...overview.requests.map((request) => this.#request(request)),
          ...this.#recovery(overview),
          section('Passkeys', ...passkeyList(this.#passkeysHost(overview))),
          section('Limits of apps', ...limitList(this.#passkeysHost(overview))),
          section(
            'Devices',
            paragraph(
              'Each browser and app that can use your wallet. Apps count one by one, since browsers keep their storage apart.',
              'quiet',
            ),
            element('ul', { class: 'rows' }, ...devices.map((device) => this.#device(device))),
            devices.length > 1
              ? button('Remove all others', () => this.#confirmRotation(overview))
              : paragraph('This is the only device.', 'quiet'),
          ),
          this.#idleLock(session.idleLockMs),
          section(
            'Move to a new wallet',
            other === null
              ? paragraph('If a copy of a device and of your words may be in other hands, only a new wallet is safe.', 'quiet')
              : paragraph(`There is another wallet of yours: ${other.address ?? 'created in another browser'}.`),
            button(other === null ? 'Move to a new wallet' : 'Show the other wallet', () =>
              showMove({ ...this.#recoveryOptions(), networks: this.#networks, overview }),
            ),
          ),
          section(
            'Sign out',
            paragraph('Ends the session here, and erases what this browser has stored of your wallet. Apps stay connected.', 'quiet'),
            button('Sign out of this browser', () => this.#signOut()),
          ),
          section(
            'Delete the account',
            paragraph('Erases what the wallet’s server has of you.', 'quiet'),
            button('Delete the account', () => this.#showDeletion(overview), 'secondary dangerous'),
          ),
        ],
        actions: [],
      },
      true,
    );
  }

  #passkeysHost(overview: WalletOverview): PasskeysHost {
    return {
      session: this.#session,
      overview,
      change: (label, run, note) => this.#change(label, run, note),
      show: (note) => this.show(note ?? null),
      unlock: (error, next) => {
        if (!needsCode(error)) return false;
        this.#unlock(error, next);
        return true;
      },
    };
  }

  #logInWithPasskey(): void {
    showPasskeyStep({
      title: 'Log in with a passkey',
      content: () => [],
      cancel: { label: 'Cancel', run: () => this.#showLogin() },
      isPressed: true,
      run: () => logInWithPasskey(this.#session, { use: usePasskey }),
      done: () => this.show(),
    });
  }

  #request(request: ListedRequest): HTMLElement {
    const review = (): void =>
      showDeviceRequest({
        session: this.#session,
        request,
        done: (note) => this.show(note),
        unlock: (error, next) => this.#unlock(error, next),
      });
    return section(
      'New device',
      noticeLine(`A new device asks for your wallet at ${request.origin === location.origin ? 'this site' : request.origin}.`),
      button('Review the device', review),
    );
  }

  /** Has the user write down recovery words. */
  writeWords(): void {
    showScreen({ title: TITLE, children: [skeleton('Loading your wallet')], actions: [] }, true);
    const load = async (): Promise<void> => {
      const wallet = (await this.#session.current())?.wallet ?? null;
      if (wallet === null || (await this.#session.device())?.wallet !== wallet) this.show();
      else this.#writeWords(wallet);
    };
    load().catch(() => this.show());
  }

  #writeWords(wallet: string): void {
    const note = 'Your new recovery words are set. Earlier ones open nothing here.';
    let kept: Uint8Array<ArrayBuffer> | null = null;
    showWords({
      wallet,
      canSkip: async () => false,
      isReplacing: true,
      done: (recovery) =>
        this.#change(
          'Saving the words',
          async () => {
            const secret = await recovery();
            kept = secret?.slice() ?? null;
            if (secret !== null) await setRecovery(this.#session, secret);
          },
          note,
          () => this.#offerKit(kept, note),
        ),
      cancel: () => this.show(),
    });
  }

  #recovery({ session: { recoverable, wallet, passkeyRecovers }, address }: WalletOverview): readonly HTMLElement[] {
    const id = wallet ?? '';
    const write = (): void => this.#writeWords(id);
    const exported = { wallet: id, address, hasWords: recoverable, hasPasskey: passkeyRecovers };
    const canExport = recoverable || passkeyRecovers;
    const save = (): void => this.#recover(({ showKitCreation }) => showKitCreation(this.#recoveryOptions(), id));
    const reveal = (): void => this.#recover(({ showPhraseExport }) => showPhraseExport(this.#recoveryOptions(), exported));
    const without = passkeyRecovers
      ? paragraph('You have no recovery words. A passkey opens your wallet on a new device; words also replace one that is lost.', 'quiet')
      : noticeLine('You have no recovery words. If your devices are lost, so is the wallet.');
    const words = section(
      'Recovery words',
      recoverable ? paragraph('You have recovery words. With them and your login, you open the wallet on a new device.', 'quiet') : without,
      button(recoverable ? 'Replace the words' : 'Write down words now', write),
    );
    const kit = section(
      'Recovery kit',
      paragraph('A file that gives your wallet back together with your words, also when this site is gone.', 'quiet'),
      element(
        'div',
        { class: 'buttons' },
        recoverable ? button('Save a recovery kit', save) : null,
        button('Open a recovery kit', () => this.#openKit()),
      ),
    );
    const phrase = section(
      'Secret phrase',
      paragraph(
        canExport
          ? 'Twelve words that move this wallet to another wallet app. Who has them has all that is in it.'
          : 'Twelve words that move this wallet to another wallet app. Write down recovery words before: they protect the phrase.',
        'quiet',
      ),
      canExport ? button('Show the secret phrase', reveal) : null,
    );
    return [words, kit, phrase];
  }

  #device(device: ListedDevice): HTMLElement {
    const { name, app, used } = deviceText(device);
    return element(
      'li',
      { class: 'row' },
      element(
        'div',
        {},
        element('strong', {}, name),
        element('span', { class: 'quiet', translate: 'no' }, app),
        element('span', { class: 'quiet' }, `Last used ${used}`),
      ),
      device.current
        ? element('span', { class: 'quiet' }, 'This one')
        : element(
            'button',
            { type: 'button', class: 'secondary', 'aria-label': `Remove ${name}, ${app}`, onClick: () => this.#confirmRevocation(device) },
            'Remove',
          ),
    );
  }

  #confirmRevocation(device: ListedDevice): void {
    const { name, app, used } = deviceText(device);
    showScreen(
      {
        title: 'Remove this device?',
        children: [
          factList([
            { label: 'Device', value: name, kind: 'text' },
            { label: 'App', value: app, kind: 'text' },
            { label: 'Last used', value: used, kind: 'text' },
          ]),
          paragraph('It is signed out and can open the wallet no more. You get a mail about it.'),
          noticeLine('If it was stolen or copied, remove all others and move to a new wallet: a copy may still open this one.'),
        ],
        actions: [
          { label: 'Cancel', run: () => this.show() },
          {
            label: 'Remove',
            isPrimary: true,
            run: () => this.#change('Removing the device', () => revokeDevice(this.#session, device.device), `${name} was removed.`),
          },
        ],
      },
      true,
    );
  }

  #confirmRotation({ devices, session: { recoverable } }: WalletOverview): void {
    showScreen(
      {
        title: 'Remove all other devices?',
        children: [
          paragraph(
            `${devices.length - 1} other devices are removed, and the keys that manage the wallet are replaced, so that none of them can change anything.`,
          ),
          paragraph('Your address stays. Apps connect again by one click in this browser.'),
          recoverable ? noticeLine('Your recovery words open the wallet no more. Write down new ones afterwards.') : null,
          noticeLine('A copy of a device with its server’s secret still opens this wallet. Against that, move to a new wallet.'),
        ],
        actions: [
          { label: 'Cancel', run: () => this.show() },
          {
            label: 'Remove all others',
            isPrimary: true,
            run: () => this.#change('Replacing the keys', () => this.#session.rotate(), 'All other devices were removed.'),
          },
        ],
      },
      true,
    );
  }

  #idleLock(idleLockMs: number | null): HTMLElement {
    const current = idleLockMs === null ? 0 : idleLockMs / MINUTE_MS;
    const choices = [...new Set<number>([...IDLE_MINUTES, current])].sort((a, b) => a - b);
    // `element` returns an HTMLElement; this tag is a select.
    const field = element(
      'select',
      { id: 'idle' },
      ...choices.map((minutes) => element('option', { value: minutes, selected: minutes === current }, minutesLabel(minutes))),
    ) as HTMLSelectElement;
    field.addEventListener('change', () => {
      const minutes = Number(field.value);
      const note =
        minutes === 0
          ? 'The wallet is not locked when it is idle.'
          : `The wallet locks ${minutesLabel(minutes).toLowerCase()} without use.`;
      this.#change('Saving', () => setIdleLock(this.#session, minutes === 0 ? null : minutes * MINUTE_MS), note);
    });
    return section(
      'Idle lock',
      element('div', { class: 'field' }, element('label', { for: 'idle' }, 'Lock when it is not used'), field),
      paragraph('Holds for all devices. Logging in again unlocks the wallet.', 'quiet'),
    );
  }

  #showDeletion({ session, address, other }: WalletOverview): void {
    const name = nameOf(session);
    const { field, row } = textField('confirm', `Type ${name} to confirm`, { autocapitalize: 'off', spellcheck: 'false' });
    const [, erase] = showScreen(
      {
        title: 'Delete the account?',
        children: [
          element(
            'p',
            { class: 'warning danger' },
            element('strong', {}, 'Move your funds first. '),
            'Afterwards nothing opens the wallet: neither your devices nor your recovery words.',
          ),
          factList([
            { label: 'Address', value: address, kind: 'address' },
            ...(other?.address == null ? [] : [{ label: 'Other wallet', value: other.address, kind: 'address' as const }]),
          ]),
          paragraph(
            'Erased at the server: your email address or user name, the sealed wallet and its secrets, the list of devices, sessions and settings. Erased here: this browser’s key and secret.',
          ),
          paragraph('Not erased: what is on the blockchains, and what other browsers have stored, which opens nothing.', 'quiet'),
          row,
        ],
        actions: [
          { label: 'Cancel', run: () => this.show() },
          { label: 'Delete', isPrimary: true, run: () => this.#delete() },
        ],
      },
      true,
    );
    if (erase === undefined) return;
    erase.classList.add('dangerous');
    const update = (): void => {
      erase.disabled = field.value.trim().toLowerCase() !== name.toLowerCase();
    };
    field.addEventListener('input', update);
    update();
  }

  #delete(): void {
    showScreen({ title: TITLE, children: [skeleton('Deleting the account')], actions: [] });
    deleteAccount(this.#session).then(
      () =>
        showScreen(
          { title: 'Deleted', children: [paragraph('Your account and its wallet were deleted. You can close this window.')], actions: [] },
          true,
        ),
      (error: unknown) => {
        if (needsCode(error)) this.#unlock(error, () => this.#delete());
        else showFailure(error, [{ label: 'Back', isPrimary: true, run: () => this.show() }]);
      },
    );
  }

  #signOut(): void {
    showScreen({ title: TITLE, children: [skeleton('Signing out')], actions: [] });
    void this.#session.signOut().then(({ isSessionEnded, isDeviceRevoked, isDeviceKept, stored }) =>
      showScreen(
        {
          title: 'Signed out',
          children: isDeviceKept
            ? [
                paragraph('The session has ended and the keys are erased from memory.'),
                noticeLine(
                  'This browser’s secret stays: it is the only thing that opens your wallet. Log in with a code to use it, and write down recovery words.',
                ),
              ]
            : [
                paragraph(
                  stored === null
                    ? 'The browser refused to erase what is stored.'
                    : 'Keys, session and what was stored in this browser are erased.',
                ),
                isSessionEnded ? null : noticeLine('The server could not be reached: the session ends by itself after 30 days.'),
                isDeviceRevoked ? null : paragraph('If this browser is still in the list of devices, remove it on another one.', 'quiet'),
              ],
          actions: [{ label: 'Log in', isPrimary: true, run: () => this.show() }],
        },
        true,
      ),
    );
  }
}
