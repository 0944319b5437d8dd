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
const SERVICES = '@inversifyjs/container/container/services';

const CLASSES = 'Injection into classes and their decorators: composition binds factories.';
const OTHER_BINDINGS = 'Constants, dynamic values, factories as values and redirections: composition binds none.';
const CONDITIONS = 'Composition binds and reads without names, tags and conditions.';
const ACTIVATIONS = 'Nothing is called when a value was made.';
const DEACTIVATIONS = 'What ends a value stands in its own binding, never in its service.';
const ASYNCHRONOUS = 'Composition reads, loads and ends synchronously.';
const SNAPSHOTS = 'Composition takes no snapshot of a container, so its services are never exchanged.';
const CONDITIONAL = ['AnyAncestor', 'NoAncestor', 'Parent', 'NoParent'].flatMap((of) => ['', 'Is', 'Named', 'Tagged'].map((by) => of + by));

/** The table, by module. */
export const PARTS = {
  // Classes.
  'reflect-metadata/ReflectLite': all('Keeps the metadata of classes. The two counters below are all that else used it.'),
  [`${CORE}/binding/actions/getBindingId`]: replacedBy('Counts in a variable, not in metadata of Object.', 'get-binding-id.js'),
  '@inversifyjs/container/container/actions/getContainerModuleId': replacedBy(
    'Counts in a variable, not in metadata of Object.',
    'get-container-module-id.js',
  ),
  [`${CORE}/metadata/calculations/getClassMetadata`]: all(CLASSES),
  [`${CORE}/metadata/calculations/buildManagedMetadataFromMaybeClassElementMetadata`]: all(CLASSES),
  [`${CORE}/metadata/calculations/buildUnmanagedMetadataFromMaybeClassElementMetadata`]: all(CLASSES),
  [`${CORE}/binding/calculations/buildInstanceBinding`]: all(CLASSES),
  [`${CORE}/planning/models/InstanceBindingNodeImplementation`]: all(CLASSES),
  [`${CORE}/resolution/actions/resolveBindingPreDestroy`]: replacedBy(CLASSES, 'resolve-binding-pre-destroy.js'),
  [`${CORE}/planning/actions/currySubplan`]: without(
    `${CLASSES} ${OTHER_BINDINGS}`,
    'currySubplanInstanceBindingNode()',
    'currySubplanRedirectionBindingNode()',
    'curryHandlePlanServiceNodeBuildFromClassElementMetadata',
    'curryHandlePlanServiceNodeBuildFromRedirectionSubplanParams',
  ),

  // Bindings of other kinds, and how bindings are made.
  [`${CORE}/planning/actions/curryBuildServiceNodeBindings`]: without(
    `${CLASSES} ${OTHER_BINDINGS}`,
    'curryBuildInstancePlanBindingNode()',
    'curryBuildServiceRedirectionPlanBindingNode()',
  ),
  [`${CORE}/planning/models/ConstantValueBindingNode`]: all(OTHER_BINDINGS),
  [`${CORE}/planning/models/DynamicValueBindingNode`]: all(OTHER_BINDINGS),
  [`${CORE}/planning/models/FactoryBindingNodeImplementation`]: all(OTHER_BINDINGS),
  [`${CORE}/resolution/actions/resolveServiceRedirectionBindingNode`]: all(OTHER_BINDINGS),
  '@inversifyjs/container/binding/models/BindingFluentSyntaxImplementation': without(
    `${CLASSES} ${OTHER_BINDINGS} ${CONDITIONS} ${ACTIVATIONS}`,
    ...inClass('BindToFluentSyntaxImplementation', 'to', 'toSelf', 'toConstantValue', 'toDynamicValue', 'toFactory', 'toService'),
    ...inClass('BindInFluentSyntaxImplementation', 'getIdentifier', 'inRequestScope'),
    ...inClass('BindInWhenOnFluentSyntaxImplementation', 'inRequestScope'),
    ...inClass('BindOnFluentSyntaxImplementation', 'getIdentifier', 'onActivation'),
    ...inClass('BindWhenOnFluentSyntaxImplementation', 'onActivation'),
    ...inClass(
      'BindWhenFluentSyntaxImplementation',
      'getIdentifier',
      'when',
      ...['Default', 'Named', 'Tagged', ...CONDITIONAL].map((condition) => `when${condition}`),
    ),
  ),

  // How values are made and ended.
  [`${CORE}/planning/models/ResolvedValueBindingNodeImplementation`]: replacedBy(
    `Makes a value in one way, whatever the number of dependencies, and never from text as the just-in-time compiler does. ${ACTIVATIONS}`,
    'resolved-value-binding-node.js',
  ),
  [`${CORE}/planning/models/PlanSingleBindingServiceNode`]: replacedBy(ACTIVATIONS, 'plan-single-binding-service-node.js'),
  [`${CORE}/binding/services/ActivationsService`]: replacedBy(ACTIVATIONS, 'activations-service.js'),
  [`${CORE}/binding/services/DeactivationsService`]: replacedBy(DEACTIVATIONS, 'deactivations-service.js'),
  [`${CORE}/resolution/actions/resolveBindingServiceDeactivations`]: replacedBy(DEACTIVATIONS, 'resolve-binding-service-deactivations.js'),

  // Plans.
  [`${CORE}/planning/services/PlanResultCacheService`]: replacedBy(
    'Forgets every plan when a binding changes, where the original mends those that it touches.',
    'plan-result-cache-service.js',
  ),
  [`${CORE}/planning/calculations/handleResolveError`]: replacedBy(
    'Looks for circles that a mended plan may hold; circles in a new plan are found while planning.',
    'handle-resolve-error.js',
  ),

  // What a container keeps and does.
  [`${CORE}/common/models/OneToManyMapStar`]: without(
    SNAPSHOTS,
    ...inClass(
      'OneToManyMapStar',
      'clone',
      '_buildNewInstance',
      '_cloneModel',
      '_cloneRelation',
      '#buildModelToCloneModelMap',
      '#buildRelationToRelationModelMap',
      '#getCloneModel',
      '#getCloneRelation',
      '#pushModelEntriesIntoModelMap',
      '#pushRelationEntriesIntoRelationMap',
    ),
  ),
  [`${CORE}/binding/services/BindingService`]: without(
    `${SNAPSHOTS} ${CONDITIONS}`,
    ...inClass('OneToManyBindingMapStar', '_buildNewInstance', '_cloneModel'),
    ...inClass('BindingService', 'clone', 'getBoundServices', 'getById', 'removeById'),
  ),
  [`${SERVICES}/SnapshotManager`]: replacedBy(SNAPSHOTS, 'snapshot-manager.js'),
  [`${SERVICES}/PluginManager`]: replacedBy('Composition registers no plugin.', 'plugin-manager.js'),
  [`${SERVICES}/BindingManager`]: without(
    `${ASYNCHRONOUS} Bindings are known by their symbols, not by identifiers.`,
    ...inClass('BindingManager', 'isCurrentBound', 'rebindAsync', 'unbindAsync', 'unbindAllAsync'),
    ...inClass('BindingManager', '#unbindBindingIdentifier', '#clearAfterUnbindBindingIdentifier', '#throwUnexpectedAsyncUnbindOperation'),
  ),
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
