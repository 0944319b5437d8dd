import type { ReactElement } from 'react';
import { useMissingPermissionTexts } from '../../components/use-missing-permission-texts.js';

/** Permissions that the wallet did not grant. The live region is always present, so that changes are announced. */
export const MissingPermissionsNotice = (): ReactElement => {
  const sentences = useMissingPermissionTexts();
  return (
    <div role="status" data-testid="lk-not-offered">
      {sentences.map((sentence) => (
        <p className="hint" key={sentence}>
          {sentence}
        </p>
      ))}
    </div>
  );
};
