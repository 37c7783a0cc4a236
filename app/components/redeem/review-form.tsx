import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { REVIEW, safetyText } from '../../content/redeem-words.ts'
import { marketPath } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'
import type { GiftReview, RedeemSelection, TypedRecipient } from '../../models/redeem.ts'
import { WAND_STYLE_REQUIRED } from '../../models/redeem-messages.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { Plate } from '../ui/plate.tsx'
import { ConsentStep } from './consent-step.tsx'
import { ReviewTotal } from './review-total.tsx'
import { UpgradeStep } from './upgrade-step.tsx'
import { WandStep } from './wand-step.tsx'

/** The refusal of the submitted selection. */
export type ReviewRefused = { readonly notice: Notice; readonly selection: RedeemSelection }

/** Upgrades, wand style, consent and total of a gift. Works without JavaScript. Spec: 4 Redeem flow */
export function ReviewForm({
  review,
  gift,
  chosen: initial,
  typed,
  refused,
}: {
  review: GiftReview
  /** Id of the gift, in case another tab has a different one. */
  gift: string | undefined
  /** The selection of the query. */
  chosen: RedeemSelection | null
  typed: TypedRecipient | null
  refused: ReviewRefused | undefined
}) {
  const { market } = useShop()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const { offer, choosesWand } = review
  const action = marketPath(market, '/redeem/review')
  const chosen = refused?.selection ?? initial ?? { upgrade: 'none', wand: null }
  const isWandMissing = refused
    ? refused.notice.title === WAND_STYLE_REQUIRED.title
    : initial !== null && initial.wand === null && (choosesWand || initial.upgrade === 'upgrade-premium')
  const submitted = refused ?? initial
  /** The submission that was corrected since: its error is no longer shown. */
  const [corrected, setCorrected] = useState<typeof submitted>(null)
  useEffect(() => {
    if (!refused) return
    const problem = form.current?.querySelector<HTMLElement>(isWandMissing ? '#wand-step' : '[data-refusal]')
    problem?.focus()
    // In Firefox, `focus` does not scroll to an element of which some part is visible.
    problem?.scrollIntoView({ block: 'nearest' })
  }, [refused, isWandMissing])
  return (
    <Plate className="p-panel">
      <Form
        ref={form}
        method="post"
        action={action}
        className="grid grid-cols-1 gap-6"
        aria-labelledby="gift-title"
      >
        <h2 id="gift-title" className="text-subhead">
          {REVIEW.title}
        </h2>
        <input type="hidden" name="gift" value={gift} />
        {refused && !isWandMissing ? (
          <div data-refusal tabIndex={-1}>
            <NoticeBox notice={refused.notice} />
          </div>
        ) : null}
        {offer.addWand || offer.upgradePremium ? (
          <UpgradeStep review={review} chosen={chosen.upgrade} />
        ) : null}
        {offer.upgradePremium || choosesWand ? (
          <WandStep
            isGift={choosesWand}
            chosen={chosen.wand}
            error={isWandMissing && corrected !== submitted ? WAND_STYLE_REQUIRED.title : null}
            onChoose={() => setCorrected(submitted)}
          />
        ) : null}
        <ConsentStep typed={typed} />
        <ReviewTotal review={review} />
        <Button wide busy={navigation.formAction === action} busyLabel="Adding your gift...">
          {REVIEW.button}
        </Button>
        <p className="text-hint text-quiet">{safetyText(market)}</p>
        <p>
          <TextLink to={marketPath(market, '/redeem')}>{REVIEW.otherWords}</TextLink>
        </p>
      </Form>
    </Plate>
  )
}
