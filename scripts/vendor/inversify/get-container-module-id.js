let modules = 0;

/** A number of its own for each module. */
export function getContainerModuleId() {
  modules += 1;
  return modules;
}
