import { stringifyServiceIdentifier } from '@inversifyjs/common';
import { InversifyCoreError } from '../../error/models/InversifyCoreError.js';
import { InversifyCoreErrorKind } from '../../error/models/InversifyCoreErrorKind.js';
import { PlanMultipleBindingServiceNodeImplementation } from '../models/PlanMultipleBindingServiceNodeImplementation.js';
import { PlanSingleBindingServiceNodeImplementation } from '../models/PlanSingleBindingServiceNode.js';
import { ResolvedValueBindingNodeImplementation } from '../models/ResolvedValueBindingNodeImplementation.js';

const fail = (text) => {
  throw new InversifyCoreError(InversifyCoreErrorKind.planning, text);
};

const stringifyBinding = ({ scope, serviceIdentifier, type }) =>
  `[ type: "${type}", serviceIdentifier: "${stringifyServiceIdentifier(serviceIdentifier)}", scope: "${scope}" ]`;

/** One value comes from one binding, or from none where it may be missing. */
const checkAmount = (bindings, { optional, serviceIdentifier }, parent) => {
  if (bindings.length === 1 || (bindings.length === 0 && optional)) return;
  const name = stringifyServiceIdentifier(serviceIdentifier);
  const where = `Trying to resolve bindings for "${parent === undefined ? `${name} (Root service)` : stringifyServiceIdentifier(parent)}".`;
  if (bindings.length === 0) fail(`No bindings found for service: "${name}".\n\n${where}`);
  fail(
    `Ambiguous bindings found for service: "${name}".\n\nRegistered bindings:\n\n${bindings.map(stringifyBinding).join('\n')}\n\n${where}`,
  );
};

/** Where the value of a service comes from, or all of its values, with all that their factories need. What was planned before serves again. */
const planService = (operations, options, branch) => {
  const known = operations.getPlan(options);
  if (known !== undefined) return known;
  const { isMultiple, serviceIdentifier } = options;
  const trace = [...branch, serviceIdentifier];
  if (branch.includes(serviceIdentifier)) fail(`Circular dependency found: ${trace.map(stringifyServiceIdentifier).join(' -> ')}`);
  const bindings = operations.getBindings(serviceIdentifier) ?? [];
  if (!isMultiple) checkAmount(bindings, options, branch.at(-1));
  const nodes = bindings.map(
    (binding) =>
      new ResolvedValueBindingNodeImplementation(
        binding,
        binding.metadata.arguments.map((need) => planService(operations, need, trace)),
      ),
  );
  const node = isMultiple
    ? new PlanMultipleBindingServiceNodeImplementation(nodes)
    : new PlanSingleBindingServiceNodeImplementation(nodes[0]);
  operations.setPlan(options, node);
  return node;
};

/** The plan of a service that is asked for. */
export function plan({ operations, rootConstraints }) {
  return planService(operations, rootConstraints, []);
}
