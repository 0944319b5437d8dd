import { type ReactElement, useId } from 'react';
import { isSameAddress } from '../../../domain/account/same-address.js';
import { isTokenContract } from '../../../domain/send/send-draft.js';
import { Avatar } from '../../components/avatar.js';
import { FullAddress } from '../../components/full-address.js';
import { Icon } from '../../components/icon.js';
import { useAccount } from '../../hooks/use-account.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSend } from '../../hooks/use-send.js';

/** Longer texts are neither an address nor a name. */
const MAX_LENGTH = 255;

/** Props of {@link RecipientField}. */
export interface RecipientFieldProps {
  /** `null`: the page cannot ask for a camera. */
  readonly onScan: (() => void) | null;
}

/** The recipient of a transfer by address or name, and what was found. */
export const RecipientField = ({ onScan }: RecipientFieldProps): ReactElement => {
  const m = useMessages();
  const noteId = useId();
  const { network } = useNetwork();
  const { address: own, namespace } = useAccount();
  const { token, recipient, address, found, isResolving, error, edit } = useSend();
  const text = recipient.trim();
  const isName = text.includes('.');
  const isContract = isTokenContract({ token, address });
  const isWrong = text !== '' && !isResolving && (address === null || isContract);
  const isMistyped = error?.code.startsWith('address/') === true;
  const note = (): string | null => {
    if (text === '') return null;
    if (isResolving) return m.sendLookingUp;
    if (error !== null) return isMistyped ? error.message : m.sendLookUpFailed;
    if (address === null) return isName ? m.sendNoSuchName(text) : m.sendNoSuchAddress(network?.name ?? m.network);
    if (isContract) return m.sendToContract(token?.symbol ?? '');
    if (own !== undefined && isSameAddress(namespace, own, address)) return m.sendToSelf;
    if (found?.lookAlike != null) return m.sendLookAlikeHint;
    return found?.isContract === true ? m.sendToAnyContract(token?.symbol ?? '') : null;
  };
  const noteText = note();
  return (
    <div className="slot">
      <div className="field">
        <input
          type="text"
          value={recipient}
          placeholder={m.sendToPlaceholder}
          aria-label={m.sendTo}
          aria-invalid={isWrong || undefined}
          aria-describedby={noteId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH}
          dir="ltr"
          data-key="recipient"
          data-testid="lk-send-to"
          onChange={(event) => edit({ recipient: event.target.value })}
        />
        {isResolving ? <span className="spin" /> : null}
        {onScan === null ? null : (
          <button type="button" className="tap" aria-label={m.scan} data-key="scan" data-testid="lk-scan" onClick={onScan}>
            <Icon name="scan" />
          </button>
        )}
      </div>
      {address === null ? null : (
        <div className="send-found">
          <Avatar address={address} image={found?.imageUrl ?? undefined} size={32} />
          <span>
            {found?.name == null ? null : <bdi dir="ltr">{found.name}</bdi>}
            <FullAddress value={address} testId="lk-send-address" />
          </span>
        </div>
      )}
      <p
        className={isWrong || found?.lookAlike != null ? 'hint send-note wrong' : 'hint send-note'}
        id={noteId}
        role="status"
        hidden={noteText === null}
        data-testid="lk-send-note"
      >
        {noteText}
      </p>
      {error === null || isMistyped ? null : (
        <button type="button" className="btn" data-testid="lk-try-again" onClick={() => edit({ recipient })}>
          {m.tryAgain}
        </button>
      )}
    </div>
  );
};
