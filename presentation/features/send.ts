import type { Features } from '../../domain/options/options.js';
import { SendScope } from '../components/send-scope.js';
import { SendButton } from '../views/account/send-button.js';
import { defineFeature, viewChunk } from './feature.js';

/** The form of a transfer, fetched when it is shown. */
const SEND_CHUNK = viewChunk('send', () => import('../views/send-views.js'));

const isOffered = ({ send }: Features): boolean => send;

/** Sends coins and tokens of the connected account. */
export const sendFeature = defineFeature({
  views: {
    WalletSend: { title: (m) => m.titleSend, isOffered, chunk: SEND_CHUNK },
    WalletSendSelectToken: { title: (m) => m.titleSelectToken, isOffered, chunk: SEND_CHUNK },
    WalletSendPreview: { title: (m) => m.titleReviewSend, isOffered, chunk: SEND_CHUNK },
  },
  Scope: SendScope,
  walletFeatures: { send: SendButton },
});
