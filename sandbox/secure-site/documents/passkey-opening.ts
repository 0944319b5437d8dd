import { element } from '../../wallet/window/element.js';
import { passkeyRecoveryOf, prfInputOf } from '../keys/passkey-recovery.js';
import { randomSecret } from '../protocol/encoding.js';
import { PasskeyError } from './passkey-error.js';
import { showPasskeyStep } from './passkey-view.js';
import { paragraph, type ScreenAction } from './screen.js';
import { type PasskeyUse, type UsedPasskey, usePasskey } from './webauthn.js';

/** The recovery secret of a passkey. */
export interface PasskeyRecovery {
  readonly recovery: Uint8Array<ArrayBuffer>;
  /** Id of the passkey. */
  readonly passkey: string;
}

/**
 * Has the user use a passkey that opens the wallet.
 * @param passkeys ids of those that do
 * @throws PasskeyError `no-prf` if the authenticator does not compute its output here; `other-account` for a passkey of another wallet
 */
export const readPasskeyRecovery = async (
  wallet: string,
  passkeys: readonly string[],
  use: (options: PasskeyUse) => Promise<UsedPasskey> = usePasskey,
): Promise<PasskeyRecovery> => {
  // What is signed is worthless: the output of the extension proves the passkey to the server.
  const { assertion, output } = await use({ challenge: randomSecret(), passkeys, prfInput: prfInputOf(wallet) });
  const { credential } = assertion;
  if (!passkeys.includes(credential)) throw new PasskeyError('other-account');
  if (output === null) throw new PasskeyError('no-prf');
  const recovery = passkeyRecoveryOf(output, wallet);
  output.fill(0);
  return { recovery, passkey: credential };
};

/** Options of {@link showPasskeyOpening}. */
export interface PasskeyOpeningOptions {
  readonly wallet: string;
  /** Ids of the passkeys that open the wallet. */
  readonly passkeys: () => Promise<readonly string[]>;
  readonly before: () => readonly Node[];
  readonly cancel: ScreenAction;
  readonly done: (recovery: PasskeyRecovery) => void;
}

/** Opens the wallet with a passkey, in the press of a button. */
export const showPasskeyOpening = ({ wallet, passkeys, before, cancel, done }: PasskeyOpeningOptions): void =>
  showPasskeyStep({
    title: 'Open your wallet with a passkey',
    content: () => [...before(), paragraph('Use the passkey that you have added to your wallet.')],
    cancel,
    isPressed: true,
    run: async () => readPasskeyRecovery(wallet, await passkeys()),
    done,
  });

/** A button for a way to open the wallet; `null` where there is none. */
export const passkeyButton = (run: (() => void) | null): HTMLElement | null =>
  run === null ? null : element('button', { type: 'button', class: 'secondary', onClick: run }, 'Use a passkey');
