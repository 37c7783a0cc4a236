import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { WaitlistForm } from '../../components/forms/waitlist-form.tsx'
import { pageMeta } from '../../components/layout/page-head.ts'
import { TextLink } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { marketContext, requestContext, servicesContext, sessionContext } from '../../context.ts'
import { type LivePrices, livePrices } from '../../models/live-prices.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import type { Services } from '../../services/compose.server.ts'
import { answerForm } from '../../services/forms/form-outcome.server.ts'
import { readPost } from '../../services/forms/form-post.server.ts'
import { handleWaitlistForm, WAITLIST_FORM } from '../../services/forms/list-forms.server.ts'
import type { Route } from './+types/waitlist'

export const meta = (args: Route.MetaArgs) => pageMeta(args, '/waitlist')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Live prices; while the store is unavailable, the page shows the announced ones. */
async function vol2Prices({ storefront }: Services, market: Market): Promise<LivePrices> {
  const vol2 = await storefront.getProduct(market, HANDLES.vol2[market]).catch(() => null)
  return livePrices(vol2 ? [vol2] : [], market)
}

export async function loader({ context }: Route.LoaderArgs) {
  return { prices: await vol2Prices(context.get(servicesContext), context.get(marketContext)) }
}

/** Spec: 3 Waitlist record, 5 Waitlist, 8 Waitlist */
export async function action({ request, context }: Route.ActionArgs) {
  const market = context.get(marketContext)
  const post = await readPost(request, WAITLIST_FORM)
  const visitor = { ip: context.get(requestContext).ip, market }
  const outcome = await handleWaitlistForm(context.get(servicesContext), visitor, post)
  return answerForm(context.get(sessionContext), post, outcome, marketPath(market, '/waitlist'))
}

/** Explains what the waitlist is, and is not. */
function AboutWaitlist({ prices }: { prices: LivePrices }) {
  const facts = usePageFacts(prices)
  const { market, isPreOrder } = facts
  const where = market === 'us' ? 'within the United States' : 'to the UK and EU'
  return (
    <section className="st" aria-label="About the waitlist">
      <div className="wrap">
        <div className="plate done">
          <img
            className="seal"
            src="/art/gift-6-wax-seal.svg"
            alt=""
            width="160"
            height="160"
            loading="lazy"
          />
          <div>
            <p className="lede">
              The waitlist holds no copy for you and costs nothing. To be sure of yours,{' '}
              {isPreOrder ? 'pre-order' : 'order'}.
            </p>
            <TextLink to={productPath(market, HANDLES.vol2[market])}>
              {isPreOrder ? 'Pre-order' : 'Order'} Vol. II, from {facts.boxOnlyPrice} <Icon name="arrow" />
            </TextLink>
          </div>
        </div>
        <div className="exp">
          <div>
            <h2>Ships {facts.vol2ShipsNow}</h2>
            <p className="muted">Tracked, {where}.</p>
          </div>
          <div>
            <h2>From {facts.boxOnlyPrice}</h2>
            <p className="muted">
              With a wand from {facts.classicSetPrice}
              {isPreOrder ? ', and the Gift Edition Envelope free while it is on pre-order.' : '.'}
            </p>
          </div>
          <div>
            <h2>One note, not twelve</h2>
            <p className="muted">We write when there is something to open.</p>
          </div>
        </div>
      </div>
    </section>
  )
}

export default function Waitlist({ loaderData, actionData }: Route.ComponentProps) {
  const { isPreOrder } = usePageFacts(loaderData.prices)
  return (
    <div className="page-waitlist">
      <section className="wt dark" aria-labelledby="waitlist-title">
        <div className="wrap">
          <div className="pic">
            <Picture name="box-vol2-closed" sizes="(max-width: 63.99rem) 30rem, 40rem" priority />
          </div>
          <div>
            <h1 id="waitlist-title">
              The <span className="whitespace-nowrap">Vol. II</span> waitlist
            </h1>
            <p className="lede">
              Vol. II: Magical You is a box in the shape of a book, with a star chart on the cover and you in
              the middle of it. Leave your name and email, and we will tell you when
              {isPreOrder ? ' it is' : ' the next ones are'} ready to ship.
            </p>
            <WaitlistForm posted={actionData} />
          </div>
        </div>
      </section>
      <AboutWaitlist prices={loaderData.prices} />
    </div>
  )
}
