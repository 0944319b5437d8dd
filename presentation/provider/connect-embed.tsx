import { type ReactElement, useEffect, useRef } from 'react';
import { useLatchkeyContext } from '../hooks/use-latchkey.js';
import { embedModal } from './embed-modal.js';

/** Props of {@link ConnectEmbed}. */
export interface ConnectEmbedProps {
  /** Id of the element around the card. */
  readonly id?: string;
  /** Classes of the element around the card. */
  readonly className?: string;
}

/**
 * The modal's card in its place in the page, without a dialog: the wallet list, then the account once a wallet is connected. While it is
 * mounted, everything that would open the modal is shown in it. Use one per page. Its code is loaded after mounting; a server renders an
 * empty element.
 * @example
 * const { isConnected } = useAccount();
 * return isConnected ? <Shop /> : <ConnectEmbed />;
 */
export const ConnectEmbed = ({ id, className }: ConnectEmbedProps): ReactElement => {
  const { client, messages } = useLatchkeyContext('ConnectEmbed');
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => (container.current === null ? undefined : embedModal(client, container.current, messages)), [client, messages]);
  return <div id={id} className={className} ref={container} />;
};
