import { Converter, ReflectionKind } from 'typedoc';

/**
 * Names destructured parameters. TypeDoc calls them `__namedParameters`.
 * @param {import('typedoc').Application} app
 */
const nameDestructuredParameters = (app) =>
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name === '__namedParameters') parameter.name = /^[A-Z]/.test(parameter.parent?.name ?? '') ? 'props' : 'options';
  });

/**
 * `npm run docs:reference` writes docs/reference: one page per entry point of the package, from TSDoc.
 * @type {Partial<import('typedoc').TypeDocOptions> & Partial<import('typedoc-plugin-markdown').PluginOptions>}
 */
export default {
  plugin: ['typedoc-plugin-markdown', nameDestructuredParameters],
  name: 'Latchkey API reference',
  entryPoints: [
    'index',
    'react',
    'dom',
    'eip155',
    'solana',
    'bip122',
    'polkadot',
    'walletconnect',
    'node',
    'server',
    'frame',
    'testing',
  ].map((entry) => `composition/entry/${entry}.ts`),
  tsconfig: 'tsconfig.reference.json',
  // `npm run typecheck` reports them.
  skipErrorChecking: true,
  out: 'docs/reference',
  readme: 'none',
  router: 'module',
  entryFileName: 'README',
  pageTitleTemplates: {
    index: () => 'API reference',
    module: ({ name }) => (name === 'latchkey' ? name : `latchkey/${name}`),
  },
  hidePageHeader: true,
  hideBreadcrumbs: true,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  sort: ['alphabetical'],
  groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases'],
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  tableColumnSettings: { hideModifiers: true, hideSources: true, hideInherited: true, hideOverrides: true },
  validation: { notExported: false, invalidPath: false },
};
