import { refusal, toAdminProduct } from './admin-nodes.ts'
import { buildProduct, type ProductInput, type VariantInput } from './admin-product-input.ts'
import type { Catalogue, StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { nextId, type Settings } from './settings.ts'

type Options = {
  readonly settings: Settings
  readonly catalogue: Catalogue
  /** Whether a picture's address is one that nothing was uploaded to. */
  readonly isMissing: (url: string) => boolean
  readonly now: () => number
}

/** Products of the Admin API. Changes of what is published take effect in the storefront immediately. */
export function createAdminProducts({ settings, catalogue, isMissing, now }: Options) {
  const building = { catalogue, newId: (type: string) => nextId(settings, type) }
  const time = () => new Date(now()).toISOString()
  const toNode = (product: StoreProduct) => toAdminProduct(product, settings)
  const orNull = (product: StoreProduct | null) => product && toNode(product)

  /** Notes the stock of new variants that is tracked. */
  function countStock({ variants }: StoreProduct, inputs: readonly VariantInput[]): void {
    for (const [place, { id }] of variants.slice(-inputs.length).entries()) {
      const { inventoryItem, inventoryQuantities = [] } = inputs[place] ?? {}
      if (!inventoryItem?.tracked) continue
      const units = (inventoryQuantities ?? []).map(({ quantity }) => quantity)
      settings.stock[id] = units.reduce((sum, count) => sum + count, 0)
    }
  }

  /** Changes the product that an input names, or creates one. @returns an error message when the input is invalid */
  function change(input: ProductInput): StoreProduct | string {
    const before = input.id == null ? null : catalogue.product(input.id)
    if (input.id != null && before === null) return 'Product does not exist'
    if (input.files?.some(({ originalSource }) => isMissing(originalSource ?? '')))
      return 'The file was not uploaded.'
    const built = buildProduct(input, before, time(), building)
    if (typeof built === 'string') return built
    catalogue.save(built)
    countStock(built, input.variants ?? [])
    return built
  }

  return {
    products: (args: ConnectionArgs) => toConnection(catalogue.all(), args, toNode),
    product: ({ id }: { id: string }) => orNull(catalogue.product(id)),
    productByIdentifier({ identifier: { id, handle } }: { identifier: { id?: string; handle?: string } }) {
      return orNull(id ? catalogue.product(id) : catalogue.byHandle(handle ?? ''))
    },
    productSet({ input }: { input: ProductInput }) {
      const changed = change(input)
      if (typeof changed !== 'string') return { product: toNode(changed), userErrors: [] }
      const code = changed.includes('already in use') ? 'HANDLE_NOT_UNIQUE' : 'INVALID_INPUT'
      return { product: null, userErrors: [refusal(changed, code)] }
    },
    productUpdate({ product }: { product?: ProductInput | null }) {
      const changed = product?.id == null ? 'Product does not exist' : change(product)
      return { userErrors: typeof changed === 'string' ? [refusal(changed)] : [] }
    },
    productDelete({ input: { id } }: { input: { id: string } }) {
      if (catalogue.product(id) === null)
        return { deletedProductId: null, userErrors: [refusal('Product does not exist')] }
      catalogue.remove(id)
      return { deletedProductId: id, userErrors: [] }
    },
    publishablePublish({ id, input }: { id: string; input: readonly { publicationId: string }[] }) {
      const ids = input.map(({ publicationId }) => publicationId)
      const known = settings.channels.map((channel) => channel.id)
      if (catalogue.product(id) === null || !ids.every((channel) => known.includes(channel)))
        return { userErrors: [refusal('Product or publication does not exist')] }
      settings.published[id] = [...new Set([...(settings.published[id] ?? []), ...ids])]
      return { userErrors: [] }
    },
  }
}
