import type { ReactElement } from 'react';

const WIDTHS = ['46%', '34%', '52%', '40%'];

/** One row in waiting, as high as a real one. Decorative. */
export const SkeletonRow = ({ place }: { readonly place: number }): ReactElement => (
  <div className="row" aria-hidden="true">
    <span className="pic bone" />
    <span>
      <span className="bone" style={{ inlineSize: WIDTHS[place % WIDTHS.length], blockSize: 14 }} />
    </span>
  </div>
);

/** Rows in waiting. `label` says to assistive technology what is awaited. */
export const SkeletonRows = ({ count, label }: { readonly count: number; readonly label: string }): ReactElement => (
  <div className="list" role="status">
    <span className="sr">{label}</span>
    {WIDTHS.slice(0, count).map((width, place) => (
      <SkeletonRow key={width} place={place} />
    ))}
  </div>
);
