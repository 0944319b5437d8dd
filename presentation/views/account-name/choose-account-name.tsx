import type { ReactElement } from 'react';
import { view } from '../../../domain/router/views.js';
import { ActionButton } from '../../components/action-button.js';
import { Notice } from '../../components/notice.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRouter } from '../../hooks/use-router.js';

/** Explains names of accounts before one is registered. */
export const ChooseAccountName = (): ReactElement => {
  const m = useMessages();
  const { push } = useRouter();
  return (
    <Notice icon="seal" title={m.nameIntro} hint={m.nameIntroHint}>
      <ActionButton main focusKey="choose" testId="lk-choose-name" onClick={() => push(view('RegisterAccountName'))}>
        {m.continueButton}
      </ActionButton>
    </Notice>
  );
};
