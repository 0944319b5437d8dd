import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { IconTile } from '../../components/icon-tile.js';
import { Row } from '../../components/row.js';
import { useModalMessages } from '../../hooks/use-modal-messages.js';
import { useRouter } from '../../hooks/use-router.js';
import { useTokens } from '../../hooks/use-tokens.js';

/** Opens the list of the tokens that the user has hidden, with their number. Nothing without any. */
export const HiddenTokensRow = (): ReactElement | null => {
  const m = useModalMessages();
  const { push } = useRouter();
  const { length } = useTokens().hidden;
  if (length === 0) return null;
  return (
    <Row
      start={<IconTile name="hidden" />}
      title={m.titleHiddenTokens}
      detail={new Intl.NumberFormat(m.locale).format(length)}
      focusKey="hidden-tokens"
      testId="lk-hidden-tokens"
      onClick={() => push(view('HiddenTokens'))}
    />
  );
};
