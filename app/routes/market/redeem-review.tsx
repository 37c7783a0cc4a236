import { data, redirect, replace } from 'react-router'
import { Bookplate, GiftCard, useOpening } from '#app/components/redeem/gift-card.tsx'
import { ReviewForm } from '#app/components/redeem/review-form.tsx'
import { RedeemHead, STEP, StepStopped } from '#app/components/redeem/stepper.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Section } from '#app/components/ui/section.tsx'
import { GIFT_CONSENT } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { otherCartEmptied } from '#app/models/page-messages.ts'
import { parseRedeemSelection } from '#app/models/redeem.ts'
import { SELECTION_REFUSALS } from '#app/models/redeem-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { reconcileCart } from '#app/services/cart/cart-view.server.ts'
import { withCurrentGift } from '#app/services/cart/checkout.server.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { claimGift, loadReview, subscribeIfAgreed } from '#app/services/redeem/claim.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { readStep, saveStep } from '#app/services/session/visitor-session.server.ts'
import { reviewForm } from '#supabase/functions/_shared/forms/schemas.ts'
import type { Route } from './+types/redeem-review'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const head = await pageHead(context, '/redeem/review')
  const { market, now, services, session } = shopOf(context)
  await reconcileCart(services, session, market)
  const step = readStep(session, now)
  // After the order, this page would only say that the words have been used.
  if (step?.isOrdered) throw replace(marketPath(market, '/redeem/success'))
  const found = await loadReview(services, market, step)
  if (found.ok) return { head, review: found.review, gift: step?.giftCodeId, stopped: null }
  const stopped = { head, review: null, gift: undefined, stopped: found.toast }
  return data(stopped, { status: found.status === 503 ? 503 : 200 })
}

/** Adds the gift and its upgrade to the cart. Spec: 4 Redeem flow, 5 Redeem */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), reviewForm)
  if (submission.status !== 'success')
    return data<FormReply>({ result: submission.reply(), toast: null }, { status: 400 })
  const typed = submission.value
  const { market, ip, now, services, session } = shopOf(context)
  await reconcileCart(services, session, market)
  const entered = readStep(session, now)
  // None if another tab has entered other words since.
  const step = typed.gift === undefined || typed.gift === entered?.giftCodeId ? entered : null
  if (step?.isOrdered) return redirect(marketPath(market, '/redeem/success'), 303)
  const { cart } = await withCurrentGift(services, session.cart(market))
  const selection = parseRedeemSelection(typed)
  const reply = await claimGift(services, { market, cart, step, selection })
  if (!reply.ok) {
    const { toast, status } = reply
    if (toast !== SELECTION_REFUSALS['wand-required'])
      return data<FormReply>({ result: submission.reply(), toast }, { status })
    const result = submission.reply({ fieldErrors: { wand: [toast.title] } })
    return data<FormReply>({ result, toast: null }, { status })
  }
  const other = session.otherCartMarket(market)
  if (other) session.flash(otherCartEmptied(market, other))
  session.setCart(reply.cart)
  if (step) saveStep(session, { ...step, done: reply.done })
  await subscribeIfAgreed(services, { ip, market }, reply.gift, typed, GIFT_CONSENT)
  return redirect(marketPath(market, '/redeem/success'), 303)
}

export default function RedeemReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, gift, stopped } = loaderData
  const { isShut, ...opening } = useOpening()
  if (review === null) return <StepStopped step={2} toast={stopped} />
  return (
    <Section className={cn(STEP, 'pt-6')} aria-labelledby="gift-title">
      <RedeemHead step={2} />
      <Bookplate from={review.from} isHidden={isShut} />
      {/* The card shows what is chosen in the form. On wide windows it is on the right, where toasts cover no button. */}
      <div data-choices className="grid items-start gap-gap lg:grid-cols-3-2">
        <GiftCard review={review} opening={opening} />
        <ReviewForm review={review} gift={gift} reply={actionData} />
      </div>
    </Section>
  )
}
