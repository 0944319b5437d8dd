import type { Fact } from '../approval/summary.js';
import type { PasskeyAssertion } from '../keys/passkey-assertion.js';
import type { Policy } from '../keys/policy.js';
import type { Confirm, ConfirmedChange } from '../keys/to-confirm.js';
import type { Pair } from '../keys/vault.js';
import { errorText } from './error-message.js';
import { coinsOf, limitLines, originText } from './limits.js';
import { PasskeyError } from './passkey-error.js';
import { loadedConfig } from './read-config.js';
import { errorLine, factList, paragraph, type ScreenAction, showScreen, skeleton } from './screen.js';
import { type PasskeyUse, type UsedPasskey, usePasskey } from './webauthn.js';

/** Options of {@link showPasskeyStep}. */
export interface PasskeyStep<Result> {
  readonly title: string;
  /** What is to be confirmed. */
  readonly content: () => readonly Node[];
  readonly cancel: ScreenAction;
  /** Has the user use a passkey. Called in a click, as browsers demand. */
  readonly run: () => Promise<Result>;
  /** Whether the user has just pressed a button for it. Default: false. */
  readonly isPressed?: boolean;
  readonly done: (result: Result) => void;
}

/** Has the user use a passkey: asks, waits, and offers to try again. */
export const showPasskeyStep = <Result>({ title, content, cancel, run, isPressed = false, done }: PasskeyStep<Result>): void => {
  const ask = (error: string | null): void =>
    void showScreen(
      {
        title,
        children: [...content(), error === null ? null : errorLine(error)],
        actions: [cancel, { label: error === null ? 'Use passkey' : 'Try again', isPrimary: true, run: use }],
      },
      true,
    );
  const use = (): void => {
    let isCancelled = false;
    const cancelling = {
      ...cancel,
      run: () => {
        isCancelled = true;
        cancel.run();
      },
    };
    showScreen({ title, children: [...content(), skeleton('Waiting for your passkey')], actions: [cancelling] }, true);
    run().then(
      (result) => {
        if (!isCancelled) done(result);
      },
      (error: unknown) => {
        if (!isCancelled) ask(errorText(error));
      },
    );
  };
  if (isPressed) use();
  else ask(null);
};

const openerText = (pairs: readonly Pair[]): string => {
  if (pairs.includes('kit-recovery')) return 'A recovery kit that will open your wallet together with your words.';
  return 'Recovery words, or a passkey, that will open your wallet.';
};

/** What is confirmed besides the requests of apps, which the window that approves shows itself. */
const describe = (change: ConfirmedChange): readonly Node[] => {
  switch (change.action) {
    case 'sign':
      return [paragraph('A signature whose content this wallet cannot read.')];
    case 'export':
      return [paragraph('The twelve words of your wallet. Anyone who has seen them has all that is in it.')];
    case 'add-device':
      return [paragraph('A new device, or an app, that will open your wallet.')];
    case 'rotate':
      return [paragraph('New keys for your wallet, without the other devices.')];
    case 'wrap':
      return [paragraph(openerText(change.pairs))];
    case 'set-policy':
      return [paragraph('Your passkeys, and what apps may do without them. Afterwards:'), factList(policyFacts(change.policy))];
  }
};

const policyFacts = ({ passkeys, limits }: Policy): readonly Fact[] => {
  const coins = coinsOf(loadedConfig().networks);
  return [
    { label: 'Passkeys', value: String(passkeys.length), kind: 'text' },
    ...limits.map((each): Fact => ({ label: originText(each.origin), value: limitLines(each, coins).join(', '), kind: 'email' })),
  ];
};

/**
 * Has the user confirm a change of the wallet with a passkey, in the place of the screen that is shown.
 * @throws PasskeyError `cancelled` as rejection
 */
export const confirmWithPasskey: Confirm = ({ change, challenge, passkeys }) =>
  new Promise<PasskeyAssertion>((resolve, reject) =>
    showPasskeyStep({
      title: 'Confirm with your passkey',
      content: () => describe(change),
      cancel: { label: 'Cancel', run: () => reject(new PasskeyError('cancelled')) },
      run: () => usePasskey({ challenge, passkeys: passkeys.map(({ id }) => id) }),
      done: ({ assertion }) => {
        showScreen({ title: 'Confirm with your passkey', children: [skeleton('Continuing')], actions: [] });
        resolve(assertion);
      },
    }),
  );

/** The authenticators of this browser, with a screen before each use of one that a click did not begin. */
export const askForPasskey =
  (title: string, text: string, cancel: () => void) =>
  (use: PasskeyUse): Promise<UsedPasskey> =>
    new Promise((resolve, reject) =>
      showPasskeyStep({
        title,
        content: () => [paragraph(text)],
        cancel: {
          label: 'Cancel',
          run: () => {
            reject(new PasskeyError('cancelled'));
            cancel();
          },
        },
        run: () => usePasskey(use),
        done: (used) => {
          showScreen({ title, children: [skeleton('Continuing')], actions: [] });
          resolve(used);
        },
      }),
    );
