import { type ReactElement, type ReactNode, useContext, useEffect } from 'react';
import type { DirectoryWallet } from '../../domain/directory/directory-wallet.js';
import { StageContext } from '../hooks/stage-context.js';
import { usePairingScope } from './pairing-scope.js';
import type { WalletWays } from './use-wallet-ways.js';

/** A wallet of the directory to pick. */
export interface WalletTapProps {
  readonly wallet: DirectoryWallet;
  /** Where the wallets of the list lead. */
  readonly ways: WalletWays;
  readonly className: string;
  /** Nothing can be picked yet: the terms wait to be accepted. */
  readonly disabled?: boolean;
  /** Place in the order of Tab, where a list moves the focus itself. */
  readonly tabIndex?: number;
  readonly children: ReactNode;
}

/**
 * A wallet of the directory as a control. On a phone it is a link to the wallet's app with the pairing's URI in it, ready before
 * the tap, because browsers open apps only at once and only from a real link. Elsewhere it leads to the view that connects it.
 */
export const WalletTap = ({ wallet, ways, className, disabled = false, tabIndex, children }: WalletTapProps): ReactElement => {
  const { link, linkable, onTap } = ways(wallet);
  const { request } = usePairingScope();
  const stage = useContext(StageContext);
  useEffect(() => {
    if (!linkable) return undefined;
    return stage.whileShown(() => {
      // StrictMode mounts effects twice; the first of the two asks for nothing.
      let gone = false;
      queueMicrotask(() => {
        if (!gone) request();
      });
      return () => {
        gone = true;
      };
    });
  }, [linkable, request, stage]);
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
