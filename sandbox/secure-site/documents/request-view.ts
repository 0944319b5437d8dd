import { element } from '../../wallet/window/element.js';
import { visible } from '../approval/visible-text.js';
import type { DeviceApproval, ListedRequest } from '../frame/device-approval.js';
import { refuseDeviceRequest } from '../frame/device-approval.js';
import { needsCode, onEnter, textField } from './code-view.js';
import { errorText } from './error-message.js';
import { guardButton } from './guard-button.js';
import { errorLine, factList, noticeLine, paragraph, type ScreenAction, showScreen, skeleton } from './screen.js';
import { openDeviceRequest } from './wallet-management.js';
import type { WalletSession } from './wallet-session.js';

const TITLE = 'A new device asks for your wallet';
const LABEL_LENGTH = 60;

/** Options of {@link showDeviceRequest}. */
export interface DeviceRequestOptions {
  readonly session: WalletSession;
  readonly request: ListedRequest;
  /** Shows what comes next. @param note what was done; `null` for nothing */
  readonly done: (note: string | null) => void;
  /** Has the user unlock the wallet after an error, then goes on. */
  readonly unlock: (error: unknown, next: () => void) => void;
}

/** Has the user approve a new device by the number that it shows, or refuse it. */
export const showDeviceRequest = ({ session, request, done, unlock }: DeviceRequestOptions): void => {
  const facts = (): HTMLElement =>
    factList([
      { label: 'Calls itself', value: visible(request.label).slice(0, LABEL_LENGTH), kind: 'text' },
      { label: 'App', value: request.origin === location.origin ? 'This site' : request.origin, kind: 'text' },
      { label: 'Asked', value: new Date(request.createdAt).toLocaleTimeString(undefined, { timeStyle: 'short' }), kind: 'text' },
    ]);
  const later: ScreenAction = { label: 'Back', run: () => done(null) };

  const attempt = (label: string, run: () => Promise<void>, again: () => void): void => {
    showScreen({ title: TITLE, children: [facts(), skeleton(label)], actions: [] });
    run().catch((error: unknown) => {
      if (needsCode(error)) unlock(error, again);
      else
        showScreen(
          {
            title: TITLE,
            children: [facts(), errorLine(errorText(error))],
            actions: [later, { label: 'Try again', isPrimary: true, run: again }],
          },
          true,
        );
    });
  };

  const refuse = (): void =>
    attempt(
      'Refusing',
      async () => {
        await session.run(({ client }) => refuseDeviceRequest(client, request.device));
        done('The new device was refused.');
      },
      refuse,
    );

  const open = (): void => attempt('Opening the request', async () => showNumber(await openDeviceRequest(session, request)), open);

  const approve = (approval: DeviceApproval): void =>
    attempt(
      'Adding the device',
      async () => {
        await session.manage(() => approval.approve());
        done('The new device was added to your wallet.');
      },
      () => approve(approval),
    );

  const showNumber = (approval: DeviceApproval, message: string | null = null): void => {
    const { field, row } = textField('number', 'Number on the new device', { inputmode: 'numeric', maxlength: 6 });
    const error = element('div', {}, message === null ? null : errorLine(message));
    const fail = (text: string): void => {
      field.setAttribute('aria-invalid', 'true');
      error.replaceChildren(errorLine(text));
      field.focus();
    };
    const compare = (): void => {
      const number = field.value.replace(/\s/g, '');
      if (!/^\d{6}$/.test(number)) {
        fail('The number has six digits.');
        return;
      }
      attempt(
        'Comparing the number',
        async () => {
          const result = await session.run(() => approval.compare(number));
          if (result === 'same') approve(approval);
          else if (result === 'waiting')
            showNumber(approval, 'The new device shows no number yet. Look at it, then type the number again.');
          else if (result === 'different') showNumber(approval, 'This is another number. Look at the new device again.');
          else done('The new device was refused: the number was another one.');
        },
        () => showNumber(approval),
      );
    };
    onEnter(field, compare);
    showScreen(
      {
        title: 'Type the number of the new device',
        children: [
          facts(),
          paragraph('The new device shows six digits in a window of the wallet now.'),
          row,
          error,
          noticeLine(
            'Type only a number that you read on a device in your own hands. With it, that device can use your wallet without asking you.',
          ),
        ],
        actions: [
          { label: 'Refuse', run: refuse },
          { label: 'Add device', isPrimary: true, run: compare },
        ],
      },
      true,
    );
    field.focus();
  };

  const [, next] = showScreen(
    {
      title: TITLE,
      children: [
        facts(),
        paragraph('Is it a device of yours that you are setting up right now? If not, refuse it, and look at who reads your mails.'),
      ],
      actions: [
        { label: 'Refuse', run: refuse },
        { label: 'It is mine', isPrimary: true, run: open },
      ],
    },
    true,
  );
  if (next !== undefined) guardButton(next);
};
