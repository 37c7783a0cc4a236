/** Products as Shopify's Storefront API returns them, such as a shop has beside ours. All are sold in both markets. */

const CDN = 'https://cdn.shopify.com/s/files/1/0533/2089/files/'
type Size = readonly [width: number, height: number]

type RealProduct = {
  readonly handle: string
  readonly title: string
  readonly html: string
  readonly tags?: readonly string[]
  readonly images?: readonly { readonly file: string; readonly size: Size | null; readonly alt?: string }[]
  /** Titles of the options, and all values of each. Without them: one variant, as Shopify has it. */
  readonly options?: Readonly<Record<string, readonly string[]>>
  readonly price: (index: number) => string
  readonly isSoldOut?: (index: number) => boolean
}

const SIZES = Array.from({ length: 10 }, (_, index) => `${30 + index * 5} cm`)
const COLOURS = ['Ash', 'Bone', 'Coal', 'Dusk', 'Ember', 'Fern', 'Gold', 'Ink', 'Moss', 'Rust']

export const REAL_PRODUCTS: readonly RealProduct[] = [
  {
    handle: 'lambswool-scarf',
    title: 'Lambswool Scarf',
    html:
      '<h2>Warm &amp; <em>quiet</em></h2><p onclick="steal()">Spun in <strong>Yorkshire</strong>, caf&eacute; brown.<br>See ' +
      '<a href="https://wool.example/care">how to wash it</a> or <a href="javascript:alert(1)">this</a>.</p>' +
      '<script>alert("no")</script><ul><li>Lamb’s wool</li><li>180 &times; 30 cm</ul><table><tr><td>Length</td><td>180 cm</td></tr></table>',
    images: [{ file: 'scarf.jpg?v=1690000000', size: [3000, 2000], alt: 'A brown scarf' }],
    price: () => '45.0',
  },
  {
    handle: 'hundred-cloaks',
    title: 'A Cloak in a Hundred Kinds',
    html: '<p>One for everybody.</p>',
    images: [
      { file: 'cloak-tall.png', size: [800, 2400] },
      ...Array.from({ length: 29 }, (_, index) => ({
        file: `cloak-${index}.png`,
        size: [1200, 900] as const,
      })),
    ],
    options: { Size: SIZES, Colour: COLOURS },
    price: (index) => `${80 + index}.5`,
    // Its first ten, which a list knows, are all sold.
    isSoldOut: (index) => index < 10,
  },
  { handle: 'bare-candle', title: 'Candle', html: '', images: [], price: () => '9.0' },
  {
    handle: 'poster-only',
    title: 'Poster',
    html: '<p>Not sold here.</p>',
    tags: ['market: us', 'market: uk'],
    images: [{ file: 'poster.jpg', size: null }],
    price: () => '5.0',
  },
]

function variantsOf(product: RealProduct, currencyCode: string) {
  const at = REAL_PRODUCTS.indexOf(product) + 1
  const options = Object.entries(product.options ?? { Title: ['Default Title'] })
  const combinations = options.reduce<{ name: string; value: string }[][]>(
    (known, [name, values]) => known.flatMap((some) => values.map((value) => [...some, { name, value }])),
    [[]],
  )
  return combinations.map((selectedOptions, index) => ({
    id: `gid://shopify/ProductVariant/${47_000_000_000_000 + at * 1_000 + index}`,
    title: selectedOptions.map(({ value }) => value).join(' / '),
    availableForSale: !product.isSoldOut?.(index),
    price: { amount: product.price(index), currencyCode },
    selectedOptions,
    image: null,
  }))
}

const edges = (nodes: readonly unknown[]) => ({ edges: nodes.map((node) => ({ node })) })

/** The node of a product, with its first pictures and variants. */
export function productNode(
  product: RealProduct,
  country: string,
  first: { images: number; variants: number },
) {
  const variants = variantsOf(product, country === 'US' ? 'USD' : 'GBP')
  const [low] = variants
  return {
    id: `gid://shopify/Product/${7_000_000_000 + REAL_PRODUCTS.indexOf(product)}`,
    title: product.title,
    handle: product.handle,
    description: product.html.replace(/<[^>]*>/g, ' ').trim(),
    descriptionHtml: product.html,
    tags: product.tags ?? ['market: us', 'market: uk', 'warehouse-item'],
    availableForSale: variants.some(({ availableForSale }) => availableForSale),
    priceRange: { minVariantPrice: low?.price, maxVariantPrice: variants.at(-1)?.price },
    options: Object.entries(product.options ?? { Title: ['Default Title'] }).map(([name, values]) => ({
      name,
      optionValues: values.map((value) => ({ name: value })),
    })),
    images: edges(
      (product.images ?? []).slice(0, first.images).map(({ file, size, alt }) => ({
        url: CDN + file,
        altText: alt ?? null,
        width: size?.[0] ?? null,
        height: size?.[1] ?? null,
      })),
    ),
    variants: edges(variants.slice(0, first.variants)),
  }
}
