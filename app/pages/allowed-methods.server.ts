import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

function toRouteTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: toRouteTree(routes, id) }]
  })
}

/**
 * Creates the function that returns the methods of a path, as `Allow` lists them: every route allows GET, one with an
 * action POST as well. A route whose loader only refuses declares its own: `handle = { methods: 'POST' }`.
 */
export function createAllowedMethods(routes: Routes): (pathname: string) => string {
  const tree = toRouteTree(routes)
  return (pathname) => {
    const id = matchRoutes(tree, pathname.replace(/\.data$/, ''))?.at(-1)?.route.id
    const module = id === undefined ? undefined : routes[id]?.module
    const { methods } = Object(module?.handle)
    if (typeof methods === 'string') return methods
    return module?.action ? 'GET, HEAD, POST' : 'GET, HEAD'
  }
}
