import { SITE_PROJECT } from '../protocol/site-project.js';
import { showApproval } from './approve-view.js';
import { showCreation } from './create-view.js';
import { LinkPort } from './link-port.js';
import { showLink } from './link-view.js';
import { openWalletSession } from './open-wallet-session.js';
import { readConfig } from './read-config.js';
import { paragraph, showScreen, skeleton } from './screen.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';
import type { WalletSession } from './wallet-session.js';
import { type FromWindow, isOwnMessage, type ToWindow, type WindowTask, type WindowTaskKind, type WindowTasks } from './window-messages.js';

// The window that a frame opens: a page of this site that no app can cover.

/** A frame that is busy may miss the first report. */
const READY_EVERY_MS = 250;

/** The frame's window. Windows that apps open themselves have another one, or none. */
const opener: Window | null = window.opener;
const config = readConfig();
/** The task's id, once there is one. A window does one. */
let taskId: string | null = null;

/** The session of the site itself: its wallet serves all apps of this browser. */
const openSession = (): Promise<WalletSession> =>
  openWalletSession({ config, app: { project: SITE_PROJECT, origin: location.origin }, name: 'Wallet window' });

const post = (message: FromWindow): void => opener?.postMessage(message, location.origin);

/** Closes the window. Where it cannot, it says that it is done. */
const close = (text: string): void => {
  window.close();
  showScreen({ title: 'Done', children: [paragraph(text)], actions: [] });
};
const DONE = 'You can close this window and go back to the app.';

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
  applyTheme(task.theme);
  switch (task.kind) {
    case 'create':
      showCreation(task, { done, reject, joinWallet: (session) => session.join(port).finally(() => close(DONE)), openSession });
      break;
    case 'link':
      showLink(task, { done: doneAndClose, reject, addDevice: (session, device) => session.addDevice(port, device), openSession });
      break;
    default:
      showApproval(task, config, doneAndClose, reject);
  }
};

const showOrphan = (): void =>
  void showScreen({
    title: 'Your wallet',
    children: [
      paragraph('Open your wallet from an app that you use it with.'),
      paragraph('If an app has opened this window, it has cut the connection to it. Go back to the app and try again.', 'quiet'),
    ],
    actions: [],
  });

applyTheme(DEFAULT_THEME);
if (opener === null) showOrphan();
else {
  showScreen({ title: 'Loading…', children: [skeleton('Loading the request')], actions: [] });
  const timer = setInterval(() => post({ type: 'secure-window/ready' }), READY_EVERY_MS);
  window.addEventListener('message', (event) => {
    if (!isOwnMessage(event, opener)) return;
    // From our own document.
    const message = event.data as ToWindow;
    if (message.type === 'secure-window/task' && taskId === null) {
      taskId = message.id;
      clearInterval(timer);
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
  post({ type: 'secure-window/ready' });
}
