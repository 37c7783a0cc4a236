import { data, redirect } from 'react-router'
import { failureNotice } from '../../components/forms/form-reply.ts'
import { pageMeta } from '../../components/layout/page-meta.ts'
import { GiftCard } from '../../components/redeem/gift-card.tsx'
import { CONSENT_WORDING } from '../../components/redeem/redeem-words.ts'
import { ReviewForm } from '../../components/redeem/review-form.tsx'
import { StepStopped } from '../../components/redeem/step-stopped.tsx'
import { RedeemHead } from '../../components/redeem/stepper.tsx'
import { marketContext, requestContext, servicesContext, sessionContext } from '../../context.ts'
import { marketPath } from '../../models/market.ts'
import { otherCartEmptied } from '../../models/messages.ts'
import { formatRedeemSelection, parseRedeemSelection } from '../../models/redeem.ts'
import { REDEMPTION_FAILED, WAND_STYLE_REQUIRED } from '../../models/redeem-messages.ts'
import { reconcileCart } from '../../services/cart/visitor-cart.server.ts'
import { claimGift } from '../../services/redeem/claim.server.ts'
import { parseConsent, subscribeIfAgreed } from '../../services/redeem/recipient.server.ts'
import { matchStepToForm, readStep, saveStep } from '../../services/redeem/redeem-step.server.ts'
import { loadReview } from '../../services/redeem/review.server.ts'
import '../../styles/pages/redeem.css'
import type { Route } from './+types/redeem-review'

/** Whether the form was sent by the enhanced page, which shows the answer where it stands. */
function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'redeem-review', '/redeem/review')

/** The gift to review, with the choice that the address holds after a refused form. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  await reconcileCart(context.get(servicesContext), session, context.get(marketContext))
  const step = readStep(session, context.get(requestContext).now)
  // Whoever goes back after the order would be told that their words were used, by themselves.
  if (step?.isOrdered) throw redirect(marketPath(context.get(marketContext), '/redeem/success'))
  const found = await loadReview(context.get(servicesContext), context.get(marketContext), step)
  if (!found.ok)
    return data(
      { review: null, gift: null, chosen: null, stopped: found.notice },
      { status: found.status === 503 ? 503 : 200 },
    )
  const chosen = url.searchParams.has('upgrade') ? parseRedeemSelection(url.searchParams) : null
  return { review: found.review, gift: step?.giftCodeId, chosen, stopped: null }
}

/** The gift and its upgrade go into the cart. Spec: 4 Redeem flow, 5 Redeem */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const market = context.get(marketContext)
  const selection = parseRedeemSelection(form)
  await reconcileCart(services, session, market)
  const kept = readStep(session, context.get(requestContext).now)
  const step = matchStepToForm(kept, form)
  if (step?.isOrdered) return redirect(marketPath(market, '/redeem/success'), 303)
  const reply = await claimGift(services, { market, cart: session.cart(market), step, selection })
  if (!reply.ok) {
    if (isDataRequest(request)) return data({ notice: reply.notice, selection }, { status: reply.status })
    // Without scripts the refusal is a page of its own, so that going back never means sending the form again.
    // It tells of itself that there is no gift, but not that it shows another one.
    const isTold = reply.notice === WAND_STYLE_REQUIRED || (reply.isStopped && kept === step)
    if (!isTold) session.flash(reply.notice)
    // What is missing is said where it is chosen, far below the beginning of the page.
    const place = reply.notice === WAND_STYLE_REQUIRED ? '#wand-step' : ''
    return redirect(
      `${marketPath(market, '/redeem/review')}?${formatRedeemSelection(selection)}${place}`,
      303,
    )
  }
  if (session.hasOtherCart(market)) session.flash(otherCartEmptied(market))
  session.setCart(reply.cart)
  if (step) saveStep(session, { ...step, done: reply.done })
  await subscribeIfAgreed(services, market, reply.gift, parseConsent(form, CONSENT_WORDING))
  return redirect(marketPath(market, '/redeem/success'), 303)
}

/** Without an answer the choice stays in its form. As a failure it has nothing else of the page fetched anew. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return serverAction().catch((error: unknown) => {
    const notice = failureNotice(error, REDEMPTION_FAILED)
    return data({ notice, selection: parseRedeemSelection(form) }, { status: 503 })
  })
}

export default function RedeemReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, gift, chosen, stopped } = loaderData
  if (review === null) return <StepStopped step={2} notice={stopped} />
  return (
    <div className="page-redeem">
      <section className="state" aria-labelledby="gift-title">
        <div className="wrap">
          <RedeemHead step={2} />
          <div className="rev">
            <GiftCard review={review} />
            <ReviewForm review={review} gift={gift} chosen={chosen} refused={actionData} />
          </div>
        </div>
      </section>
    </div>
  )
}
