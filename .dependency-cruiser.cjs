/**
 * The direction of imports: main, cli → app → rest, graphql, admin → resolvers → store; model is a leaf.
 * Each rule says who may reach a part; what no rule names stays free.
 */
const only = (name, comment, to, from) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'model-is-a-leaf',
      severity: 'error',
      from: { path: '^src/model/' },
      to: { path: '^src/', pathNot: '^src/model/' },
    },
    {
      name: 'resolvers-see-the-port-only',
      comment: 'No resolver can reach an unbound store or an adapter',
      severity: 'error',
      from: { path: '^src/resolvers/' },
      to: { path: '^src/', pathNot: '^src/(resolvers|model)/|^src/store/port|^src/errors' },
    },
    {
      name: 'graphql-knows-no-rest',
      comment: 'REST is made of GraphQL',
      severity: 'error',
      from: { path: '^src/(graphql|resolvers)/' },
      to: { path: '^src/rest/' },
    },
    {
      name: 'rest-sees-no-store',
      severity: 'error',
      from: { path: '^src/rest/' },
      to: { path: '^src/store/', pathNot: '^src/store/port' },
    },
    {
      name: 'store-stands-alone',
      severity: 'error',
      from: { path: '^src/store/' },
      to: { path: '^src/', pathNot: '^src/(store|model)/|^src/config' },
    },
    only(
      'only-store-mongo-knows-the-driver',
      'The driver',
      '^(node_modules/)?(mongodb|bson)',
      '^src/store/mongo/',
    ),
    only('only-store-sqlite-knows-sqlite', 'SQLite', '^(node_modules/)?libsql', '^src/store/sqlite/'),
    only('only-rest-knows-sofa', 'Sofa', '^(node_modules/)?(sofa-api|fets)', '^src/rest/'),
    only(
      'only-the-opener-knows-adapters',
      'Adapters',
      '^src/store/(mongo|sqlite)/',
      '^src/store/(mongo|sqlite)/|^src/store/open',
    ),
    {
      name: 'only-the-context-builder-binds',
      comment:
        'Of GraphQL and REST only the context builder sees a store, an owner and the limits of a token',
      severity: 'error',
      from: { path: '^src/(graphql|rest|resolvers)/', pathNot: '^src/graphql/context-builder' },
      to: { path: '^src/auth/|^src/store/(?!port)' },
    },
    only(
      'only-the-context-builder-knows-viewers',
      'A viewer names an owner',
      '^src/auth/(viewer|restricted-records)',
      '^src/(auth/|app|admin/mount|graphql/context-builder|metrics)',
    ),
    only(
      'only-auth-and-the-panel-know-accounts',
      'Users, tokens and sessions',
      '^src/store/accounts',
      '^src/(store|auth|admin|cli)/',
    ),
    only(
      'only-the-app-makes-bindings',
      'Others may only be handed what it makes',
      '^src/graphql/context-builder',
      '^src/(app|admin/|rest/(handler|export)|graphql/endpoint)',
    ),
    {
      name: 'metrics-see-the-port-only',
      severity: 'error',
      from: { path: '^src/metrics' },
      to: { path: '^src/store/(?!port)' },
    },
    {
      name: 'export-sees-the-port-only',
      comment: 'An export is made of records that somebody else has bound to an owner',
      severity: 'error',
      from: { path: '^src/export/' },
      to: { path: '^src/(auth|graphql|resolvers)/|^src/store/(?!port)' },
    },
    only('only-metrics-know-prometheus', 'Prometheus', '^(node_modules/)?prom-client', '^src/metrics'),
    only('only-entries-open-a-store', 'Opening a store', '^src/store/open', '^src/(main|cli/)'),
    only('only-entries-know-the-app', 'The app', '^src/app', '^src/main'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
