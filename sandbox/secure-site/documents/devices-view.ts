import { element } from '../../wallet/window/element.js';
import type { ListedRequest } from '../frame/device-approval.js';
import type { ListedDevice } from '../frame/frame-client.js';
import { type HomeHost, section, sectionButton } from './home-host.js';
import { showDeviceRequest } from './request-view.js';
import { factList, noticeLine, paragraph, showScreen } from './screen.js';
import { revokeDevice, type WalletOverview } from './wallet-management.js';

/** A device as the user knows it: what it calls itself, the app as the server knows it, and when it was last used. */
const deviceText = ({ label, origin, usedAt }: Pick<ListedDevice, 'label' | 'origin' | 'usedAt'>) => ({
  name: label === '' ? 'Device without a name' : label,
  app: origin === location.origin ? 'This site' : origin,
  used: new Date(usedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
});

const confirmRevocation = ({ session, show, change }: HomeHost, device: ListedDevice): void => {
  const { name, app, used } = deviceText(device);
  showScreen(
    {
      title: 'Remove this device?',
      children: [
        factList([
          { label: 'Device', value: name, kind: 'text' },
          { label: 'App', value: app, kind: 'text' },
          { label: 'Last used', value: used, kind: 'text' },
        ]),
        paragraph('It is signed out and can open the wallet no more. You get a mail about it.'),
        noticeLine('If it was stolen or copied, remove all others and move to a new wallet: a copy may still open this one.'),
      ],
      actions: [
        { label: 'Cancel', run: () => show() },
        {
          label: 'Remove',
          isPrimary: true,
          run: () => change('Removing the device', () => revokeDevice(session, device.device), `${name} was removed.`),
        },
      ],
    },
    true,
  );
};

const confirmRotation = ({ session, show, change }: HomeHost, { devices, session: { recoverable } }: WalletOverview): void =>
  void showScreen(
    {
      title: 'Remove all other devices?',
      children: [
        paragraph(
          `${devices.length - 1} other devices are removed, and the keys that manage the wallet are replaced, so that none of them can change anything.`,
        ),
        paragraph('Your address stays. Apps connect again by one click in this browser.'),
        recoverable ? noticeLine('Your recovery words open the wallet no more. Write down new ones afterwards.') : null,
        noticeLine('A copy of a device with its server’s secret still opens this wallet. Against that, move to a new wallet.'),
      ],
      actions: [
        { label: 'Cancel', run: () => show() },
        {
          label: 'Remove all others',
          isPrimary: true,
          run: () => change('Replacing the keys', () => session.rotate(), 'All other devices were removed.'),
        },
      ],
    },
    true,
  );

const deviceRow = (host: HomeHost, device: ListedDevice): HTMLElement => {
  const { name, app, used } = deviceText(device);
  return element(
    'li',
    { class: 'row' },
    element(
      'div',
      {},
      element('strong', {}, name),
      element('span', { class: 'quiet', translate: 'no' }, app),
      element('span', { class: 'quiet' }, `Last used ${used}`),
    ),
    device.current
      ? element('span', { class: 'quiet' }, 'This one')
      : element(
          'button',
          { type: 'button', class: 'secondary', 'aria-label': `Remove ${name}, ${app}`, onClick: () => confirmRevocation(host, device) },
          'Remove',
        ),
  );
};

/** The devices of the wallet. */
export const deviceSection = (host: HomeHost, overview: WalletOverview): HTMLElement => {
  const { devices } = overview;
  return section(
    'Devices',
    paragraph('Each browser and app that can use your wallet. Apps count one by one, since browsers keep their storage apart.', 'quiet'),
    element('ul', { class: 'rows' }, ...devices.map((device) => deviceRow(host, device))),
    devices.length > 1
      ? sectionButton('Remove all others', () => confirmRotation(host, overview))
      : paragraph('This is the only device.', 'quiet'),
  );
};

/** A new device that asks for an approval. */
export const requestSection = ({ session, show, unlock }: HomeHost, request: ListedRequest): HTMLElement =>
  section(
    'New device',
    noticeLine(`A new device asks for your wallet at ${request.origin === location.origin ? 'this site' : request.origin}.`),
    sectionButton('Review the device', () => showDeviceRequest({ session, request, done: show, unlock })),
  );
