import { type CSSProperties, lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { CHOOSE_WAND, WAND_TEXTS } from '#app/content/choices.ts'
import { GIFT_CONTENTS } from '#app/models/gift-code.ts'
import type { Toast } from '#app/models/messages.ts'
import { premiumWandsOf, wandSlug } from '#app/models/option-choice.ts'
import { OBJECT_TEXTS } from '#app/models/picture-texts.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { type GiftReview, needsWandStyle } from '#app/models/redeem.ts'
import { MAGIC_WORDS_ACCEPTED } from '#app/models/redeem-messages.ts'
import { CLASSIC_WAND, PREMIUM_COUNT, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { shownFor, WAND_GRID, WandRadio } from '../product/choices.tsx'
import { cn } from '../ui/cn.ts'
import { FieldError } from '../ui/field.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import type { Opening } from './gift-film.tsx'

/** The replies to magic words whose film has been played. */
const played = new WeakSet<readonly Toast[]>()

/**
 * Plays the lock and the film once after magic words were accepted. Not with reduced motion, and not in a new document,
 * which has shown the bookplate already.
 */
export function useOpening(): Opening & { readonly isShut: boolean } {
  const { toasts } = useShop()
  const [stage, setStage] = useState<'idle' | 'shut' | 'open'>('idle')
  useLayoutEffect(() => {
    if (played.has(toasts) || !toasts.some(({ title }) => title === MAGIC_WORDS_ACCEPTED.title)) return
    played.add(toasts)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isStill && 'hydrated' in document.documentElement.dataset) setStage('shut')
  }, [toasts])
  return {
    isShut: stage === 'shut',
    isPlaying: stage !== 'idle',
    onOpen: () => setStage((now) => (now === 'shut' ? 'open' : now)),
    onEnd: () => setStage('idle'),
  }
}

/** The wands that may be chosen, each with classes that show it while it is checked in the form. */
function useWands({ kind, offer }: GiftReview): readonly (readonly [WandStyle, string])[] {
  const { market } = useShop()
  const choosesWand = needsWandStyle(kind, 'none')
  const premium = premiumWandsOf(market).map(
    (wand) => [wand, cn(shownFor({ wand: wandSlug(wand) }), !choosesWand && 'for-upgrade-premium')] as const,
  )
  const hidden = { 'box-only': 'for-upgrade-add-wand', 'classic-wand': 'upgrade-premium:hidden' }
  const classic = kind === 'premium-wand' ? [] : [[CLASSIC_WAND, hidden[kind]] as const]
  return [...classic, ...(choosesWand || offer.upgradePremium ? premium : [])]
}

/** The giver's name, as on the bookplate inside the box. @param isHidden while the box opens */
export function Bookplate({ from, isHidden }: { from: string | null; isHidden: boolean }) {
  return (
    <h2
      data-theme="light"
      className={cn(
        'framed mx-auto mb-6 w-fit max-w-full rounded-board bg-candle px-6 py-3 text-center text-h3 wrap-anywhere shade-rest moves-all duration-open ease-lid max-md:mb-4',
        isHidden && '[translate:0_1rem] opacity-0',
      )}
    >
      {from ? (
        <>
          A gift from <bdi>{from}</bdi>
        </>
      ) : (
        'A gift for you'
      )}
    </h2>
  )
}

const GiftFilm = lazy(() => import('./gift-film.tsx'))

const WAND_PLACE = { '--x': 'calc(50% + min(35%,9.5rem))' } as CSSProperties

/** Contents of the gift, and the wand that is chosen. Spec: 4 Redeem flow */
export function GiftCard({ review, opening }: { review: GiftReview; opening: Opening }) {
  const { giftShipsNow } = usePageFacts()
  const wands = useWands(review)
  return (
    <div
      data-theme="dark"
      className="bg-lamp-midnight overflow-hidden rounded-board px-6 pt-6 pb-6 lg:order-last"
    >
      <div className="relative" style={WAND_PLACE}>
        {opening.isPlaying ? (
          <Suspense>
            <GiftFilm {...opening} />
          </Suspense>
        ) : null}
        <Picture
          name="box-vol2-closed"
          alt={PICTURE_TEXTS['box-vol2-closed']}
          sizes="(max-width: 63.99rem) 60vw, 22rem"
          priority
          className="mx-auto w-2/3 max-w-76 lg:w-3/4"
        />
        {wands.map(([wand, shown]) => (
          <Picture
            key={wand}
            name={wandPicture(wand)}
            sizes="6rem"
            className={cn(
              'absolute bottom-[4%] left-(--x) h-9/10 w-auto rotate-6 [translate:-50%] filter-(--object-shadow) lg:left-[89%]',
              shown,
            )}
          />
        ))}
      </div>
      <div className="mt-4 grid gap-1.5 text-mist">
        <p className="text-bone">Vol. II: Magical You</p>
        <p>{GIFT_CONTENTS[review.kind]}</p>
        <p>{`Ships ${giftShipsNow}, tracked.`}</p>
      </div>
      <dl className="mt-4 grid gap-1.5 line-t pt-4">
        {wands.map(([wand, shown]) => (
          <Row key={wand} name="Wand" className={shown}>
            {wand}
          </Row>
        ))}
        <Row name="Price">
          <WasPrice className="mr-1.5" money={review.value} /> FREE
        </Row>
        <Row name="Shipping">Free</Row>
      </dl>
    </div>
  )
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('flex justify-between gap-4 max-2xs:flex-wrap', className)}>
      <dt>{name}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}

/** A large picture of the chosen wand. CSS shows the one whose radio button is checked. */
function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  return (
    <div className="grid min-h-36 items-center px-5 py-4" aria-live="polite">
      <p className="flex items-center gap-5 text-quiet max-2xs:flex-wrap for-wand-none">
        <span className="bg-well-linen grid h-26 w-18 flex-none place-items-center rounded-board">
          <Drawing name="lock-plate" className="h-12 w-auto" />
        </span>
        <span>{CHOOSE_WAND}</span>
      </p>
      {wands.map((wand) => (
        <div
          key={wand}
          className={cn('flex items-center gap-5 max-2xs:flex-wrap', shownFor({ wand: wandSlug(wand) }))}
        >
          <Picture
            name={wandPicture(wand)}
            alt={OBJECT_TEXTS[wandPicture(wand)]}
            sizes="6rem"
            className="h-26 w-auto"
          />
          <p>
            <b className="block font-display text-h4 font-normal">{wand}</b>
            <span className="text-sm">{WAND_TEXTS[wand].line}</span>
          </p>
        </div>
      ))}
    </div>
  )
}

/** The premium wand styles to choose from, of the gift or of an upgrade. Spec: 3 Wand styles, 5 Redeem */
export function WandStep(props: {
  review: GiftReview
  chosen: WandStyle | null
  error: string | undefined
  hasFocus: boolean
}) {
  const { review, chosen, error, hasFocus } = props
  const { styles: wands, chosenWand, from } = review
  const isGift = needsWandStyle(review.kind, 'none')
  return (
    <div
      role="radiogroup"
      aria-labelledby="wand-title"
      aria-invalid={error ? true : undefined}
      className={isGift ? undefined : 'for-upgrade-premium'}
      aria-describedby={error ? 'wand-error' : undefined}
    >
      <p className="mb-1.5 text-base font-semibold" id="wand-title">
        {isGift ? 'Choose your wand' : 'Your wand style'}
      </p>
      {isGift ? (
        <p className="mb-3">
          {chosenWand
            ? `${from ? `${from} chose ${chosenWand}` : `${chosenWand} was chosen for you`}. Keep it, or take another.`
            : `Your gift comes with one of ${PREMIUM_COUNT} premium wands. The choice is yours.`}
        </p>
      ) : null}
      {error ? (
        <div className="mb-2.5 for-wand-none">
          <FieldError id="wand-error">{error}</FieldError>
        </div>
      ) : null}
      <div data-theme="dark" className="bg-well-soot rounded-board">
        <ChosenWand wands={wands} />
        <div className={cn(WAND_GRID, 'gap-x-1.5 px-1.5 pb-4 sm:gap-2 sm:px-3')}>
          {wands.map((wand, at) => (
            <WandRadio
              key={wand}
              wand={wand}
              defaultChecked={wand === chosen}
              autoFocus={hasFocus && at === 0}
              className="px-1.5 py-3 forced-colors:has-focus-visible:[outline-style:dashed]"
            />
          ))}
        </div>
      </div>
    </div>
  )
}
