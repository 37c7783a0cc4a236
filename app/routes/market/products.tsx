import { NoMatchingProducts, NoProducts, StoreUnavailable } from '#app/components/catalogue/cards.tsx'
import { ComingSoon, ListHead, MerchSection, ProductGrid } from '#app/components/catalogue/product-grid.tsx'
import { LateWaitlistForm } from '#app/components/forms/late-forms.tsx'
import { ButtonLink, TextLink } from '#app/components/page/links.tsx'
import { TrustStrip } from '#app/components/page/trust-strip.tsx'
import { memoPage, usePageFacts } from '#app/components/page/use-shop.ts'
import { Icon } from '#app/components/ui/icon.tsx'
import { Note } from '#app/components/ui/note.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Section } from '#app/components/ui/section.tsx'
import { itemsText } from '#app/models/messages.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { type ProductFilter, parseProductFilter, parseShown, SHOWN_AT_ONCE } from '#app/models/product.ts'
import { toProductCard } from '#app/models/product-card.ts'
import { matchesFilter } from '#app/models/product-kind.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { ifReachable } from '#app/services/upstream/upstream-error.server.ts'
import type { Route } from './+types/products'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { market, services } = shopOf(context)
  const { storefront } = services
  const filter = parseProductFilter(url.searchParams.get('filter'))
  const shown = parseShown(url.searchParams.get('show'))
  const products = await ifReachable(storefront.getProducts(market))
  const found = products?.filter((product) => matchesFilter(product, filter)) ?? []
  return {
    head: await pageHead(context, '/products', filter === 'wizard-box' ? 'boxes' : '/products'),
    filter,
    isDown: products === null,
    isStale: await storefront.isListFailing(market),
    found: found.length,
    cards: found.slice(0, shown).map((product) => toProductCard(product, market)),
  }
}

function Products({ loaderData }: Route.ComponentProps) {
  const { filter, cards, found, isDown, isStale } = loaderData
  // Merch has a shelf of its own, unless the page is filtered.
  const main = filter === null ? cards.filter((card) => !card.isMerch) : cards
  const more = new URLSearchParams({ ...(filter && { filter }), show: String(cards.length + SHOWN_AT_ONCE) })
  return (
    <>
      <section className="pt-band">
        <div className="wrap">
          <ListHead filter={filter} />
          {/* Announces what a filter found. */}
          <p role="status" className="mt-4 text-sm text-quiet">
            {isDown ? '' : itemsText(found)}
          </p>
          {isStale && !isDown ? (
            <Note icon="alert" className="mt-4">
              The shelves are as we last saw them. Prices are checked again before you pay.
            </Note>
          ) : null}
        </div>
      </section>
      <section className="pt-6 pb-section" aria-labelledby="shop-title">
        <div className="wrap">
          {isDown ? <StoreUnavailable place="products" /> : null}
          {!isDown && main.length === 0 ? <Empty filter={filter} /> : null}
          <ProductGrid cards={main} level={2} isFirst />
        </div>
      </section>
      {filter === null && !isDown ? <MerchSection cards={cards.filter((card) => card.isMerch)} /> : null}
      {/* The same list with more of it. Spec: 9 Catalogue */}
      {cards.length < found ? (
        <p className="wrap pb-section text-center">
          <ButtonLink variant="ghost" to={`/products?${more}`} preventScrollReset>
            Show more
          </ButtonLink>
        </p>
      ) : null}
      <p className="wrap pb-section text-center">
        <TextLink to="/gift">
          Is it a gift? See how giving works <Icon name="arrow" />
        </TextLink>
      </p>
      <WaitlistBlock />
      <TrustStrip page="products" />
    </>
  )
}
export default memoPage(Products)

function Empty({ filter }: { filter: ProductFilter | null }) {
  if (filter === null) return <NoProducts level={2} />
  return filter === 'merch' ? <ComingSoon level={2} /> : <NoMatchingProducts />
}

/** The Vol. II waitlist form on the shop page. Spec: 2 Collection */
function WaitlistBlock() {
  const { isPreOrder } = usePageFacts()
  const [verb, awaited] = isPreOrder ? ['pre-order', ''] : ['order', 'the next copies of ']
  return (
    <Section data-theme="dark" className="bg-lamp-midnight lamp-left" aria-labelledby="waitlist-title">
      <div className="grid items-center gap-column md:grid-cols-6-5">
        <Picture
          name="box-vol2-open"
          alt={PICTURE_TEXTS['box-vol2-open']}
          sizes="(max-width: 48rem) 92vw, 42rem"
          className="aspect-7/5 w-full object-contain"
        />
        <div>
          <h2 id="waitlist-title">Join the Vol.&nbsp;II waitlist</h2>
          <Lede className="mt-4 text-mist">
            {`Not ready to ${verb}? Leave your name and email, and we will tell you when ${awaited}Vol.\u00a0II: Magical You ${isPreOrder ? 'is' : 'are'} ready to ship.`}
          </Lede>
          <LateWaitlistForm />
        </div>
      </div>
    </Section>
  )
}
