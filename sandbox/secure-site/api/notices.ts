import type { Mailer } from './mailer.js';
import type { ListedDevice } from './wallets.js';

/** Time in which the window that has made a wallet with the user becomes a device of it. */
const CREATION_MS = 10 * 60_000;

/** What a user can do who has not done what a mail says: `secure` while the wallet is there, `rescue` when it was deleted. */
export type Advice = 'secure' | 'rescue';

/** Something that was done with an account. */
export interface Notice {
  readonly subject: string;
  readonly text: string;
  /** `null`: the text has it. */
  readonly advice: Advice | null;
}

/** Options of {@link Notices}. */
export interface NoticesOptions {
  readonly mailer: Mailer;
  readonly siteOrigin: string;
  readonly now: () => number;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Mails to the owners of accounts about what was done, and what to do if it was not them. */
export class Notices {
  readonly #options: NoticesOptions;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  /** Mails a notice, if there is an address. What happened is not undone when the mail fails. */
  async send(to: string | null, { subject, text, advice }: Notice): Promise<void> {
    const { mailer, onError } = this.#options;
    if (to === null) return;
    const paragraphs = advice === null ? [text] : [text, this.#adviceOf(advice)];
    await mailer.send({ to, subject, text: `${paragraphs.join('\n\n')}\n` }).catch((error: unknown) => onError?.(error));
  }

  /**
   * The notice of a device that another one has added.
   * @param added its id
   * @param devices all of the wallet
   * @param approvedAt origin of the app or page where it was approved
   */
  ofDevice(added: string, devices: readonly ListedDevice[], approvedAt: string): Notice {
    const { siteOrigin, now } = this.#options;
    const [own, first] = [devices.find(({ device }) => device === added), devices.find(({ device }) => device !== added)];
    // The window of the site in which the user has just made the wallet for an app. No one else has told the user of the wallet yet.
    const isCreation = devices.length === 2 && own?.origin === siteOrigin && first !== undefined && now() - first.createdAt < CREATION_MS;
    if (isCreation)
      return {
        subject: 'Your wallet is ready',
        text: `Your wallet was created at ${approvedAt}. The same browser opens it on its own page, too:\n\n${siteOrigin}/dashboard`,
        advice: 'secure',
      };
    return { subject: 'A device was added', text: `A device was added to your wallet, approved at ${approvedAt}.`, advice: 'secure' };
  }

  #adviceOf(advice: Advice): string {
    const page = `${this.#options.siteOrigin}/dashboard`;
    return advice === 'secure'
      ? `If this was you, you need to do nothing. If it was not, someone else may be able to use your wallet. Open ${page}
by typing the address, on a device that has the wallet: remove the devices that you do not know, replace your recovery words, and move what you own
to a new wallet.`
      : `If this was you, you need to do nothing. If it was not, open the wallet with your recovery kit and its words, or with its secret phrase, and send
what you own to another wallet: who has deleted it could use it before.`;
  }
}
