import type { ReactElement, ReactNode } from 'react';

/** A name and a value. Long values break anywhere. */
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

/** An error: its message and its code. */
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
