import type { ReactElement, ReactNode } from 'react';

/** A point of an introduction. */
export interface IntroPoint {
  readonly drawing: ReactNode;
  readonly title: string;
  readonly text: string;
}

/** Introduction in a few illustrated points. */
export const Intro = ({ points, children }: { readonly points: readonly IntroPoint[]; readonly children?: ReactNode }): ReactElement => (
  <div className="stack">
    <ul className="list intro">
      {points.map(({ drawing, title, text }) => (
        <li key={title}>
          <svg className="art" viewBox="0 0 48 48" width="48" height="48" fill="none" aria-hidden="true">
            {drawing}
          </svg>
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
    {children}
  </div>
);
