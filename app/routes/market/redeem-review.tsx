import { data, redirect, replace } from 'react-router'
import { pageMeta } from '#app/components/page/page-meta.ts'
import { GiftCard } from '#app/components/redeem/gift-card.tsx'
import { ReviewForm } from '#app/components/redeem/review-form.tsx'
import { RedeemHead, STEP, StepStopped } from '#app/components/redeem/stepper.tsx'
import { Section } from '#app/components/ui/section.tsx'
import { CONSENT_WORDING } from '#app/content/redeem-words.ts'
import { isDataPath } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import { otherCartEmptied } from '#app/models/market-messages.ts'
import { formatRedeemSelection, parseRedeemSelection } from '#app/models/redeem.ts'
import { WAND_STYLE_REQUIRED } from '#app/models/redeem-messages.ts'
import { reconcileCart } from '#app/services/cart/after-order.server.ts'
import { withCurrentGiftDiscount } from '#app/services/cart/discount.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { claimGift } from '#app/services/redeem/claim.server.ts'
import { loadReview } from '#app/services/redeem/gift-of-step.server.ts'
import { parseConsent, subscribeIfAgreed } from '#app/services/redeem/recipient.server.ts'
import {
  marketContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import {
  keepTyped,
  matchStepToForm,
  readStep,
  saveStep,
  takeTyped,
} from '#app/services/session/redeem-step.server.ts'
import type { Route } from './+types/redeem-review'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

/** The gift to review, with the choice from the query after a refused form. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const head = pageHead(context, '/redeem/review')
  const session = context.get(sessionContext)
  await reconcileCart(context.get(servicesContext), session, context.get(marketContext))
  const step = readStep(session, context.get(requestContext).now)
  // After the order, this page would only say that the words have been used.
  if (step?.isOrdered) throw replace(marketPath(context.get(marketContext), '/redeem/success'))
  const found = await loadReview(context.get(servicesContext), context.get(marketContext), step)
  if (!found.ok)
    return data(
      { head, review: null, gift: null, chosen: null, typed: null, stopped: found.notice },
      { status: found.status === 503 ? 503 : 200 },
    )
  const chosen = url.searchParams.has('upgrade') ? parseRedeemSelection(url.searchParams) : null
  const typed = takeTyped(session, step)
  return { head, review: found.review, gift: step?.giftCodeId, chosen, typed, stopped: null }
}

/** Adds the gift and its upgrade to the cart. Spec: 4 Redeem flow, 5 Redeem */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const market = context.get(marketContext)
  const selection = parseRedeemSelection(form)
  await reconcileCart(services, session, market)
  const storedStep = readStep(session, context.get(requestContext).now)
  const step = matchStepToForm(storedStep, form)
  if (step?.isOrdered) return redirect(marketPath(market, '/redeem/success'), 303)
  const cart = await withCurrentGiftDiscount(services, session.cart(market))
  const reply = await claimGift(services, { market, cart, step, selection })
  if (!reply.ok) {
    // The client router shows the response in place.
    if (isDataPath(new URL(request.url).pathname))
      return data({ notice: reply.notice }, { status: reply.status })
    // Without JavaScript, a redirect shows the refusal, so that going back never sends the form again. The review
    // page itself says which wand style is missing, or that there is no gift, but not that it shows another gift.
    const isShownByPage = reply.notice === WAND_STYLE_REQUIRED || (reply.isStopped && storedStep === step)
    if (!isShownByPage) session.flash(reply.notice)
    if (step && !reply.isStopped) keepTyped(session, step, parseConsent(form, CONSENT_WORDING))
    // Jumps to the missing choice, which is far down the page.
    const hash = reply.notice === WAND_STYLE_REQUIRED ? '#wand-step' : ''
    return redirect(`${marketPath(market, '/redeem/review')}?${formatRedeemSelection(selection)}${hash}`, 303)
  }
  const other = session.otherCartMarket(market)
  if (other) session.flash(otherCartEmptied(market, other))
  session.setCart(reply.cart)
  if (step) saveStep(session, { ...step, done: reply.done })
  const visitor = { ip: context.get(requestContext).ip, market }
  await subscribeIfAgreed(services, visitor, reply.gift, parseConsent(form, CONSENT_WORDING))
  return redirect(marketPath(market, '/redeem/success'), 303)
}

export default function RedeemReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, gift, chosen, typed, stopped } = loaderData
  if (review === null) return <StepStopped step={2} notice={stopped} />
  return (
    <Section data-toasts="top" className={STEP} aria-labelledby="gift-title">
      <RedeemHead step={2} />
      {/* The card shows what is chosen in the form. */}
      <div data-choices className="grid items-start gap-gap lg:grid-cols-2-3">
        <GiftCard review={review} />
        <ReviewForm review={review} gift={gift} chosen={chosen} typed={typed} refused={actionData} />
      </div>
    </Section>
  )
}
