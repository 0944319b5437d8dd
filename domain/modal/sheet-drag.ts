/** Part of the sheet's height that it must be dragged down to close. */
const CLOSING_FRACTION = 0.3;
/** A flick closes the sheet from this speed, in px per ms … */
const FLICK_SPEED = 0.5;
/** … if it is longer than an unsteady tap, in px. */
const FLICK_DISTANCE = 24;

/** A finished drag of a bottom sheet. */
export interface SheetDrag {
  /** Distance from its place, downwards, in px. */
  readonly distance: number;
  /** Height of the sheet, in px. */
  readonly height: number;
  /** Speed at the end, downwards, in px per ms. */
  readonly velocity: number;
}

/** Tests whether a drag closes the sheet: far enough, or a flick. A drag that turns back upwards does not. */
export const closesSheet = ({ distance, height, velocity }: SheetDrag): boolean =>
  velocity >= 0 && (distance > height * CLOSING_FRACTION || (velocity > FLICK_SPEED && distance > FLICK_DISTANCE));
