import type { ReactElement } from 'react';
import { Notice } from '../../components/notice.js';
import { SkeletonRows } from '../../components/skeleton-rows.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useTokens } from '../../hooks/use-tokens.js';
import { TokenList } from './token-list.js';

const SKELETON_COUNT = 3;

/** The tokens of the account that the user has hidden. Each can be shown again in its details. */
export const HiddenTokens = (): ReactElement => {
  const m = useMessages();
  const { network } = useNetwork();
  const { hidden, isLoading } = useTokens();
  if (hidden.length > 0) return <TokenList tokens={hidden} totalUsd={null} label={m.titleHiddenTokens} />;
  if (isLoading) return <SkeletonRows count={SKELETON_COUNT} label={m.loadingTokens} />;
  return <Notice icon="hidden" title={m.noHiddenTokens} hint={m.noHiddenTokensHint(network?.name ?? m.network)} />;
};
