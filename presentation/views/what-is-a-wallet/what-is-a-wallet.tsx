import type { ReactElement } from 'react';
import { Intro } from '../../components/intro.js';
import { WalletGuide } from '../../components/wallet-guide.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Introduction to wallets in three points. */
export const WhatIsAWallet = (): ReactElement => {
  const m = useMessages();
  return (
    <Intro
      points={[
        {
          title: m.walletIntro1,
          text: m.walletIntro1Text,
          drawing: (
            <>
              <circle className="tint" cx="30" cy="18" r="9" />
              <circle cx="20" cy="20" r="9" />
              <path d="M9 29h30v8a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3v-8Z" className="tint" />
              <path d="M9 29h9l3 4h6l3-4h9v8a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3v-8Z" />
            </>
          ),
        },
        {
          title: m.walletIntro2,
          text: m.walletIntro2Text,
          drawing: (
            <>
              <circle className="tint" cx="17" cy="24" r="9" />
              <circle cx="17" cy="24" r="9" />
              <circle cx="17" cy="24" r="3" />
              <path d="M26 24h15v6m-6-6v4" />
            </>
          ),
        },
        {
          title: m.walletIntro3,
          text: m.walletIntro3Text,
          drawing: (
            <>
              <path className="tint" d="M24 7l14 5v10c0 9-6 15-14 19-8-4-14-10-14-19V12l14-5Z" />
              <path d="M24 7l14 5v10c0 9-6 15-14 19-8-4-14-10-14-19V12l14-5Z" />
              <path d="M18 24l4.5 4.5L31 19" />
            </>
          ),
        },
      ]}
    >
      <WalletGuide />
    </Intro>
  );
};
