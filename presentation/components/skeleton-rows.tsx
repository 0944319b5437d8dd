import type { ReactElement } from 'react';

const WIDTHS = ['46%', '34%', '52%', '40%'];

/** Placeholder of a row, with the same height. Decorative. */
export const SkeletonRow = ({ index }: { readonly index: number }): ReactElement => (
  <div className="row" aria-hidden="true">
    <span className="pic skeleton" />
    <span>
      <span className="skeleton" style={{ inlineSize: WIDTHS[index % WIDTHS.length], blockSize: 14 }} />
    </span>
  </div>
);

/** Placeholder rows. `label` describes what is loading to assistive technology. */
export const SkeletonRows = ({ count, label }: { readonly count: number; readonly label: string }): ReactElement => (
  <div className="list" role="status">
    <span className="sr">{label}</span>
    {WIDTHS.slice(0, count).map((width, index) => (
      <SkeletonRow key={width} index={index} />
    ))}
  </div>
);
