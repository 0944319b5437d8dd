import type { ReactElement } from 'react';

const WIDTHS = ['46%', '34%', '52%', '40%'];

/** Rows in waiting, as high as real ones. `label` says to assistive technology what is awaited. */
export const SkeletonRows = ({ count, label }: { readonly count: number; readonly label: string }): ReactElement => (
  <div className="list" role="status">
    <span className="sr">{label}</span>
    {WIDTHS.slice(0, count).map((width) => (
      <div className="row" aria-hidden="true" key={width}>
        <span className="pic bone" />
        <span>
          <span className="bone" style={{ inlineSize: width, blockSize: 14 }} />
        </span>
      </div>
    ))}
  </div>
);
