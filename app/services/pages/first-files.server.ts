import type { EntryContext } from 'react-router'
import { isVolume, type Product } from '../../models/product.ts'
import { assetAddress } from './build-assets.server.ts'

type ManifestRoute = NonNullable<EntryContext['manifest']['routes'][string]>

/** A route of a document, with the files that it is shown with; `later` is what its other addresses need. */
export type FirstFiles = {
  readonly route: ManifestRoute
  readonly modules: readonly string[]
  readonly styles: readonly string[]
  readonly later: readonly string[]
}

const PRODUCT = 'routes/market/product'

/** The page of a volume by itself (`scripts/vite/volume-chunk.ts`), which every product's page has in it. */
const VOLUME = import.meta.env.PROD
  ? { script: assetAddress(/^volume-.*\.js$/), styles: assetAddress(/^volume-.*\.css$/) }
  : { script: '', styles: '' }

/** Stylesheets without the build's mark for those that several pages have, which is no other address. */
const stylesOf = ({ css = [] }: ManifestRoute) => css.map((href) => href.replace('#', ''))

/** A volume needs three fifths of its route's files; what other products need follows once its page has been taken over. */
function filesOfProduct(route: ManifestRoute, product: Product | undefined): FirstFiles {
  const { module } = route
  if (!product || !isVolume(product))
    return { route, modules: [VOLUME.script, module], styles: stylesOf(route), later: [] }
  return { route, modules: [VOLUME.script], styles: [VOLUME.styles], later: [module] }
}

/** The matched routes of a document, each within the one before, with the files that this document needs of them. */
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
