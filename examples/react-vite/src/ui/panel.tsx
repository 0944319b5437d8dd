import { type ReactElement, type ReactNode, useId } from 'react';

/** Props of {@link Panel}. */
export interface PanelProps {
  readonly title: string;
  readonly hint?: string;
  readonly testId: string;
  /** Spans the whole row. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A titled section of the page. */
export const Panel = ({ title, hint, testId, wide = false, children }: PanelProps): ReactElement => {
  const id = useId();
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-labelledby={id} data-testid={testId}>
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {children}
    </section>
  );
};
