import { element } from '../../wallet/window/element.js';
import { ApiError, FrameClient } from '../frame/frame-client.js';
import { SITE_PROJECT } from '../protocol/site-project.js';
import { apiErrorMessage } from './error-message.js';
import { readConfig } from './read-config.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';

// The page behind a mailed link. Opening it does nothing: the user types the number that the app shows.

const TITLE = 'Confirm your device';
const fragment = new URLSearchParams(location.hash.slice(1));
const link = fragment.get('link');
const request = fragment.get('request');

const createClient = async (): Promise<FrameClient> => {
  const client = await FrameClient.create({ apiOrigin: (await readConfig()).apiOrigin });
  await client.register({ project: SITE_PROJECT, origin: location.origin });
  return client;
};

const showForm = (ofLink: string): void => {
  // `element` returns an HTMLElement; this tag is an input.
  const field = element('input', {
    id: 'number',
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: 6,
  }) as HTMLInputElement;
  const error = element('div', {});
  const fail = (message: string): void => {
    field.setAttribute('aria-invalid', 'true');
    error.replaceChildren(errorLine(message));
    field.focus();
  };
  const show = (): void =>
    void showScreen(
      {
        title: TITLE,
        children: [
          paragraph('Type the number that the app shows you. Continue only if you are logging in there yourself, now.'),
          element('div', { class: 'field' }, element('label', { for: field.id }, 'Number'), field),
          error,
        ],
        actions: [{ label: 'Confirm', isPrimary: true, run: () => void submit() }],
      },
      true,
    );
  const submit = async (): Promise<void> => {
    const number = field.value.replace(/\s/g, '');
    if (!/^\d{6}$/.test(number)) return fail('The number has six digits.');
    showScreen({ title: TITLE, children: [skeleton('Confirming')], actions: [] });
    try {
      const origin = await (await createClient()).confirmDeviceLink(ofLink, number);
      showScreen(
        { title: 'Confirmed', children: [paragraph(`You can continue at ${origin}. You can close this page.`)], actions: [] },
        true,
      );
    } catch (reason) {
      show();
      fail(reason instanceof ApiError ? linkErrorMessage(reason.code) : 'The wallet cannot be reached. Check your connection.');
    }
    return undefined;
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void submit();
  });
  show();
  field.focus();
};

const linkErrorMessage = (code: string): string => {
  if (code === 'wrong-code') return 'This is another number. Look at the app again.';
  return code === 'no-code' ? 'This link is not valid any more. Log in again to get another one.' : `${apiErrorMessage(code)}.`;
};

/** The mail that tells of a new device leads to its request. */
const showRequest = async (device: string): Promise<void> => {
  const [{ HomeView }, { openSiteSession }] = await Promise.all([import('./home-view.js'), import('./open-wallet-session.js')]);
  const config = await readConfig();
  new HomeView(await openSiteSession(config), config.networks).showRequest(device);
};

applyTheme(DEFAULT_THEME);
if (request !== null) void showRequest(request);
else if (link === null)
  showScreen({ title: TITLE, children: [paragraph('This link is incomplete. Open it from the mail again.')], actions: [] });
else showForm(link);
