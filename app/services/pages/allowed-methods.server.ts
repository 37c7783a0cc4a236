import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

function treeOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: treeOf(routes, id) }]
  })
}

/**
 * Tells which methods an address answers, as `Allow` lists them: what has a page or a loader can be read, what has an
 * action can be posted to. A route whose loader only refuses says so itself: `handle = { methods: 'POST' }`.
 */
export function createMethodsOf(routes: Routes): (pathname: string) => string {
  const tree = treeOf(routes)
  return (pathname) => {
    const id = matchRoutes(tree, pathname.replace(/\.data$/, ''))?.at(-1)?.route.id
    const module = id === undefined ? undefined : routes[id]?.module
    const { methods } = Object(module?.handle)
    if (typeof methods === 'string') return methods
    return module?.action ? 'GET, HEAD, POST' : 'GET, HEAD'
  }
}
