import { answerApproval, type Decision, type ReceivedRequest, readApproval } from '../frame/approval-mailbox.js';
import { ApiError } from '../frame/frame-client.js';
import { showApproval } from './approve-view.js';
import { needsCode } from './code-view.js';
import { errorText } from './error-message.js';
import { showLoginAgain } from './login-view.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import type { SiteConfig } from './site-config.js';
import { DEFAULT_THEME } from './theme.js';
import { waitFor } from './wait-for.js';
import type { WalletSession } from './wallet-session.js';
import type { WindowTask } from './window-messages.js';

const TITLE = 'Review the request';
/** The window may be faster than the frame that puts the request in the mailbox. */
const READ_TRIES = 15;
const READ_EVERY_MS = 1_000;
/** For a request that the app cancels. */
const WATCH_EVERY_MS = 2_000;

type ApproveTask = Extract<WindowTask, { readonly kind: 'approve' }>;

/** Options of {@link showMailboxRequest}. */
export interface MailboxOptions {
  readonly id: string;
  readonly session: WalletSession;
  readonly config: SiteConfig;
  /** The user has answered. */
  readonly done: (task: ApproveTask, outcome: Decision['outcome']) => void;
  /** Shows the user's own page. */
  readonly showHome: () => void;
}

/** Lets the user approve a request of a frame to which the app has cut the connection: it comes and is answered through the server. */
export const showMailboxRequest = ({ id, session, config, done, showHome }: MailboxOptions): void => {
  const fail = (error: unknown): void => {
    if (needsCode(error)) {
      showLoginAgain({ session, error, title: 'Unlock your wallet', done: start, cancel: showHome });
      return;
    }
    const isGone = error instanceof ApiError && error.code === 'no-request';
    showScreen(
      {
        title: isGone ? 'Cancelled' : TITLE,
        children: [
          isGone
            ? paragraph('The app has cancelled this request, or it has expired. You can close this window.')
            : errorLine(errorText(error)),
        ],
        actions: isGone ? [] : [{ label: 'Try again', isPrimary: true, run: start }],
      },
      true,
    );
  };

  const read = async (tries: number): Promise<ReceivedRequest> => {
    try {
      return await session.run(({ client }) => readApproval(client, id));
    } catch (error) {
      if (tries <= 1 || !(error instanceof ApiError && error.code === 'no-request')) throw error;
      await waitFor(READ_EVERY_MS, new AbortController().signal);
      return read(tries - 1);
    }
  };

  const show = async (received: ReceivedRequest): Promise<void> => {
    const { frame, origin, recoverable } = received;
    const approval = await import('../approval/approval.js');
    const request = approval.parseRequest(received.request);
    if (request === null) throw new ApiError('no-request');
    const app = { origin, claimed: null };
    // What the frame has spent is not known here: what could be beyond the limits is confirmed.
    const { policy } = (await session.device()) ?? {};
    const { confirmation } = approval.expectedDecision(request, origin, policy === undefined ? {} : { policy });
    const task: ApproveTask = { kind: 'approve', app, theme: DEFAULT_THEME, request, recoverable, confirmation };
    const watching = new AbortController();
    const answer = (decision: Decision): void => {
      watching.abort();
      showScreen({ title: TITLE, children: [skeleton('Answering')], actions: [] });
      session
        .manage(({ client, device, keys }) => answerApproval(client, { ...device, worker: keys }, { id, frame, origin }, decision))
        .then(() => done(task, decision.outcome), fail);
    };
    showApproval(task, {
      config,
      done: ({ digest, assertion }) => answer({ outcome: 'approved', digest, assertion }),
      reject: () => answer({ outcome: 'rejected', digest: '', assertion: null }),
    });
    while (!watching.signal.aborted) {
      await waitFor(WATCH_EVERY_MS, watching.signal);
      const error = watching.signal.aborted
        ? null
        : await read(1).then(
            () => null,
            (reason: unknown) => reason,
          );
      // Only what the server says: the user may continue to read while the network is gone.
      if (!watching.signal.aborted && error instanceof ApiError) throw error;
    }
  };

  const load = async (): Promise<void> => {
    const isDevice = (await session.resume()) && (await session.device()) !== null;
    if (isDevice && (await session.info()).policy !== ((await session.device())?.policy?.counter ?? 0)) await session.refreshPolicy();
    if (isDevice) return show(await read(READ_TRIES));
    showScreen(
      {
        title: 'Open your wallet first',
        children: [
          paragraph(
            'The app cuts the connection to this window, so this window needs your wallet itself. It has none in this browser yet, or is signed out.',
          ),
          paragraph('Open it here, go back to the app, and try again.', 'quiet'),
        ],
        actions: [{ label: 'Open your wallet', isPrimary: true, run: showHome }],
      },
      true,
    );
    return undefined;
  };
  const start = (): void => {
    showScreen({ title: TITLE, children: [skeleton('Loading the request')], actions: [] }, true);
    load().catch(fail);
  };
  start();
};
