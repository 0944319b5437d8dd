import { callNode } from '../../chains/call-node.js';
import { randomText } from '../protocol/encoding.js';
import { showApproval } from './approve-view.js';
import { showCreation } from './create-view.js';
import type { HomeView } from './home-view.js';
import { LinkPort } from './link-port.js';
import { showLink } from './link-view.js';
import { nodeOf } from './node-of.js';
import { openSiteSession } from './open-wallet-session.js';
import { networkOf, readConfig } from './read-config.js';
import { isReminderDue, noteReminder } from './reminder.js';
import { noticeLine, paragraph, showScreen, skeleton } from './screen.js';
import type { SmartAddress } from './smart-addresses.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';
import type { WalletSession } from './wallet-session.js';
import { type FromWindow, isOwnMessage, type ToWindow, type WindowTask, type WindowTaskKind, type WindowTasks } from './window-messages.js';
import { withLock } from './with-lock.js';

// The window that a frame opens: a page of this site that no app can cover.

/** Of a window whose opener gives it no task: it is none of our frames. */
const TASK_MS = 10_000;
/** A frame that is busy may miss the first report. */
const READY_EVERY_MS = 250;
/** Held by a window while it becomes a device of a wallet that was just created. */
const JOINING_LOCK = 'latchkey-wallet-joining';
/** A window that takes longer has lost its frame. */
const JOINING_MS = 15_000;

type ApproveTask = Extract<WindowTask, { readonly kind: 'approve' }>;

/** The frame's window. Windows that apps open themselves have another one, or none. */
const opener: Window | null = window.opener;
const config = await readConfig();
/** The task's id, once there is one. A window does one. */
let taskId: string | null = null;

let session: Promise<WalletSession> | null = null;
/** The session of the site itself: its wallet serves all apps of this browser. */
const openSession = (): Promise<WalletSession> => {
  session ??= openSiteSession(config);
  return session;
};

/** The session, once no other window of this browser is about to keep a wallet. */
const openJoinedSession = async (): Promise<WalletSession> => {
  await withLock(JOINING_LOCK, async () => undefined, AbortSignal.timeout(JOINING_MS)).catch(() => undefined);
  return openSession();
};

/** The smart accounts of an owner. */
const smartAddresses = async (owner: string): Promise<readonly SmartAddress[]> => {
  const [{ SmartAccounts }, own] = await Promise.all([import('./smart-accounts.js'), openSession()]);
  return new SmartAccounts({ config, session: own, callNode: nodeOf }).addressesOf(owner);
};

/** Has the frame ask for an approval on another device. @throws Error with a text for the user */
const askApproval = async (port: LinkPort, onNumber: (number: string) => void): Promise<void> => {
  port.send('ask', {});
  port.receive('number').then(
    ({ number }) => onNumber(number),
    () => undefined,
  );
  const failed = port.receive('failed').then(({ message }) => {
    throw new Error(`${message}.`);
  });
  await Promise.race([port.receive('approved'), failed]);
};

const post = (message: FromWindow): void => opener?.postMessage(message, location.origin);

/** Closes the window. Where it cannot, it says that it is done. */
const close = (text: string): void => {
  window.close();
  showScreen({ title: 'Done', children: [paragraph(text)], actions: [] });
};
const DONE = 'You can close this window and go back to the app.';

/** Closes the window, after a reminder if one is due. The frame signs meanwhile. */
const finishApproval = async ({ request, recoverable }: ApproveTask): Promise<void> => {
  if (recoverable) {
    close(DONE);
    return;
  }
  showScreen({ title: 'Approved', children: [paragraph('Your request is approved.')], actions: [] });
  const network = networkOf(config, request.chainId);
  const own = await openSession();
  const hasFunds = async (): Promise<boolean> =>
    network !== null &&
    (await import('../approval/balance.js')).hasFunds(request, (method, params) => callNode(network.rpcUrl, method, params));
  const isDue = await isReminderDue({ session: own, recoverable, hasFunds }).catch(() => false);
  if (isDue) showReminder(own, () => close(DONE));
  else close(DONE);
};

/** A request of a frame to which the app has cut the connection. */
const runMailbox = async (id: string): Promise<void> => {
  const [{ showMailboxRequest }, own] = await Promise.all([import('./mailbox-view.js'), openSession()]);
  showMailboxRequest({
    id,
    session: own,
    config,
    done: (task, outcome) => {
      if (outcome === 'approved') void finishApproval(task);
      else close('Nothing was approved. You can close this window.');
    },
    showHome: () => void showHome(),
  });
};

const run = (id: string, task: WindowTask, port: LinkPort): void => {
  const done = (result: WindowTasks[WindowTaskKind]['result']): void => post({ type: 'secure-window/done', id, result });
  const doneAndClose = (result: WindowTasks[WindowTaskKind]['result']): void => {
    done(result);
    close(DONE);
  };
  const reject = (): void => {
    post({ type: 'secure-window/rejected', id });
    close('Nothing was approved. You can close this window.');
  };
  const approve = (approved: ApproveTask, result: WindowTasks['approve']['result']): void => {
    done(result);
    void finishApproval(approved);
  };
  applyTheme(task.theme);
  switch (task.kind) {
    case 'create':
      showCreation(task, {
        done,
        reject,
        joinWallet: (session) => withLock(JOINING_LOCK, () => session.joining.join(port)),
        close: () => close(DONE),
        openSession,
        smartAddresses,
      });
      break;
    case 'link':
      showLink(task, {
        done: doneAndClose,
        reject,
        addDevice: (session, device) => session.joining.add(port, device),
        askApproval: (onNumber) => askApproval(port, onNumber),
        openSession: openJoinedSession,
        smartAddresses,
      });
      break;
    default:
      showApproval(task, { config, done: (result) => approve(task, result), reject });
  }
};

/** Shown after an approval: the wallet has funds and no recovery words. */
const showReminder = (own: WalletSession, close: () => void): void => {
  void noteReminder(own).catch(() => undefined);
  showScreen(
    {
      title: 'Your wallet holds funds now',
      children: [
        paragraph('Your request is approved.'),
        noticeLine(
          'You have no recovery words. When this browser’s data is deleted or this device is lost, your wallet and all that is in it are lost.',
        ),
      ],
      actions: [
        { label: 'Later', run: close },
        { label: 'Write down the words now', isPrimary: true, run: () => void showHome((home) => home.writeWords()) },
      ],
    },
    true,
  );
};

/** The page for the user: the site's own window, not one of a frame. */
const showHome = async (show: (home: HomeView) => void = (home) => home.show()): Promise<void> => {
  const { HomeView } = await import('./home-view.js');
  show(new HomeView(await openSession(), config.networks));
};

applyTheme(DEFAULT_THEME);
if (opener === null || location.pathname.endsWith('/dashboard')) {
  showScreen({ title: 'Your wallet', children: [skeleton('Loading your wallet')], actions: [] });
  const approval = new URLSearchParams(location.hash.slice(1)).get('approval');
  void (approval === null ? showHome() : runMailbox(approval));
} else {
  showScreen({ title: 'Loading…', children: [skeleton('Loading the request')], actions: [] });
  const ready = { type: 'secure-window/ready', document: randomText(16) } as const;
  const timer = setInterval(() => post(ready), READY_EVERY_MS);
  const abandoned = setTimeout(() => {
    clearInterval(timer);
    showScreen(
      {
        title: 'Nothing asks for you here',
        children: [paragraph('This window has got no request. If an app has opened it, go back to the app and try again.')],
        actions: [{ label: 'Open your wallet', isPrimary: true, run: () => void showHome() }],
      },
      true,
    );
  }, TASK_MS);
  window.addEventListener('message', (event) => {
    if (!isOwnMessage(event, opener)) return;
    // From our own document.
    const message = event.data as ToWindow;
    if (message.type === 'secure-window/task' && taskId === null) {
      taskId = message.id;
      clearInterval(timer);
      clearTimeout(abandoned);
      const [port] = event.ports;
      if (port !== undefined) run(message.id, message.task, new LinkPort(port));
    }
    if (message.type === 'secure-window/cancel' && message.id === taskId) {
      showScreen(
        { title: 'Cancelled', children: [paragraph('The app has cancelled this request. You can close this window.')], actions: [] },
        true,
      );
    }
  });
  post(ready);
}
