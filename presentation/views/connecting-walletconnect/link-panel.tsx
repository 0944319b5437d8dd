import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { LinkKind, WalletLink } from '../../../domain/directory/wallet-links.js';
import { ActionButton } from '../../components/action-button.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { GetWalletAction } from '../../components/get-wallet-action.js';
import { Icon } from '../../components/icon.js';
import { usePairingScope } from '../../components/pairing-scope.js';
import { StepPanel } from '../../components/step-panel.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { useFocusFallback } from '../../components/use-focus-fallback.js';
import { useMessages } from '../../hooks/use-messages.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { useTrack } from '../../hooks/use-track.js';
import { useVisible } from '../../hooks/use-visible.js';
import { useWalletLink } from '../../hooks/use-wallet-link.js';
import { WalletImage } from './wallet-image.js';

/** True once the page stayed visible for `ms` milliseconds after `running` became true: nothing opened over it. */
const useStayedVisible = (ms: number, running: boolean): boolean => {
  const visible = useVisible();
  const [wasHidden, setWasHidden] = useState(false);
  if (running && !visible && !wasHidden) setWasHidden(true);
  if (!running && wasHidden) setWasHidden(false);
  return useElapsed(ms, running && visible && !wasHidden);
};

/** Reports a link that opened nothing, once per link. The properties do not contain the pairing URI, which is a secret. */
const useTrackNotOpened = (link: { readonly href: string; readonly name: string } | undefined): void => {
  const track = useTrack();
  const { href, name } = link ?? {};
  useEffect(() => {
    if (href === undefined || name === undefined) return;
    track('CONNECT_PROXY_ERROR', { message: `The link to ${name} opened nothing`, mobile_link: href, name });
  }, [track, href, name]);
};

/** An opened app covers the page within this time. */
const NOT_OPENED_AFTER_MS = 1_500;
/** Delays before the wait is explained (facts of the field: 3 s) and before a retry is offered. */
const SLOW_AFTER_MS = 3_000;
const RETRY_AFTER_MS = 5_000;

/** Props of {@link LinkPanel}. */
export interface LinkPanelProps {
  readonly wallet: DirectoryWallet;
  readonly kind: LinkKind;
  readonly onShowCode: () => void;
}

/** Opens a wallet on this device by a link, and offers alternatives if nothing opened. */
export const LinkPanel = ({ wallet, kind, onShowCode }: LinkPanelProps): ReactElement => {
  const m = useMessages();
  const { name } = wallet;
  const { wcUri, wcLinking } = usePairing();
  const { link, follow } = useWalletLink(wallet, kind);
  const { restart } = usePairingScope();
  const { copied, copy } = useCopyWithFeedback();
  // Another tab of the view may have opened the wallet in another way.
  const opened = wcLinking?.name === name && wcLinking.href === link?.base;
  // A new browser window or a desktop app leaves the page visible.
  const notOpened = useStayedVisible(NOT_OPENED_AFTER_MS, opened && kind === 'mobile');
  useTrackNotOpened(notOpened ? wcLinking : undefined);
  const slow = useElapsed(SLOW_AFTER_MS, opened);
  const stuck = useElapsed(RETRY_AFTER_MS, opened);
  return (
    <StepPanel
      picture={<WalletImage wallet={wallet} />}
      // Nothing runs before the link is pressed, or if it opened nothing.
      state={opened && !notOpened ? 'pending' : 'idle'}
      title={notOpened ? m.notOpened(name) : m.openWallet(name)}
      hint={notOpened ? m.notOpenedHint(name) : m.linkHint(name)}
      note={slow && !notOpened ? m.linkSlow(name) : undefined}
    >
      {link === null ? (
        <ActionButton main busy onClick={() => undefined}>
          {m.openName(name)}
        </ActionButton>
      ) : (
        <OpenLink link={link} name={name} onOpen={follow} />
      )}
      {stuck && !notOpened ? (
        <ActionButton testId="lk-try-again" onClick={() => restart(wallet)}>
          <Icon name="retry" />
          {m.tryAgain}
        </ActionButton>
      ) : null}
      {notOpened ? <GetWalletAction wallet={wallet} /> : null}
      {notOpened || kind !== 'mobile' ? (
        <div className="pair">
          <ActionButton busy={wcUri === undefined} testId="lk-copy-link" onClick={() => copy(wcUri ?? '')}>
            <CopyLabel copied={copied}>{m.copyLink}</CopyLabel>
          </ActionButton>
          <CopyStatus copied={copied} message={m.linkCopied} />
          {notOpened ? (
            <ActionButton testId="lk-show-code" onClick={onShowCode}>
              <Icon name="scan" />
              {m.showCode}
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </StepPanel>
  );
};

interface OpenLinkProps {
  readonly link: WalletLink;
  readonly name: string;
  readonly onOpen: () => void;
}

/** The link to the wallet. A keyboard user who returns to another screen continues at its heading. */
const OpenLink = ({ link, name, onOpen }: OpenLinkProps): ReactElement => {
  const m = useMessages();
  const anchor = useRef<HTMLAnchorElement>(null);
  useFocusFallback(anchor);
  return (
    <a
      ref={anchor}
      className="btn main"
      href={link.href}
      target={link.target}
      rel="noopener noreferrer"
      data-testid="lk-open-wallet"
      onClick={onOpen}
    >
      {m.openName(name)}
      {link.target === '_blank' ? <span className="sr">{` ${m.newTab}`}</span> : null}
    </a>
  );
};
