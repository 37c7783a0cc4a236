import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { GIFT_CONSENT } from '#app/models/form-messages.ts'
import { marketPath } from '#app/models/market.ts'
import { formatMoneyExact, zeroMoney } from '#app/models/money.ts'
import { failureOr } from '#app/models/page-messages.ts'
import {
  type GiftReview,
  needsWandStyle,
  parseRedeemSelection,
  type UpgradeChoice,
} from '#app/models/redeem.ts'
import { MAGIC_WORDS_ACCEPTED, REDEMPTION_FAILED } from '#app/models/redeem-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { PREMIUM_COUNT } from '#app/models/wands.ts'
import { MINIMUM_AGE } from '#supabase/functions/_shared/markets/figures.ts'
import { useForm } from '../forms/use-form.ts'
import { ShopLink, TextLink } from '../page/links.tsx'
import { dismissToast } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice.tsx'
import { cn } from '../ui/cn.ts'
import { Checkbox, EmailField, NameField } from '../ui/field.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Plate } from '../ui/section.tsx'
import { WandStep } from './gift-card.tsx'

/** What a gift can be taken as, where it can be upgraded. Spec: 4 Redeem flow, 9 Other prices */
function upgradesOf({ offer, prices, kind }: GiftReview) {
  const isBox = kind === 'box-only'
  const upgrades = [
    {
      value: 'none',
      isOffered: true,
      name: 'No upgrade',
      note: isBox ? 'Just the box, as it was given.' : 'The Classic Wand, as it was given.',
      price: zeroMoney(prices.addWand.currencyCode),
      shown: 'for-upgrade-none',
    },
    {
      value: 'add-wand',
      isOffered: offer.addWand,
      name: 'Add the Classic Wand',
      note: 'Dragon & Elder',
      price: prices.addWand,
      shown: 'for-upgrade-add-wand',
    },
    {
      value: 'upgrade-premium',
      isOffered: offer.upgradePremium,
      name: isBox ? 'Add a Premium Wand' : 'Change to a Premium Wand',
      note: `Choose one of ${PREMIUM_COUNT} styles.`,
      price: prices.upgradePremium,
      shown: 'for-upgrade-premium',
    },
  ] as const
  return upgrades.filter(({ isOffered }) => isOffered)
}

type Upgrades = ReturnType<typeof upgradesOf>

function UpgradeStep(props: { upgrades: Upgrades; chosen: UpgradeChoice; isBox: boolean }) {
  return (
    <fieldset aria-describedby="upgrade-note">
      <legend className="mb-1.5 text-base font-semibold">Upgrade your gift</legend>
      <p className="text-hint text-quiet" id="upgrade-note">
        Only if you like. The gift is complete as it is.
      </p>
      <div className="mt-3 grid gap-3">
        {props.upgrades.map(({ value, name, note, price }) => (
          <ChoiceCard key={value} className="max-2xs:grid-cols-1">
            <ChoiceInput type="radio" name="upgrade" value={value} defaultChecked={value === props.chosen} />
            <ChoiceDot />
            <span>
              <b className="block leading-tight">{name}</b>
              <span className="block text-sm leading-snug text-quiet">{note}</span>
            </span>
            <span className="font-bold">{formatMoneyExact(price)}</span>
          </ChoiceCard>
        ))}
      </div>
      {props.isBox ? (
        <p className="mt-2.5 text-hint text-quiet for-upgrade-none">
          You will need a wand to open it. Ours work, and so do original wands of the earlier company.
        </p>
      ) : null}
    </fieldset>
  )
}

type ReviewField = 'upgrade' | 'wand' | 'consent' | 'recipientName' | 'recipientEmail'

/** Upgrades, wand style, consent and total of a gift. Works without JavaScript. Spec: 4 Redeem flow */
export function ReviewForm(props: {
  review: GiftReview
  /** Id of the gift, in case another tab has a different one. */
  gift: string | undefined
  reply: FormReply | undefined
}) {
  const { review, gift, reply } = props
  const { market } = useShop()
  const navigation = useNavigation()
  const refusal = useRef<HTMLDivElement>(null)
  const { formProps, fields, bind } = useForm<ReviewField>('review', 'review', reply)
  const { kind, offer } = review
  const upgrades = upgradesOf(review)
  const action = marketPath(market, '/redeem/review')
  const chosen = parseRedeemSelection({
    upgrade: fields.upgrade.initialValue,
    wand: fields.wand.initialValue,
  })
  useEffect(() => {
    if (!reply?.toast) return
    refusal.current?.focus()
    // In Firefox, `focus` does not scroll to an element of which some part is visible.
    refusal.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  return (
    <Plate className="p-panel max-2xs:p-5">
      <Form
        {...formProps}
        method="post"
        action={action}
        onSubmit={(event) => {
          // The toast asks to review the gift, which is done.
          dismissToast(MAGIC_WORDS_ACCEPTED)
          formProps.onSubmit(event)
        }}
        className="grid grid-cols-1 gap-6"
        aria-labelledby="gift-title"
      >
        <h2 id="gift-title" className="text-h4">
          Your gift
        </h2>
        <input type="hidden" name="gift" value={gift} />
        {reply?.toast ? (
          <div ref={refusal} tabIndex={-1}>
            <ToastBox toast={failureOr(REDEMPTION_FAILED, reply.toast)} />
          </div>
        ) : null}
        {upgrades.length > 1 ? (
          <UpgradeStep upgrades={upgrades} chosen={chosen.upgrade} isBox={kind === 'box-only'} />
        ) : null}
        {offer.upgradePremium || needsWandStyle(kind, 'none') ? (
          <WandStep
            review={review}
            chosen={reply ? chosen.wand : review.chosenWand}
            error={fields.wand.errors?.[0]}
            hasFocus={bind('wand').autoFocus}
          />
        ) : null}
        <ConsentStep isAgreed={fields.consent.initialValue !== undefined}>
          <NameField {...bind('recipientName')} />
          <EmailField {...bind('recipientEmail')} />
        </ConsentStep>
        {/* On wide windows it is always visible. Browsers scroll the focused element out from behind it. */}
        <div
          data-review-bar=""
          className="grid gap-3 bg-plate lg:sticky lg:bottom-0 lg:z-2 lg:pb-3 low-window:static print:static"
        >
          <ReviewTotal upgrades={upgrades} />
          <Button wide busy={navigation.formAction === action} busyLabel="Adding your gift...">
            Add Gift to Cart
          </Button>
        </div>
        <p className="text-hint text-quiet">
          {`Not for children under ${MINIMUM_AGE}. Wands contain a small magnet, which is dangerous if swallowed.`}
        </p>
        <p>
          <TextLink to="/redeem">Use other magic words</TextLink>
        </p>
      </Form>
    </Plate>
  )
}

const HINT = 'block text-hint text-quiet'

/** The amount to pay for each upgrade; CSS shows that of the chosen one. */
function ReviewTotal({ upgrades }: { upgrades: Upgrades }) {
  const isUpgradable = upgrades.length > 1
  return (
    <p className="flex max-w-none justify-between gap-4 max-2xs:flex-wrap line-t pt-4" aria-live="polite">
      <span>
        To pay at checkout
        <span className={cn(HINT, isUpgradable && 'for-upgrade-none')}>
          The gift costs you nothing, shipping included.
        </span>
        {isUpgradable ? (
          <span className={cn(HINT, 'upgrade-none:hidden')}>
            The gift ships free. The upgrade is billed separately.
          </span>
        ) : null}
      </span>
      {upgrades.map(({ value, price, shown }) => (
        <b key={value} className={cn('text-h4', isUpgradable && shown)}>
          {formatMoneyExact(price)}
        </b>
      ))}
    </p>
  )
}

const POLICY = 'Privacy Policy'

/**
 * Consent to mails, with the address to send them to. It is typed again, as the visitor may not be the recipient in the
 * gift record. Spec: 7 Database
 */
function ConsentStep({ isAgreed, children }: { isAgreed: boolean; children: ReactNode }) {
  const [words, end] = GIFT_CONSENT.split(POLICY)
  return (
    <div className="group/consent">
      <Checkbox
        name="consent"
        value="yes"
        defaultChecked={isAgreed}
        label={
          <>
            {words}
            <ShopLink to="/privacy-policy">{POLICY}</ShopLink>
            {end}
          </>
        }
      />
      {/* An invalid address stays visible: browsers refuse to submit it, and can say so only at a visible field. */}
      <div className="mt-4 hidden gap-4 group-has-checked/consent:grid group-has-invalid/consent:grid sm:grid-cols-2">
        {children}
      </div>
    </div>
  )
}
