import type { WalletSession } from './wallet-session.js';

/** After "Later". */
const AGAIN_MS = 7 * 86_400_000;

/** Options of {@link isReminderDue}. */
export interface ReminderOptions {
  /** The window's own session, which remembers the last reminder. */
  readonly session: WalletSession;
  /** Whether recovery words open the wallet. */
  readonly recoverable: boolean;
  /** Reads whether the account has funds, from the node that the site uses anyway. */
  readonly hasFunds: () => Promise<boolean>;
  readonly now?: () => number;
}

/** Whether to remind the user of recovery words: the wallet has none, and has funds. Not again for a week. */
export const isReminderDue = async ({ session, recoverable, hasFunds, now = Date.now }: ReminderOptions): Promise<boolean> => {
  if (recoverable) return false;
  const remindedAt = (await session.device())?.remindedAt ?? null;
  if (remindedAt !== null && now() < remindedAt + AGAIN_MS) return false;
  // A node that does not answer says nothing about funds.
  return hasFunds().catch(() => false);
};

/** Notes that the user was reminded. */
export const noteReminder = (session: WalletSession, now: () => number = Date.now): Promise<void> =>
  session.run(async ({ store }) => {
    const device = await store.load();
    if (device !== null) await store.save({ ...device, remindedAt: now() });
  });
