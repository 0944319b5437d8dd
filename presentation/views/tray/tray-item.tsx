import { type ReactElement, type RefObject, useRef } from 'react';
import { formatAmount } from '../../../domain/money/format-amount.js';
import { transactionExplorerUrl } from '../../../domain/network/explorer-url.js';
import type { Network } from '../../../domain/network/network.js';
import type { InFlightTransaction } from '../../../domain/send/in-flight.js';
import type { SentTransaction } from '../../../domain/send/sent-transaction.js';
import { ExternalLink } from '../../components/external-link.js';
import { Icon } from '../../components/icon.js';
import { useFocusFallback } from '../../components/use-focus-fallback.js';
import { useFeatures } from '../../features/features-context.js';
import { useCancelTransaction } from '../../hooks/use-cancel-transaction.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSpeedUpTransaction } from '../../hooks/use-speed-up-transaction.js';
import type { Messages } from '../../messages/en.js';
import { ageText } from './age-text.js';

/** Decimals of an amount. */
const AMOUNT_DECIMALS = 6;

const titleOf = ({ purpose, swap, value, asset, token }: SentTransaction, network: Network | undefined, m: Messages): string => {
  if (purpose === 'swap' && swap !== null) return m.traySwap(swap.fromAmount, swap.fromToken, swap.toToken);
  if (purpose === 'approval' && swap !== null) return m.trayApproval(swap.fromToken);
  const sent = asset === null ? network?.nativeCurrency : token;
  if (purpose !== 'send' || value === null || sent == null) return m.trayPurpose(purpose);
  const { decimals, symbol } = sent;
  return m.trayAmount(purpose, `${formatAmount(value, decimals, AMOUNT_DECIMALS, { locale: m.locale, minDigits: 0 })} ${symbol}`);
};

const statusOf = ({ outcome, replaces, purpose }: SentTransaction, m: Messages): readonly [text: string, tone: string] => {
  switch (outcome?.status) {
    case undefined:
      return [replaces !== null && purpose !== 'cancel' ? m.traySpeedingUp : m.transactionPending, ''];
    case 'confirmed':
      return [m.transactionConfirmed, 'good'];
    case 'partly-reverted':
      return [m.trayPartly, 'bad'];
    case 'dropped':
      return [m.trayDropped, 'bad'];
    default:
      return [m.transactionFailed, 'bad'];
  }
};

interface TrayItemProps {
  readonly row: InFlightTransaction;
  readonly now: number;
  /** Gets the focus of controls that are removed. */
  readonly chip: RefObject<HTMLButtonElement | null>;
}

/** A transaction on its way, with its outcome when that is known. */
export const TrayItem = ({ row, now, chip }: TrayItemProps): ReactElement => {
  const { transaction, canSpeedUp, canCancel } = row;
  const { chainId, hash, kind, sentAt } = transaction;
  const m = useMessages();
  const { errorText } = useFeatures();
  const item = useRef<HTMLLIElement>(null);
  useFocusFallback(item, chip);
  const { networks } = useNetwork();
  const speedingUp = useSpeedUpTransaction();
  const canceling = useCancelTransaction();
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId);
  // The id of a batch is the wallet's, and an explorer has no page for it.
  const url = network === undefined || kind !== 'transaction' ? undefined : transactionExplorerUrl(network, hash);
  const title = titleOf(transaction, network, m);
  const [status, tone] = statusOf(transaction, m);
  const actions = [speedingUp, canceling];
  const isBusy = actions.some(({ isPending, step }) => isPending && step !== 'wait-for-block' && step !== 'wait-for-finality');
  const error = actions
    .map((action) => action.error)
    .find((each) => each !== null && each.code.startsWith('network/transaction-') === false);
  const input = { chainId, hash };
  const detail = m.trayDetail(ageText(now - sentAt, m.locale), network?.name ?? chainId);
  return (
    <li ref={item} className="tray-item" data-testid="lk-tray-item" data-status={transaction.outcome?.status ?? 'pending'} data-hash={hash}>
      <div className="tray-line">
        {url === undefined ? <span>{title}</span> : <ExternalLink href={url}>{title}</ExternalLink>}
        <span className={`tray-status ${tone}`} role="status">
          {status}
        </span>
      </div>
      <small>{detail}</small>
      {canSpeedUp || canCancel ? (
        <div className="two">
          {canSpeedUp ? (
            <TrayButton
              label={m.traySpeedUpOf(title)}
              isBusy={isBusy}
              chip={chip}
              testId="lk-speed-up"
              onClick={() => {
                canceling.reset();
                speedingUp.speedUpTransaction(input);
              }}
            >
              {m.traySpeedUp}
            </TrayButton>
          ) : null}
          {canCancel ? (
            <TrayButton
              label={m.trayCancelOf(title)}
              isBusy={isBusy}
              chip={chip}
              testId="lk-cancel-transaction"
              onClick={() => {
                speedingUp.reset();
                canceling.cancelTransaction(input);
              }}
            >
              {m.trayCancel}
            </TrayButton>
          ) : null}
        </div>
      ) : null}
      {isBusy ? (
        <div className="two">
          <p role="status">{m.trayApprove}</p>
          {/* Some wallets never answer. What is approved later is tracked all the same. */}
          <TrayButton
            label={m.trayStopWaitingFor(title)}
            chip={chip}
            testId="lk-stop-waiting"
            onClick={() => {
              for (const { cancel } of actions) cancel();
            }}
          >
            {m.trayStopWaiting}
          </TrayButton>
        </div>
      ) : null}
      {error === undefined || error === null || isBusy ? null : (
        <p className="error" role="alert">
          <Icon name="warning" />
          <span>{errorText(error, m) ?? error.message}</span>
        </p>
      )}
    </li>
  );
};

interface TrayButtonProps extends Pick<TrayItemProps, 'chip'> {
  /** Accessible name, with the transaction. */
  readonly label: string;
  readonly isBusy?: boolean;
  readonly testId: string;
  readonly onClick: () => void;
  readonly children: string;
}

/** A button of a row, without effect while it is busy. */
const TrayButton = ({ label, isBusy = false, chip, testId, onClick, children }: TrayButtonProps): ReactElement => {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, chip);
  return (
    <button
      ref={button}
      type="button"
      className="btn"
      aria-label={label}
      aria-disabled={isBusy || undefined}
      data-testid={testId}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
    </button>
  );
};
