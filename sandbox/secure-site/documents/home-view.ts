import { ApiError } from '../frame/frame-client.js';
import { needsCode } from './code-view.js';
import { showDeletion } from './deletion-view.js';
import { deviceSection, requestSection } from './devices-view.js';
import { HOME_TITLE, type HomeHost, section, sectionButton, showFailure } from './home-host.js';
import { showHomeLogin } from './home-login-view.js';
import { idleLockSection } from './idle-lock-section.js';
import { limitList } from './limits-view.js';
import { showLoginAgain } from './login-view.js';
import { showMove } from './move-view.js';
import { showWithoutDevice } from './no-device-view.js';
import { nodeOf } from './node-of.js';
import { type PasskeysHost, passkeyList } from './passkeys-view.js';
import { loadRecovery, recoveryOptions, recoverySections, replaceWords } from './recovery-sections.js';
import { showDeviceRequest } from './request-view.js';
import { factList, paragraph, showScreen, skeleton, statusLine, storageNote } from './screen.js';
import { signOut } from './sign-out-view.js';
import type { SiteNetwork } from './site-config.js';
import { SmartAccounts } from './smart-accounts.js';
import { smartAccountSection } from './smart-accounts-section.js';
import { userFact } from './user-text.js';
import { readOverview, type WalletOverview } from './wallet-management.js';
import type { WalletSession } from './wallet-session.js';

/** The user's own page: loads the wallet, and shows its sections. */
export class HomeView {
  readonly #host: HomeHost;
  readonly #networks: readonly SiteNetwork[];
  readonly #smartAccounts: SmartAccounts;

  /** @param networks whose smart accounts are shown, and whose balances when the user moves to another wallet */
  constructor(session: WalletSession, networks: readonly SiteNetwork[]) {
    this.#networks = networks;
    this.#smartAccounts = new SmartAccounts({ config: { networks }, session, callNode: nodeOf });
    this.#host = {
      session,
      smartAddresses: (owner) => this.#smartAccounts.addressesOf(owner),
      show: (note) => this.show(note),
      change: (label, run, note, next) => this.#change(label, run, note, next),
      unlock: (error, next) => showLoginAgain({ session, error, title: 'Unlock your wallet', done: next, cancel: () => this.show() }),
    };
  }

  /** Shows the request of a new device, which a mailed link names. Opening the link does nothing. */
  showRequest(device: string): void {
    const { session, unlock } = this.#host;
    showScreen({ title: HOME_TITLE, children: [skeleton('Loading the request')], actions: [] }, true);
    const load = async (): Promise<void> => {
      if (!(await session.resume()) || (await session.device()) === null)
        return this.show('Open the link in a browser that has your wallet. This one has none.');
      const { requests } = await readOverview(session);
      const request = requests.find((each) => each.device === device);
      if (request === undefined) return this.show('The request of the new device has expired, or is done.');
      showDeviceRequest({ session, request, done: (note) => this.show(note), unlock });
      return undefined;
    };
    load().catch((error: unknown) =>
      needsCode(error)
        ? unlock(error, () => this.showRequest(device))
        : showFailure(error, [{ label: 'Try again', isPrimary: true, run: () => this.showRequest(device) }]),
    );
  }

  /** Loads the wallet and shows it. @param note is announced: what has just been done */
  show(note: string | null = null): void {
    const { session } = this.#host;
    const actions = [{ label: 'Try again', isPrimary: true, run: () => this.show(note) }];
    showScreen({ title: HOME_TITLE, children: [skeleton('Loading your wallet')], actions: [] }, true);
    // Before the server is needed: a page that is open shows kits and phrases when it has stopped.
    const loading = Promise.all([loadRecovery(), session.loadKeys()]);
    loading.catch(() => undefined);
    this.#load(note).catch((error: unknown) =>
      loading.then(
        ([{ showUnreachable }]) => showUnreachable(recoveryOptions(this.#host), error, () => this.show(note)),
        () => showFailure(error, actions),
      ),
    );
  }

  /** Has the user write down recovery words. */
  writeWords(): void {
    const { session } = this.#host;
    showScreen({ title: HOME_TITLE, children: [skeleton('Loading your wallet')], actions: [] }, true);
    const load = async (): Promise<void> => {
      const wallet = (await session.current())?.wallet ?? null;
      if (wallet === null || (await session.device())?.wallet !== wallet) this.show();
      else replaceWords(this.#host, wallet);
    };
    load().catch(() => this.show());
  }

  async #load(note: string | null): Promise<void> {
    const { session, unlock } = this.#host;
    if (!(await session.resume())) return showHomeLogin(this.#host, note);
    try {
      this.#showWallet(await readOverview(session), note);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'no-session') return showHomeLogin(this.#host, note);
      if (needsCode(error)) return unlock(error, () => this.show(note));
      if (error.code !== 'no-device') throw error;
      await showWithoutDevice(this.#host);
    }
    return undefined;
  }

  #change(label: string, run: () => Promise<unknown>, note: string, next = (): void => this.show(note)): void {
    showScreen({ title: HOME_TITLE, children: [skeleton(label)], actions: [] });
    run().then(next, (error: unknown) => {
      const again = (): void => this.#change(label, run, note, next);
      if (needsCode(error)) this.#host.unlock(error, again);
      else
        showFailure(error, [
          { label: 'Back', run: () => this.show() },
          { label: 'Try again', isPrimary: true, run: again },
        ]);
    });
  }

  #showWallet(overview: WalletOverview, note: string | null): void {
    const host = this.#host;
    const { session, address, solanaAddress, other } = overview;
    const passkeys = this.#passkeysHost(overview);
    showScreen(
      {
        title: HOME_TITLE,
        children: [
          note === null ? null : statusLine(note),
          storageNote(host.session.persistence),
          factList([
            userFact(session),
            { label: 'Address', value: address, kind: 'address' },
            { label: 'Solana address', value: solanaAddress, kind: 'address' },
          ]),
          smartAccountSection(this.#smartAccounts, address),
          ...overview.requests.map((request) => requestSection(host, request)),
          ...recoverySections(host, overview),
          section('Passkeys', ...passkeyList(passkeys)),
          section('Limits of apps', ...limitList(passkeys)),
          deviceSection(host, overview),
          idleLockSection(host, session.idleLockMs),
          section(
            'Move to a new wallet',
            other === null
              ? paragraph('If a copy of a device and of your words may be in other hands, only a new wallet is safe.', 'quiet')
              : paragraph(`There is another wallet of yours: ${other.address ?? 'created in another browser'}.`),
            sectionButton(other === null ? 'Move to a new wallet' : 'Show the other wallet', () =>
              showMove({ ...recoveryOptions(host), networks: this.#networks, overview }),
            ),
          ),
          section(
            'Sign out',
            paragraph('Ends the session here, and erases what this browser has stored of your wallet. Apps stay connected.', 'quiet'),
            sectionButton('Sign out of this browser', () => signOut(host)),
          ),
          section(
            'Delete the account',
            paragraph(
              'Deletes your login and your wallet: no device, code or passkey opens it afterwards. What is in it is lost, unless you have its recovery kit with its words, or its secret phrase.',
              'quiet',
            ),
            sectionButton('Delete the account', () => showDeletion(host, overview), 'secondary dangerous'),
          ),
        ],
        actions: [],
      },
      true,
    );
  }

  #passkeysHost(overview: WalletOverview): PasskeysHost {
    const { session, change, show, unlock } = this.#host;
    return {
      session,
      overview,
      change,
      show: (note) => show(note ?? null),
      unlock: (error, next) => {
        if (!needsCode(error)) return false;
        unlock(error, next);
        return true;
      },
    };
  }
}
