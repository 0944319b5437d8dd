import type { ReactElement } from 'react';
import { useNotOffered } from '../../components/use-not-offered.js';

/** What the app asked of the wallet and the wallet does not offer. Its place is always there, so that a change is spoken. */
export const NotOffered = (): ReactElement => {
  const sentences = useNotOffered();
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
