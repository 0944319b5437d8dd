import type { ReactElement, ReactNode } from 'react';

/** A long value that breaks anywhere, with its name. */
export const Fact = ({
  name,
  testId,
  children,
}: {
  readonly name: string;
  readonly testId: string;
  readonly children: ReactNode;
}): ReactElement => (
  <div className="fact">
    <dt>{name}</dt>
    <dd data-testid={testId}>{children}</dd>
  </div>
);

/** A run that failed: what happened, and the code that the app gets. */
export const Failure = ({
  error,
  testId,
}: {
  readonly error: { readonly message: string; readonly code: string };
  readonly testId: string;
}): ReactElement => (
  <p className="failure" role="alert" data-testid={testId} data-code={error.code}>
    {error.message}
    <code>{error.code}</code>
  </p>
);
