import { type ReactElement, useId, useState } from 'react';
import { SOCIAL_NAMES } from '../../../domain/options/socials.js';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { SocialIcon } from '../../components/social-icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useOnline } from '../../hooks/use-online.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSetAccountType } from '../../hooks/use-set-account-type.js';
import { emailErrorText } from './email-error-text.js';

/** Settings of the embedded wallet: email address or social account, its website and the account type. */
export const EmbeddedWalletSettings = (): ReactElement | null => {
  const m = useMessages();
  const { push } = useRouter();
  const { embeddedWalletInfo } = useAccount();
  if (embeddedWalletInfo === undefined) return null;
  const { user, authProvider } = embeddedWalletInfo;
  const { email, username } = user;
  return (
    <>
      <div className="list">
        {/* The address of a social account is changed at its provider. */}
        {authProvider !== 'email' ? (
          <div className="row" part="row" data-testid="lk-social-account">
            <span className="pic" aria-hidden="true">
              <SocialIcon provider={authProvider} />
            </span>
            <span>
              {username ?? email ?? SOCIAL_NAMES[authProvider]}
              <small>{SOCIAL_NAMES[authProvider]}</small>
            </span>
          </div>
        ) : email === undefined ? null : (
          <Row
            start={<IconTile name="mail" />}
            title={m.walletEmail}
            detail={email}
            focusKey="edit-email"
            testId="lk-edit-email"
            onClick={() => push(view('UpdateEmailWallet'))}
          />
        )}
        <Row
          start={<IconTile name="globe" />}
          title={m.titleUpgradeWallet}
          detail={m.upgradeDetail}
          focusKey="upgrade"
          testId="lk-upgrade"
          onClick={() => push(view('UpgradeEmailWallet'))}
        />
      </div>
      <AccountTypeChoice />
    </>
  );
};

/** Chooses between the standard and the smart account, on networks with smart accounts. */
const AccountTypeChoice = (): ReactElement | null => {
  const m = useMessages();
  const online = useOnline();
  const noteId = useId();
  const { namespace, embeddedWalletInfo, preferredAccountType } = useAccount();
  const { setAccountType, isPending, error } = useSetAccountType();
  const [target, setTarget] = useState(preferredAccountType);
  const chosen = isPending ? target : preferredAccountType;
  if (namespace !== 'eip155' || embeddedWalletInfo?.isSmartAccountEnabled !== true) return null;
  // Busy choices stay focusable but do nothing.
  const busy = isPending || !online;
  const types = [
    ['smartAccount', m.typeSmartAccount, m.accountTypeSmartHint],
    ['eoa', m.typeStandard, m.accountTypeStandardHint],
  ] as const;
  return (
    <fieldset className="choices" aria-busy={isPending || undefined} aria-describedby={noteId}>
      <legend>{m.accountType}</legend>
      {types.map(([type, title, hint]) => (
        <label key={type} className="choice">
          <input
            type="radio"
            name="account-type"
            value={type}
            checked={chosen === type}
            aria-disabled={busy || undefined}
            data-testid={`lk-account-type-${type}`}
            onChange={() => {
              if (busy) return;
              setTarget(type);
              setAccountType({ type });
            }}
          />
          <span>
            {title}
            <small>{hint}</small>
          </span>
        </label>
      ))}
      <p className="hint" id={noteId} role={error === null ? 'status' : 'alert'}>
        {isPending ? m.accountTypeSwitching : error === null ? m.accountTypeNote : `${m.accountTypeFailed}. ${emailErrorText(error, m)}`}
      </p>
    </fieldset>
  );
};
