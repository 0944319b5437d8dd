import { formatPopupOpened, formatSocialResult } from 'latchkey/frame';
import { ApiError, FrameClient } from '../frame/frame-client.js';
import { SITE_PROJECT } from '../protocol/site-project.js';
import { readState } from '../protocol/social-state.js';
import { authorizationUrl } from './authorization-url.js';
import { errorText } from './error-message.js';
import { readConfig } from './read-config.js';
import { errorLine, paragraph, showScreen, skeleton } from './screen.js';
import { destinationOf } from './social-return.js';
import { applyTheme, DEFAULT_THEME } from './theme.js';

// The page of social logins: leads to the provider, and from there to the app that has begun. It gets no secret: only the app's frame can redeem
// what the provider answers.

const TITLE = 'Log in';
const opener: Window | null = window.opener;
const query = new URLSearchParams(location.search);
const config = await readConfig();

const show = (...children: readonly (Node | null)[]): void => void showScreen({ title: TITLE, children, actions: [] }, true);

/** Closes the window. Where it cannot, it says that the user can. */
const close = (text: string): void => {
  show(paragraph(`${text} You can close this window.`));
  window.close();
};

/** Goes to the provider. */
const start = (provider: string): void => {
  const social = config.socials.find((each) => each.provider === provider);
  const text = query.get('state');
  const state = readState(text);
  if (social === undefined || state === null || text === null) {
    show(errorLine('This login is not complete. Go back to the app and start again.'));
    return;
  }
  if (opener === null && state.page === null) {
    // The app notices, and goes on in its own window.
    close('The app has cut the connection to this window. Go on in the app.');
    return;
  }
  // Has no secret, and the app's origin is known to its frame only.
  opener?.postMessage(formatPopupOpened(), '*');
  const { origin } = location;
  const login = { state: text, nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '' };
  location.replace(authorizationUrl(social, origin, login));
};

/** Origin of the app whose frame has begun the login. @throws ApiError */
const readOrigin = async (state: string): Promise<string> => {
  const client = await FrameClient.create({ apiOrigin: config.apiOrigin });
  await client.register({ project: SITE_PROJECT, origin: location.origin });
  return client.socialOrigin(state);
};

/** Passes the provider's answer to the app that has begun the login, and to no other. */
const passOn = async (): Promise<void> => {
  const state = readState(query.get('state'));
  if (state === null) throw new ApiError('no-login');
  const origin = await readOrigin(state.state);
  // As the provider has it, not in the folder of this document.
  const uri = `${location.origin}/social${location.search}`;
  const destination = destinationOf({ uri, page: state.page, origin });
  if (destination !== 'opener' && destination !== 'nowhere') {
    location.replace(destination.page);
    return;
  }
  if (opener === null || destination === 'nowhere') {
    show(errorLine('The connection to the app is lost. Close this window, go back to the app and log in again.'));
    return;
  }
  opener.postMessage(formatSocialResult(uri), origin);
  show(paragraph('You can close this window and go back to the app.'));
};

applyTheme(DEFAULT_THEME);
show(skeleton('Logging in'));
const provider = query.get('provider');
if (query.has('code') || query.has('error')) passOn().catch((error: unknown) => show(errorLine(errorText(error))));
else start(provider ?? '');
