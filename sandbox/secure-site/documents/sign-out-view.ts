import { HOME_TITLE, type HomeHost } from './home-host.js';
import { noticeLine, paragraph, showScreen, skeleton } from './screen.js';

/** Signs out of this browser, and reports what was erased and what was not. */
export const signOut = ({ session, show }: HomeHost): void => {
  showScreen({ title: HOME_TITLE, children: [skeleton('Signing out')], actions: [] });
  void session.signOut().then(({ isSessionEnded, isDeviceRevoked, isDeviceKept, stored }) =>
    showScreen(
      {
        title: 'Signed out',
        children: isDeviceKept
          ? [
              paragraph('The session has ended and the keys are erased from memory.'),
              noticeLine(
                'This browser’s secret stays: it is the only thing that opens your wallet. Log in with a code to use it, and write down recovery words.',
              ),
            ]
          : [
              paragraph(
                stored === null
                  ? 'The browser refused to erase what is stored.'
                  : 'Keys, session and what was stored in this browser are erased.',
              ),
              isSessionEnded ? null : noticeLine('The server could not be reached: the session ends by itself after 30 days.'),
              isDeviceRevoked ? null : paragraph('If this browser is still in the list of devices, remove it on another one.', 'quiet'),
            ],
        actions: [{ label: 'Log in', isPrimary: true, run: () => show() }],
      },
      true,
    ),
  );
};
