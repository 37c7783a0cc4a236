/**
 * Splits React Router's client bundle in two: what hydration needs, and what only client-side navigation needs.
 *
 * Package: the file of `react-router/dist/production` that declares `createRouter`. It is parsed, and each top-level
 * declaration goes to one of two modules, depending on whether `EARLY_EXPORTS` or only `LATE_EXPORTS` reach it.
 * Why: half of that file is for navigation alone, and a page is hydrated without it
 * (`app/runtime/initial-router.ts`).
 * Decision: docs/decisions/018-client-router-after-hydration.md
 * Remove when: React Router can be imported in parts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseAst } from 'vite'

/** Local names inside the package of what only client-side navigation needs. */
const LATE_EXPORTS = [
  'createRouter',
  'createClientRoutes',
  'getTurboStreamSingleFetchDataStrategy',
  'hydrationRouteProperties',
  'mapRouteProperties',
]

/**
 * Local names inside the package of everything else that client code imports. A new import from `react-router` has
 * to be added here: what it uses may otherwise be in the late module, where it is undefined until that has loaded.
 */
const EARLY_EXPORTS = [
  'DataRouterStateContext',
  'Form',
  'FrameworkContext',
  'IDLE_FETCHER',
  'IDLE_NAVIGATION',
  'Meta',
  'Outlet',
  'RouterProvider',
  'createBrowserHistory',
  'createPath',
  'data',
  'decodeViaTurboStream',
  'isRouteErrorResponse',
  'matchRoutes',
  'redirect',
  'useFetcher',
  'useLoaderData',
  'useLocation',
  'useNavigate',
  'useNavigation',
  'useParams',
  'useRouteError',
  'useRouteLoaderData',
  'useScrollRestoration',
  'useSearchParams',
]

const FOLDER = fileURLToPath(new URL('dist/production/', import.meta.resolve('react-router/package.json')))

/** Virtual module with the late declarations. */
const LATE_MODULE = '\0react-router-late'
/** Virtual module that replaces the package for the importer of the late exports: early and late ones together. */
const WHOLE_PACKAGE = '\0react-router-whole'

type Declarations = ReadonlyMap<string, readonly ESTree.Node[]>

/** The statements that declare or assign each top-level name of a module. */
function collectDeclarations(body: readonly ESTree.Node[]): Declarations {
  const declarations = new Map<string, ESTree.Node[]>()
  const add = (name: string, node: ESTree.Node) =>
    declarations.set(name, [...(declarations.get(name) ?? []), node])
  for (const node of body) {
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      if (node.id) add(node.id.name, node)
    } else if (node.type === 'VariableDeclaration') {
      for (const { id } of node.declarations) if (id.type === 'Identifier') add(id.name, node)
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left } = node.expression
      if (left.type === 'Identifier') add(left.name, node)
    }
  }
  return declarations
}

/**
 * The identifiers in a subtree. Scopes are ignored: a local variable that has the name of a top-level declaration
 * counts as a reference to it, so the result may have too many names, never too few.
 */
function collectReferences(node: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return names
  const { type, computed } = node as { type?: string; computed?: boolean }
  if (type === 'Identifier') names.add((node as { name: string }).name)
  const isName = (key: string) => (type === 'MemberExpression' && key === 'property') || key === 'key'
  for (const [key, child] of Object.entries(node))
    if (computed || !isName(key)) collectReferences(child, names)
  return names
}

/** The names of the variables that a subtree assigns to. */
function collectAssignedNames(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, left } = node as { type?: string; left?: ESTree.Node }
  const own = type === 'AssignmentExpression' && left?.type === 'Identifier' ? [left.name] : []
  return [...own, ...Object.values(node).flatMap(collectAssignedNames)]
}

/** The top-level names that some of them depend on, themselves included. */
function createReachability(declarations: Declarations) {
  const references = new Map([...declarations].map(([name, nodes]) => [name, collectReferences(nodes)]))
  return (roots: readonly string[]): ReadonlySet<string> => {
    const reached = new Set<string>()
    const pending = [...roots]
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (reached.has(name) || !declarations.has(name)) continue
      reached.add(name)
      pending.push(...(references.get(name) ?? []))
    }
    return reached
  }
}

/**
 * Splits the source of a module.
 * @param id the module's id, from which the late half imports what both need
 * @throws when the package does not declare one of the names above
 */
function split(code: string, id: string): { readonly early: string; readonly late: string } {
  const { body } = parseAst(code)
  const declarations = collectDeclarations(body)
  const missing = [...EARLY_EXPORTS, ...LATE_EXPORTS].filter((name) => !declarations.has(name))
  if (missing.length > 0) throw new Error(`React Router no longer declares ${missing.join()}`)

  const reach = createReachability(declarations)
  const neededLate = [...reach(LATE_EXPORTS)]
  const neededEarly = reach(EARLY_EXPORTS)
  // Imported bindings are read-only, so whatever assigns to an early variable has to be in the early half.
  const setters = neededLate.filter((name) =>
    collectAssignedNames(declarations.get(name)).some((assigned) => neededEarly.has(assigned)),
  )
  const early = reach([...EARLY_EXPORTS, ...setters])
  const late = neededLate.filter((name) => !early.has(name))
  const shared = neededLate.filter((name) => early.has(name))

  const lateNodes = late.flatMap((name) => declarations.get(name) ?? [])
  const usedLate = collectReferences(lateNodes)
  const imports = body.filter(
    (node) =>
      node.type === 'ImportDeclaration' && node.specifiers.some(({ local }) => usedLate.has(local.name)),
  )
  // Both halves keep the order of the source, as some declarations use earlier ones while the module is evaluated.
  const isLate = new Set(lateNodes)
  const halves = Object.groupBy(body, (node) => (isLate.has(node) ? 'late' : 'early'))
  const textOf = (nodes: readonly ESTree.Node[] = []) =>
    nodes.map(({ start, end }) => code.slice(start, end)).join('\n')
  const sharedAs = (format: (name: string) => string) => shared.map(format).join(', ')
  return {
    // Unused functions of the package still refer to the late names, so the early half declares them.
    early: `var ${late.join(', ')}
${textOf(halves.early)}
export { ${sharedAs((name) => `${name} as late_${name}`)} }`,
    late: `import { ${sharedAs((name) => `late_${name} as ${name}`)} } from ${JSON.stringify(id)}
${textOf(imports)}
${textOf(halves.late)}
export { ${late.join(', ')} }`,
  }
}

/** Finds the package's file that declares `createRouter`: its name contains a hash. */
function readSource(): { readonly id: string; readonly code: string } {
  for (const name of readdirSync(FOLDER)) {
    const id = `${FOLDER}${name}`
    const code = name.endsWith('.mjs') ? readFileSync(id, 'utf8') : ''
    if (code.includes('\nfunction createRouter(')) return { id, code }
  }
  throw new Error(`No file in ${FOLDER} declares createRouter`)
}

/** @param importer the only module that imports the late exports; it is loaded after hydration */
export function splitReactRouter({ importer }: { readonly importer: RegExp }): Plugin {
  const { id: file, code } = readSource()
  const { early, late } = split(code, file)
  const lateExports = LATE_EXPORTS.map((name) => `${name} as UNSAFE_${name}`).join(', ')
  return {
    name: 'wizard-box-split-react-router',
    apply: 'build',
    // Before Vite resolves the ids to files.
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, from = '') {
      if (id === LATE_MODULE) return { id, moduleSideEffects: false }
      return id === `${FOLDER}index.mjs` && importer.test(from) ? WHOLE_PACKAGE : null
    },
    load(id) {
      if (id === file) return early
      if (id === LATE_MODULE) return late
      if (id === WHOLE_PACKAGE)
        return `export * from 'react-router'\nexport { ${lateExports} } from ${JSON.stringify(LATE_MODULE)}`
      return null
    },
  }
}
