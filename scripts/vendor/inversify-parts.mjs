/**
 * What Latchkey's file of Inversify leaves out. Composition binds factories (`toResolvedValue`) to symbols, in containers that have no
 * parent and are `jitless`, and reads and ends them synchronously; `composition/container.ts` says which methods it calls. All that is
 * left out serves something else. tests/contract/container.contract.test.ts runs what composition does on Inversify itself and on the
 * file.
 */

/** The versions that the table was read against. The file is not made from others. */
export const VERSIONS = {
  inversify: '8.2.3',
  '@inversifyjs/common': '2.0.1',
  '@inversifyjs/container': '3.1.3',
  '@inversifyjs/core': '15.0.1',
};

/** All of a module: each of its exports throws when it is called. */
const all = (why) => ({ why });
/**
 * Functions (`name`) and methods (`Class.method`) of a module: each throws when it is called. With `()` after its name, a function that
 * is called while the module loads gives one that throws.
 */
const without = (why, ...names) => ({ why, without: names });
/** A module of our own, in `scripts/vendor/inversify/`. */
const replacedBy = (why, file) => ({ why, replacedBy: file });

const inClass = (name, ...members) => members.map((member) => `${name}.${member}`);

const CORE = '@inversifyjs/core';
const CONTAINER = '@inversifyjs/container';
const SERVICES = `${CONTAINER}/container/services`;

const CLASSES = 'Injection into classes and their decorators: composition binds factories.';
const CONDITIONS = 'Composition binds and reads without names, tags and conditions.';
const ACTIVATIONS = 'Nothing is called when a value was made.';
const DEACTIVATIONS = 'What ends a value stands in its own binding, never in its service.';
const ASYNCHRONOUS = 'Composition reads, loads and ends synchronously.';
const SNAPSHOTS = 'Composition takes no snapshot of a container, so its services are never exchanged.';
const ONE_CONTAINER = 'A container has no parent, and binds nothing by itself.';

/** The table, by module. */
export const PARTS = {
  // Classes.
  'reflect-metadata/ReflectLite': all('Keeps the metadata of classes. The two counters below are all that else used it.'),
  [`${CORE}/binding/actions/getBindingId`]: replacedBy('Counts in a variable, not in metadata of Object.', 'get-binding-id.js'),
  [`${CONTAINER}/container/actions/getContainerModuleId`]: replacedBy(
    'Counts in a variable, not in metadata of Object.',
    'get-container-module-id.js',
  ),
  [`${CORE}/decorator/models/DecoratorInfoKind`]: all(CLASSES),
  [`${CORE}/metadata/calculations/buildManagedMetadataFromMaybeClassElementMetadata`]: all(CLASSES),
  [`${CORE}/metadata/calculations/buildUnmanagedMetadataFromMaybeClassElementMetadata`]: all(CLASSES),
  [`${CORE}/metadata/models/ClassElementMetadataKind`]: all(CLASSES),
  [`${CORE}/metadata/models/MaybeClassElementMetadataKind`]: all(CLASSES),
  '@inversifyjs/common/services/models/LazyServiceIdentifier': all('Tokens are symbols, known when a module binds.'),

  // Bindings.
  [`${CONTAINER}/binding/models/BindingFluentSyntaxImplementation`]: replacedBy(
    `Binds factories and nothing else: no classes, constants, dynamic values and redirections. ${CONDITIONS} ${ACTIVATIONS}`,
    'bind-to-fluent-syntax.js',
  ),
  [`${CORE}/metadata/models/ResolvedValueElementMetadataKind`]: all('Our fluent syntax keeps what a factory needs as a plan asks for it.'),
  [`${CORE}/binding/services/BindingService`]: replacedBy(`${ONE_CONTAINER} ${SNAPSHOTS}`, 'binding-service.js'),
  [`${CORE}/binding/services/ActivationsService`]: replacedBy(ACTIVATIONS, 'activations-service.js'),
  [`${CORE}/binding/services/DeactivationsService`]: replacedBy(DEACTIVATIONS, 'deactivations-service.js'),

  // Plans.
  [`${CORE}/error/models/InversifyCoreErrorKind`]: replacedBy(
    'Only plans fail in what is left of the core.',
    'inversify-core-error-kind.js',
  ),
  [`${CORE}/planning/actions/plan`]: replacedBy(
    `Plans factories and nothing else, and finds a circle by its services instead of the depth of the plan. ${CONDITIONS} ${ONE_CONTAINER}`,
    'plan.js',
  ),
  [`${CORE}/planning/models/PlanSingleBindingServiceNode`]: replacedBy(ACTIVATIONS, 'plan-single-binding-service-node.js'),
  [`${CORE}/planning/models/PlanMultipleBindingServiceNodeImplementation`]: replacedBy(
    `${ACTIVATIONS} ${ASYNCHRONOUS}`,
    'plan-multiple-binding-service-node.js',
  ),
  [`${CORE}/planning/models/ResolvedValueBindingNodeImplementation`]: replacedBy(
    `Makes a value in one way, whatever the number of dependencies, and never from text as the just-in-time compiler does. ${ACTIVATIONS} ${ASYNCHRONOUS}`,
    'resolved-value-binding-node.js',
  ),
  [`${CORE}/planning/models/LazyPlanServiceNode`]: all('No plan is mended.'),
  [`${CORE}/planning/models/CacheBindingInvalidationKind`]: all('No plan is mended, whatever happened to a binding.'),
  [`${CORE}/planning/services/PlanResultCacheService`]: replacedBy(
    'Forgets every plan when a binding changes, where the original mends those that it touches.',
    'plan-result-cache-service.js',
  ),

  // How values are read and ended.
  [`${CORE}/resolution/actions/resolveBindingsDeactivations`]: replacedBy(
    `${CLASSES} ${DEACTIVATIONS} ${ASYNCHRONOUS}`,
    'resolve-bindings-deactivations.js',
  ),
  [`${SERVICES}/ServiceResolutionManager`]: replacedBy(`${ASYNCHRONOUS} ${CONDITIONS}`, 'service-resolution-manager.js'),

  // What a container keeps and does.
  [`${SERVICES}/BindingManager`]: replacedBy(`${ASYNCHRONOUS} ${CONDITIONS}`, 'binding-manager.js'),
  [`${SERVICES}/ContainerModuleManager`]: replacedBy(`${ASYNCHRONOUS} ${DEACTIVATIONS}`, 'container-module-manager.js'),
  [`${SERVICES}/DeactivationParamsManager`]: replacedBy(SNAPSHOTS, 'deactivation-params-manager.js'),
  [`${SERVICES}/PlanParamsOperationsManager`]: replacedBy(`${SNAPSHOTS} ${ONE_CONTAINER}`, 'plan-params-operations-manager.js'),
  [`${SERVICES}/PlanResultCacheManager`]: replacedBy('No plan is mended.', 'plan-result-cache-manager.js'),
  [`${SERVICES}/ServiceReferenceManager`]: replacedBy(SNAPSHOTS, 'service-reference-manager.js'),
  [`${SERVICES}/SnapshotManager`]: replacedBy(SNAPSHOTS, 'snapshot-manager.js'),
  [`${SERVICES}/PluginManager`]: replacedBy('Composition registers no plugin.', 'plugin-manager.js'),
  [`${SERVICES}/Container`]: without(
    `${ASYNCHRONOUS} ${SNAPSHOTS} Composition binds in modules only.`,
    ...inClass(
      'Container',
      'bind',
      'rebind',
      'unbind',
      'isCurrentBound',
      'onActivation',
      'onDeactivation',
      'register',
      'snapshot',
      'restore',
    ),
    ...inClass('Container', 'getAsync', 'getAllAsync', 'loadAsync', 'unloadAsync', 'rebindAsync', 'unbindAsync', 'unbindAllAsync'),
  ),
};
