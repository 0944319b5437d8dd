import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { SEND_CSS } from '../theme/send.css.js';
import { TOKEN_LIST_CSS } from '../theme/token-list.css.js';
import { WalletSend } from './send/wallet-send.js';
import { WalletSendPreview } from './send/wallet-send-preview.js';
import { WalletSendSelectToken } from './send/wallet-send-select-token.js';

/** The form of a transfer. */
export const views = {
  WalletSend: () => <WalletSend />,
  WalletSendSelectToken: () => <WalletSendSelectToken />,
  WalletSendPreview: () => <WalletSendPreview />,
} satisfies RenderViews;

export const styles = [INNER_CSS, TOKEN_LIST_CSS, SEND_CSS];
