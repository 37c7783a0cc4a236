import type { EntryContext } from 'react-router'
import { isVolume, type Product } from '../../models/product.ts'
import { assetAddress } from './build-assets.server.ts'

type ManifestRoute = NonNullable<EntryContext['manifest']['routes'][string]>

/** A matched route, with the files that its document needs at first. */
export type FirstFiles = {
  readonly route: ManifestRoute
  readonly modules: readonly string[]
  readonly styles: readonly string[]
  /** Modules that only other URLs of the route need. */
  readonly later: readonly string[]
}

const PRODUCT = 'routes/market/product'

/** The chunk of volume pages (`vite.config.ts`), which is part of every product page. */
const VOLUME = import.meta.env.PROD
  ? { script: assetAddress(/^volume-.*\.js$/), styles: assetAddress(/^volume-.*\.css$/) }
  : { script: '', styles: '' }

/** The route's stylesheets, without the `#` by which the build marks those of several pages. */
const stylesOf = ({ css = [] }: ManifestRoute) => css.map((href) => href.replace('#', ''))

/** A volume needs three fifths of its route's code; the rest, for other products, is fetched after hydration. */
function filesOfProduct(route: ManifestRoute, product: Product | undefined): FirstFiles {
  const { module } = route
  if (!product || !isVolume(product))
    return { route, modules: [VOLUME.script, module], styles: stylesOf(route), later: [] }
  return { route, modules: [VOLUME.script], styles: [VOLUME.styles], later: [module] }
}

/** The matched routes of a document, from the root inwards, with the files that it needs of each. */
export function firstFiles({ manifest, staticHandlerContext }: EntryContext): readonly FirstFiles[] {
  const { matches, loaderData } = staticHandlerContext
  return matches.flatMap(({ route: { id } }) => {
    const route = manifest.routes[id]
    if (!route) return []
    if (id === PRODUCT && import.meta.env.PROD)
      return filesOfProduct(route, (loaderData[id] as { product?: Product } | undefined)?.product)
    const { module, clientActionModule } = route
    return { route, modules: [module, clientActionModule ?? []].flat(), styles: stylesOf(route), later: [] }
  })
}
