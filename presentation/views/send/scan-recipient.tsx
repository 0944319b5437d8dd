import { type ReactElement, useEffect, useRef, useState } from 'react';
import { readScanned, type ScannedRecipient } from '../../../domain/send/scanned-recipient.js';
import { ActionButton } from '../../components/action-button.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { type ScanFailure, scanCodes, scanFailureOf } from './scan-code.js';

/** Props of {@link ScanRecipient}. */
export interface ScanRecipientProps {
  readonly onScan: (recipient: string) => void;
  readonly onCancel: () => void;
}

/** The picture of the camera, until it sees the code of a recipient on this network. */
export const ScanRecipient = ({ onScan, onCancel }: ScanRecipientProps): ReactElement => {
  const m = useMessages();
  const video = useRef<HTMLVideoElement>(null);
  const { namespace } = useAccount();
  const { network } = useNetwork();
  const chainId = network?.caipNetworkId;
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<ScanFailure | null>(null);
  /** Reason why the last code names no recipient here. */
  const [wrong, setWrong] = useState<'unreadable' | 'other-network' | null>(null);
  const done = useRef(onScan);
  done.current = onScan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the camera again
  useEffect(() => {
    const element = video.current;
    setWrong(null);
    if (element === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const isForeign = (scanned: ScannedRecipient): boolean =>
      (scanned.namespace !== null && scanned.namespace !== namespace) || (scanned.chainId !== null && scanned.chainId !== chainId);
    const read = (text: string): void => {
      const scanned = readScanned(text);
      if (scanned === null || isForeign(scanned)) {
        setWrong(scanned === null ? 'unreadable' : 'other-network');
        return;
      }
      controller.abort();
      done.current(scanned.recipient);
    };
    scanCodes(element, signal, read).catch((error: unknown) => {
      if (!signal.aborted) setFailure(scanFailureOf(error));
    });
    return () => controller.abort();
  }, [namespace, chainId, attempt]);
  const retry = (): void => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  const note = wrong === null ? m.scanHint : wrong === 'unreadable' ? m.scanNoRecipient : m.scanOtherNetwork(network?.name ?? m.network);
  return (
    <div className="stack">
      {failure === null ? (
        <video ref={video} className="scan" muted playsInline aria-label={m.scanPicture} data-testid="lk-scan-video" />
      ) : null}
      <p
        className={failure === null && wrong === null ? 'hint send-note' : 'hint send-note wrong'}
        role={failure === null ? 'status' : 'alert'}
        data-testid="lk-scan-note"
      >
        {failure === null ? note : m.scanFailed(failure)}
      </p>
      <div className="two">
        <ActionButton focusKey="cancel" testId="lk-scan-cancel" onClick={onCancel}>
          {m.sendCancel}
        </ActionButton>
        {failure === null ? null : (
          <ActionButton main testId="lk-try-again" onClick={retry}>
            {m.tryAgain}
          </ActionButton>
        )}
      </div>
    </div>
  );
};
