import { type ReactElement, useEffect } from 'react';
import type { PrepareSignInError } from '../../../application/sign-in/prepare-sign-in.use-case.js';
import type { SignInError } from '../../../application/sign-in/sign-in.use-case.js';
import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { MESSAGE_LIFETIME_MS } from '../../../domain/sign-in/sign-in-session.js';
import { ActionButton } from '../../components/action-button.js';
import { Picture } from '../../components/picture.js';
import { StepPanel } from '../../components/step-panel.js';
import { useWalletIcon } from '../../components/use-wallet-icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useCancelSignIn } from '../../hooks/use-cancel-sign-in.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useModal } from '../../hooks/use-modal.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useOnline } from '../../hooks/use-online.js';
import { useSignIn } from '../../hooks/use-sign-in.js';
import { useSignInMessage } from '../../hooks/use-sign-in-message.js';
import { useTrack } from '../../hooks/use-track.js';
import type { Messages } from '../../messages/en.js';
import { NotConnected } from '../account/not-connected.js';
import { MessageDetails, SignedText } from './message-details.js';
import { refusalText } from './sign-in-error-text.js';

/** Signs the connected account in: shows what will be signed, then the request in the wallet. The modal closes itself on success. */
export const SignIn = (): ReactElement => {
  const m = useMessages();
  const track = useTrack();
  const online = useOnline();
  const { canClose } = useModal();
  const { location } = useLatchkey().browser;
  const account = useAccount();
  const { namespace, connectorId, connectedWalletInfo, isConnected, preferredAccountType } = account;
  const { network } = useNetwork();
  const icon = useWalletIcon({ namespace, connectorId, icon: connectedWalletInfo?.icon });
  const message = useSignInMessage();
  const { status, step, error, isPending, signIn } = useSignIn();
  const { cancelSignIn, isPending: isCancelling } = useCancelSignIn();
  const failure = error ?? (message.status === 'error' ? message.error : null);
  const { refetch } = message;
  // After each failure the next message has another nonce: it is shown before it is signed.
  const outdatedBy = error ?? message.status === 'error';
  useEffect(() => {
    if (online && outdatedBy !== false) refetch();
  }, [online, outdatedBy, refetch]);

  // The message on screen is the one that will be signed: it is renewed before its nonce expires.
  const nonce = message.data?.nonce;
  useEffect(() => {
    if (nonce === undefined) return undefined;
    const timer = setTimeout(refetch, MESSAGE_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [nonce, refetch]);

  if (connectedWalletInfo === undefined || !isConnected) return <NotConnected />;
  const wallet = connectedWalletInfo.name;
  const site = location?.origin.replace(/^\w+:\/\//, '') ?? '';
  const start = (): void => {
    track('CLICK_SIGN_SIWX_MESSAGE', { network: network?.caipNetworkId ?? '', isSmartAccount: preferredAccountType === 'smartAccount' });
    // A signature that could not be verified is sent again; a message that could not be read is shown before it is signed.
    if (message.status === 'error' && error?.code !== 'sign-in/unavailable') refetch();
    else signIn({ namespace, nonce });
  };
  const [title, hint] = textsOf({ m, wallet, site, step: status === 'pending' ? step : null, error: failure });
  const state = isPending ? 'pending' : status === 'success' ? 'success' : failure === null ? 'idle' : 'error';
  return (
    <StepPanel picture={<Picture src={icon} name={wallet} size={80} />} state={state} title={title} hint={hint}>
      <MessageDetails message={message.data} site={site} account={account} network={network} />
      <div className="pair">
        <ActionButton testId="lk-sign-in-cancel" busy={isCancelling} onClick={cancelSignIn}>
          {canClose ? m.signInNotNow : m.disconnect}
        </ActionButton>
        <ActionButton main testId="lk-sign-in" busy={isPending || !online || message.isFetching || message.isPending} onClick={start}>
          {failure === null ? m.signIn : m.tryAgain}
        </ActionButton>
      </div>
      <SignedText message={message.data} />
    </StepPanel>
  );
};

interface Situation {
  readonly m: Messages;
  readonly wallet: string;
  readonly site: string;
  /** Step of the pending sign-in. */
  readonly step: 'working' | 'approve-in-wallet' | null;
  readonly error: LatchkeyError<SignInError | PrepareSignInError> | null;
}

const textsOf = ({ m, wallet, site, step, error }: Situation): readonly [title: string, hint: string] => {
  if (step === 'approve-in-wallet') return [m.signInApprove(wallet), m.signInApproveHint];
  if (step === 'working') return [m.signInVerifying, m.signInVerifyingHint];
  if (error === null) return [m.signInTitle(site), m.signInHint(wallet)];
  if (isLatchkeyError(error, 'sign-in/refused')) return [m.signInRefused, refusalText(error.context.reason, m)];
  switch (error.code) {
    case 'sign-in/declined':
      return [m.signInDeclined, m.signInDeclinedHint];
    case 'sign-in/smart-account-unsupported':
      return [m.signInSmartAccount, m.signInSmartAccountHint];
    case 'sign-in/unavailable':
      return [m.signInUnavailable, m.signInUnavailableHint];
    case 'sign-in/network-missing':
      return [m.signInWrongNetwork, m.signInWrongNetworkHint];
    case 'sign-in/invalid-message':
    case 'sign-in/misconfigured':
    case 'sign-in/not-enabled':
    case 'sign-in/client-missing':
    case 'config/dependency-missing':
    case 'config/disposed':
      return [m.signInMisconfigured, m.signInMisconfiguredHint];
    case 'browser/load-failed':
      return [m.connectLoadFailed, m.connectLoadFailedHint];
    case 'wallet/disconnected':
      return [m.walletLost, m.walletLostHint(wallet)];
    case 'wallet/unauthorized':
      return [m.walletLocked, m.walletLockedHint(wallet)];
    case 'wallet/request-pending':
      return [m.requestPending, m.requestPendingHint(wallet)];
    default:
      return [m.signInFailed, m.signInFailedHint(wallet)];
  }
};
