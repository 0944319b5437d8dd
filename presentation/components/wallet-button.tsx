import { type ReactElement, type ReactNode, useContext, useEffect } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { VisibilityContext } from '../hooks/visibility-context.js';
import { usePairingScope } from './pairing-scope.js';
import type { WalletActions } from './use-wallet-actions.js';

/** Props of {@link WalletButton}. */
export interface WalletButtonProps {
  readonly wallet: DirectoryWallet;
  /** Actions of the list's wallets. */
  readonly actionOf: WalletActions;
  readonly className: string;
  /** The terms must be accepted first. */
  readonly disabled?: boolean;
  /** Tab index, for lists that move the focus themselves. */
  readonly tabIndex?: number;
  readonly children: ReactNode;
}

/**
 * Control of a directory wallet. On a phone it is a link to the wallet's app with the pairing URI, set before the tap, because browsers
 * open apps only directly from a real link. Otherwise it opens the view that connects the wallet.
 */
export const WalletButton = ({ wallet, actionOf, className, disabled = false, tabIndex, children }: WalletButtonProps): ReactElement => {
  const { link, isPairingRequired, onTap } = actionOf(wallet);
  const { prepare } = usePairingScope();
  const visibility = useContext(VisibilityContext);
  useEffect(() => {
    if (!isPairingRequired) return undefined;
    return visibility.whileVisible(() => {
      // StrictMode mounts effects twice: the first run is cancelled.
      let isCancelled = false;
      queueMicrotask(() => {
        if (!isCancelled) prepare();
      });
      return () => {
        isCancelled = true;
      };
    });
  }, [isPairingRequired, prepare, visibility]);
  const common = { className, part: 'row', 'data-key': wallet.id, 'data-testid': `lk-wallet-${wallet.id}`, tabIndex };
  if (link === null) {
    return (
      <button {...common} type="button" disabled={disabled} onClick={onTap}>
        {children}
      </button>
    );
  }
  return (
    <a {...common} href={link.href} target={link.target} rel="noopener noreferrer" onClick={onTap}>
      {children}
    </a>
  );
};
