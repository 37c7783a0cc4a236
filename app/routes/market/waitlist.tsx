import type { CSSProperties } from 'react'
import { WaitlistForm } from '#app/components/forms/list-forms.tsx'
import { TextLink } from '#app/components/page/links.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Icon } from '#app/components/ui/icon.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Plate, Section } from '#app/components/ui/section.tsx'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { vol2Path } from '#app/models/product.ts'
import { handleForm } from '#app/services/forms/form-post.server.ts'
import type { Route } from './+types/waitlist'
import { pricesLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export const loader = pricesLoader('/waitlist')

/** Spec: 3 Waitlist record, 5 Waitlist, 8 Catalogue and forms */
export const action = (args: Route.ActionArgs) => handleForm(args, 'waitlist')

export default function Waitlist({ loaderData, actionData }: Route.ComponentProps) {
  const facts = usePageFacts(loaderData.prices)
  const { market, isPreOrder, boxOnlyPrice, classicSetPrice } = facts
  const envelope = isPreOrder ? ', and the Gift Edition Envelope free while it is on pre-order.' : '.'
  const expectations = {
    [`Ships ${facts.giftShipsNow}`]: `Tracked, ${facts.store.shipsWhere}.`,
    [`From ${boxOnlyPrice}`]: `With a wand from ${classicSetPrice}${envelope}`,
    'One note, not twelve': 'We write when there is something to open.',
  }
  return (
    <>
      {/* Also side by side on a phone held sideways, which the picture alone would fill. */}
      <section
        data-theme="dark"
        className="overflow-hidden bg-lamp-midnight lamp-left"
        style={{ '--color-quiet': '#cfd5e6' } as CSSProperties}
        aria-labelledby="waitlist-title"
      >
        <div className="wrap grid grid-cols-1 items-center gap-column pt-gutter pb-band lg:min-h-[min(76vh,46rem)] beside:grid-cols-2">
          <Picture
            name="box-vol2-closed"
            alt={PICTURE_TEXTS['box-vol2-closed']}
            sizes="(max-width: 63.99rem) 30rem, 40rem"
            className="mx-auto aspect-5/4 w-full max-w-120 object-contain beside:aspect-16/17 beside:max-w-none"
            priority
          />
          <div>
            <h1 id="waitlist-title" className="text-title">
              The Vol.&nbsp;II waitlist
            </h1>
            <Lede className="mt-4 text-quiet">
              {`Vol. II: Magical You is a box in the shape of a book, with a star chart on the cover and you in the middle of it. Leave your name and email, and we will tell you when${isPreOrder ? ' it is' : ' the next ones are'} ready to ship.`}
            </Lede>
            <WaitlistForm posted={actionData} />
          </div>
        </div>
      </section>
      <Section aria-label="About the waitlist">
        <Plate className="grid grid-cols-1 items-center justify-items-center gap-part p-panel text-center md:grid-cols-lead md:justify-items-start md:text-left">
          <Picture name="gift-6-wax-seal" sizes="6rem" className="h-auto w-[clamp(3.5rem,9vw,6rem)]" />
          <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 md:w-full md:justify-between">
            <Lede>
              {`The waitlist holds no copy for you and costs nothing. To be sure of yours, ${isPreOrder ? 'pre-order' : 'order'}.`}
            </Lede>
            <TextLink className="print:hidden" to={vol2Path(market)}>
              {`${isPreOrder ? 'Pre-order' : 'Order'} Vol. II, from ${boxOnlyPrice}`} <Icon name="arrow" />
            </TextLink>
          </div>
        </Plate>
        <div className="mt-band grid gap-gutter md:grid-cols-3">
          {Object.entries(expectations).map(([title, text]) => (
            <div className="line-t border-gilt pt-4" key={title}>
              <h2 className="text-h4">{title}</h2>
              <p className="mt-2 text-quiet">{text}</p>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}
