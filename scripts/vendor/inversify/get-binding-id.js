let bindings = 0;

/** A number of its own for each binding. */
export function getBindingId() {
  bindings += 1;
  return bindings;
}
