import { DeviceConfirmation } from './device-confirmation.js';
import { FrameApprovals } from './frame-approvals.js';
import { createFrameHandlers } from './frame-handlers.js';
import { FrameListener } from './frame-listener.js';
import { FramePrompts } from './frame-prompts.js';
import { HostLink } from './host-link.js';
import { nodeOf } from './node-of.js';
import { openWalletSession } from './open-wallet-session.js';
import { readConfig } from './read-config.js';
import { storageNote } from './screen.js';
import { SmartAccounts } from './smart-accounts.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';
import type { WalletSession } from './wallet-session.js';

// The frame: the document that apps embed.

/** Version of the messages. */
const VERSION = '4';

/** Origin of the embedding page, where the browser tells it before the page's first message. */
const hostOrigin = (): string | null => {
  // Firefox has no `ancestorOrigins`.
  const [first] = location.ancestorOrigins ?? [];
  if (first !== undefined) return first;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
};

const query = new URLSearchParams(location.search);
const config = await readConfig();
const host = new HostLink(window.parent, hostOrigin());
let opened: WalletSession | null = null;
const prompts = new FramePrompts(host, () => (opened === null ? null : storageNote(opened.persistence)));

/** Created at once, but the host's first request may come before. */
const app = {
  project: query.get('projectId') ?? '',
  // Known with the first message at the latest.
  get origin() {
    return host.origin ?? '';
  },
};
const handlers = openWalletSession({ config, app }).then((session) => {
  opened = session;
  // Again, with what the storage is like.
  prompts.idle();
  const smartAccounts = new SmartAccounts({ config, session, callNode: nodeOf });
  return createFrameHandlers({
    config,
    session,
    prompts,
    smartAccounts,
    confirmation: new DeviceConfirmation(session.logins, host),
    approvals: new FrameApprovals({ config, session, prompts, smartAccounts, callNode: nodeOf }),
    chainId: query.get('chainId') ?? 'eip155:1',
    onTheme: applyTheme,
    onSessionEnded: () => host.sessionUpdated(),
    reload: () => location.reload(),
  });
});
const listener = new FrameListener({ parent: window.parent, host, handlers });

applyTheme(DEFAULT_THEME);
if (window.parent === window) {
  // No app embeds it.
  location.replace('window');
} else {
  prompts.idle();
  window.addEventListener('message', (event) => void listener.handle(event));
  host.ready(VERSION);
}
