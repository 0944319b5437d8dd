import type { Features } from '../../domain/options/options.js';
import { BuyScope } from '../components/buy-scope.js';
import { BuyButton } from '../views/account/buy-button.js';
import { defineFeature, viewChunk } from './feature.js';

/** Providers, the form of a purchase and the purchases, fetched when they are shown. */
const ONRAMP_CHUNK = viewChunk('onramp', () => import('../views/onramp-views.js'));

const isOffered = ({ onramp }: Features): boolean => onramp;

/** Buys coins and tokens for the connected account. */
export const onrampFeature = defineFeature({
  views: {
    OnRampProviders: { title: (m) => m.titleChooseProvider, isOffered, chunk: ONRAMP_CHUNK },
    OnRampTokenSelect: { title: (m) => m.titleSelectToken, isOffered, chunk: ONRAMP_CHUNK },
    OnRampFiatSelect: { title: (m) => m.titleSelectCurrency, isOffered, chunk: ONRAMP_CHUNK },
    OnRampActivity: { title: (m) => m.titleActivity, isOffered, chunk: ONRAMP_CHUNK },
    BuyInProgress: { title: (m) => m.titleBuy, isOffered, chunk: ONRAMP_CHUNK },
    WhatIsABuy: { title: (m) => m.titleWhatIsBuy, isOffered, chunk: ONRAMP_CHUNK },
  },
  Scope: BuyScope,
  walletFeatures: { onramp: BuyButton },
});
