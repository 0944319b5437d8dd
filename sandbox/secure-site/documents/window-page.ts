import { showApproval } from './approve-view.js';
import { showCreation } from './create-view.js';
import { readConfig } from './read-config.js';
import { paragraph, showScreen, skeleton } from './screen.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';
import { type FromWindow, isOwnMessage, type ToWindow, type WindowTask, type WindowTaskKind, type WindowTasks } from './window-messages.js';

// The window that a frame opens: a page of this site that no app can cover.

/** A frame that is busy may miss the first report. */
const READY_EVERY_MS = 250;

/** The frame's window. Windows that apps open themselves have another one, or none. */
const opener: Window | null = window.opener;
const config = readConfig();
/** The task's id, once there is one. A window does one. */
let taskId: string | null = null;

const post = (message: FromWindow): void => opener?.postMessage(message, location.origin);

/** Ends the task. The window closes; where it cannot, it says that it is done. */
const end = (message: FromWindow, text: string): void => {
  post(message);
  window.close();
  showScreen({ title: 'Done', children: [paragraph(text)], actions: [] });
};

const run = (id: string, task: WindowTask): void => {
  const done = (result: WindowTasks[WindowTaskKind]['result']): void =>
    end({ type: 'secure-window/done', id, result }, 'You can close this window and go back to the app.');
  const reject = (): void => end({ type: 'secure-window/rejected', id }, 'Nothing was approved. You can close this window.');
  applyTheme(task.theme);
  if (task.kind === 'create') showCreation(task, done, reject);
  else showApproval(task, config, done, reject);
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
      run(message.id, message.task);
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
