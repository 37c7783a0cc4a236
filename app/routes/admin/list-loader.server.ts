import { data, type RouterContextProvider } from 'react-router'
import type { ListQuery, Page } from '#app/services/backend/list-pages.server.ts'
import { readList } from '#app/services/owner/list-view.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Services } from '#app/services/request/services.server.ts'

/**
 * The loader of a list: without the owner there is none, and while the backend is unreachable it is null.
 * @param read reads a page of it; `filter` is the one that the address names, or null
 */
export async function loadList<T>(
  { url, context }: { readonly url: URL; readonly context: Readonly<RouterContextProvider> },
  read: (backend: Services['backend'], query: ListQuery, filter: string | null) => Promise<Page<T>>,
) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const filter = url.searchParams.get('state')
  const list = await readList(services, url, (query) => read(services.backend, query, filter))
  return data({ list }, { status: list ? 200 : 503 })
}
