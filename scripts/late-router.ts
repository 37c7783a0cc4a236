import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseAst } from 'vite'

/**
 * Parts of `react-router` that show no page but lead to others. Half of the framework is for these alone; a page is taken
 * over without it (`app/runtime/initial-router.ts`).
 */
const LATE = [
  'createRouter',
  'createClientRoutes',
  'getTurboStreamSingleFetchDataStrategy',
  'hydrationRouteProperties',
  'mapRouteProperties',
]

/** What a page needs of it before, by the names inside the package; all that the browser's code imports from it elsewhere. */
const EARLY = [
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

/** The half that comes later, and what stands for the package where that is used. */
const HALF = '\0late-router'
const WHOLE = '\0whole-router'

/** What a module declares at its top and gives a value there, by name. */
function declarationsOf(body: readonly ESTree.Node[]): ReadonlyMap<string, readonly ESTree.Node[]> {
  const found = new Map<string, ESTree.Node[]>()
  const add = (name: string, node: ESTree.Node) => found.set(name, [...(found.get(name) ?? []), node])
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
  return found
}

/** Names that a piece of code uses. One of its own that is the same as one at the top counts as that: too much, never too little. */
function namesIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found
  const { type, computed } = node as { type?: string; computed?: boolean }
  if (type === 'Identifier') found.add((node as { name: string }).name)
  const parts = Object.entries(node).filter(
    ([part]) => computed || !((type === 'MemberExpression' && part === 'property') || part === 'key'),
  )
  for (const [, part] of parts) namesIn(part, found)
  return found
}

/** Names that a piece of code gives another value. */
function namesSetIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, left } = node as { type?: string; left?: ESTree.Node }
  const own = type === 'AssignmentExpression' && left?.type === 'Identifier' ? [left.name] : []
  return [...own, ...Object.values(node).flatMap(namesSetIn)]
}

/** The package's one file as two: what is only there for `LATE`, and the rest. */
function split(code: string, id: string): { readonly early: string; readonly late: string } {
  const { body } = parseAst(code)
  const declared = declarationsOf(body)
  const uses = new Map([...declared].map(([name, nodes]) => [name, namesIn(nodes)]))
  function reached(roots: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const next = [...roots]
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (found.has(name) || !declared.has(name)) continue
      found.add(name)
      next.push(...(uses.get(name) ?? []))
    }
    return found
  }
  const missing = [...EARLY, ...LATE].filter((name) => !declared.has(name))
  if (missing.length > 0) throw new Error(`The framework has no ${missing.join()} any more`)
  const all = [...reached(LATE)]
  const needed = reached(EARLY)
  // What sets something of the early half is in it too: nothing that is imported can be set.
  const setters = all.filter((name) => namesSetIn(declared.get(name)).some((set) => needed.has(set)))
  const before = reached([...EARLY, ...setters])
  const late = all.filter((name) => !before.has(name))
  const shared = all.filter((name) => before.has(name))
  const moved = new Set(late.flatMap((name) => declared.get(name) ?? []))
  const used = new Set(late.flatMap((name) => [...(uses.get(name) ?? [])]))
  const imports = body.filter(
    (node) => node.type === 'ImportDeclaration' && node.specifiers.some(({ local }) => used.has(local.name)),
  )
  // Both in their order, since some use others as soon as they are run.
  const sides = Object.groupBy(body, (node) => (moved.has(node) ? 'late' : 'early'))
  const textOf = (nodes: readonly ESTree.Node[] = []) =>
    nodes.map(({ start, end }) => code.slice(start, end)).join('\n')
  const names = (form: (name: string) => string) => shared.map(form).join(', ')
  return {
    // Functions of the package that this shop does not use have these names in them.
    early: `var ${late.join(', ')}
${textOf(sides.early)}
export { ${names((name) => `${name} as late_${name}`)} }`,
    late: `import { ${names((name) => `late_${name} as ${name}`)} } from ${JSON.stringify(id)}
${textOf(imports)}
${textOf(sides.late)}
export { ${late.join(', ')} }`,
  }
}

/** The file of the package that has them, as it is installed. */
function source(): { readonly id: string; readonly code: string } {
  for (const name of readdirSync(FOLDER)) {
    const id = `${FOLDER}${name}`
    const code = name.endsWith('.mjs') ? readFileSync(id, 'utf8') : ''
    if (code.includes('\nfunction createRouter(')) return { id, code }
  }
  throw new Error(`No router in ${FOLDER}`)
}

/**
 * Lets the part of the framework that leads to other pages come after a page has been taken over.
 * @param user the module that uses it, and is imported when it is needed
 */
export function lateRouter(user: RegExp): Plugin {
  const { id: file, code } = source()
  const { early, late } = split(code, file)
  const names = LATE.map((name) => `${name} as UNSAFE_${name}`).join(', ')
  return {
    name: 'wizard-box-late-router',
    apply: 'build',
    // Before the build looks for files of its own.
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id, importer = '') {
      if (id === HALF) return { id, moduleSideEffects: false }
      return id === `${FOLDER}index.mjs` && user.test(importer) ? WHOLE : null
    },
    load(id) {
      if (id === file) return early
      if (id === HALF) return late
      if (id === WHOLE)
        return `export * from 'react-router'\nexport { ${names} } from ${JSON.stringify(HALF)}`
      return null
    },
  }
}
