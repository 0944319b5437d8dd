import { type ReactElement, useRef, useState } from 'react';
import type { DirectoryWallet } from '../../../domain/directory/directory-wallet.js';
import type { LinkKind, WalletLink } from '../../../domain/directory/wallet-links.js';
import { ActionButton } from '../../components/action-button.js';
import { GetWalletAction } from '../../components/get-wallet-action.js';
import { Icon } from '../../components/icon.js';
import { usePairingScope } from '../../components/pairing-scope.js';
import { StepPanel } from '../../components/step-panel.js';
import { useCopyNoted } from '../../components/use-copy-noted.js';
import { useElapsed } from '../../components/use-elapsed.js';
import { useKeptFocus } from '../../components/use-kept-focus.js';
import { useMessages } from '../../hooks/use-messages.js';
import { usePairing } from '../../hooks/use-pairing.js';
import { useVisible } from '../../hooks/use-visible.js';
import { useWalletLink } from '../../hooks/use-wallet-link.js';
import { WalletPicture } from './wallet-picture.js';

/** Whether the page stayed on screen for so many milliseconds after `running` became true: nothing was opened over it. */
const usePageStayed = (ms: number, running: boolean): boolean => {
  const visible = useVisible();
  const [left, setLeft] = useState(false);
  if (running && !visible && !left) setLeft(true);
  if (!running && left) setLeft(false);
  return useElapsed(ms, running && visible && !left);
};

/** An app that opens covers the page sooner than this. */
const NOT_OPENED_AFTER_MS = 1_500;
/** After so long the wait is explained (facts of the field: 3 s), and after so much longer a new try is offered. */
const SLOW_AFTER_MS = 3_000;
const RETRY_AFTER_MS = 5_000;

/** How to reach the wallet. */
export interface LinkPanelProps {
  readonly wallet: DirectoryWallet;
  readonly kind: LinkKind;
  readonly onShowCode: () => void;
}

/** A wallet on this device, opened by a link: the link itself, what to do there, and what to do where nothing opened. */
export const LinkPanel = ({ wallet, kind, onShowCode }: LinkPanelProps): ReactElement => {
  const m = useMessages();
  const { name } = wallet;
  const { wcUri, wcLinking } = usePairing();
  const { link, follow } = useWalletLink(wallet, kind);
  const { restart } = usePairingScope();
  const { copied, copy } = useCopyNoted(m.linkCopied);
  const opened = wcLinking?.name === name;
  // A window of its own leaves the page on screen, and so does an app of a desktop computer.
  const notOpened = usePageStayed(NOT_OPENED_AFTER_MS, opened && kind === 'mobile');
  const slow = useElapsed(SLOW_AFTER_MS, opened);
  const stuck = useElapsed(RETRY_AFTER_MS, opened);
  return (
    <StepPanel
      picture={<WalletPicture wallet={wallet} />}
      state="pending"
      title={notOpened ? m.notOpened(name) : m.openWallet(name)}
      hint={notOpened ? m.notOpenedHint : m.linkHint}
      note={slow && !notOpened ? m.linkSlow : undefined}
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
            <Icon name={copied ? 'check' : 'copy'} />
            {m.copyLink}
          </ActionButton>
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

/** The link itself. Who opened it by the keyboard, and comes back to another screen, goes on from that screen's heading. */
const OpenLink = ({ link, name, onOpen }: OpenLinkProps): ReactElement => {
  const m = useMessages();
  const anchor = useRef<HTMLAnchorElement>(null);
  useKeptFocus(anchor);
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
