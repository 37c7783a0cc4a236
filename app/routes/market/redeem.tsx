import { data, redirect } from 'react-router'
import { useShop } from '#app/components/page/use-shop.ts'
import { CodeForm } from '#app/components/redeem/code-form.tsx'
import { RedeemHead, STEP } from '#app/components/redeem/stepper.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Section } from '#app/components/ui/section.tsx'
import { MARKETS, marketPath } from '#app/models/market.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { MAGIC_WORDS_ACCEPTED } from '#app/models/redeem-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { enterMagicWords } from '#app/services/redeem/magic-words.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { saveStep } from '#app/services/session/visitor-session.server.ts'
import { wordsForm } from '#supabase/functions/_shared/forms/schemas.ts'
import type { Route } from './+types/redeem'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

/** `Retry-After`, where the rate limit is exceeded. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export const loader = headLoader('/redeem')

/** Checks the magic words and starts the redemption in the visitor's session. Spec: 4 Redeem flow, 5 Redeem */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), wordsForm)
  if (submission.status !== 'success')
    return data<FormReply>({ result: submission.reply(), toast: null }, { status: 422 })
  const { market, ip, now, services, session } = shopOf(context)
  const reply = await enterMagicWords(services, { market, typed: submission.value.words, ip })
  if (!reply.ok) {
    const { toast, status, retryAfter } = reply
    const headers = retryAfter === null ? undefined : { 'Retry-After': String(retryAfter) }
    const result = submission.reply({ fieldErrors: { words: [toast.title] } })
    return data<FormReply>({ result, toast }, { status, headers })
  }
  saveStep(session, { giftCodeId: reply.giftCodeId, at: now, done: null })
  session.flash(MAGIC_WORDS_ACCEPTED)
  return redirect(marketPath(market, '/redeem/review'), 303)
}

export default function Redeem({ actionData }: Route.ComponentProps) {
  const { storeName, region } = MARKETS[useShop().market]
  return (
    <Section ground="bottle" className={STEP}>
      <RedeemHead step={1} />
      <div className="grid items-center gap-column beside:grid-cols-6-5 sideways:items-start">
        <div>
          <h2 className="text-title sideways:text-xl">Say the magic words</h2>
          <Lede className="mt-4 text-quiet max-md:mt-2 sideways:mt-1 sideways:text-md sideways:leading-snug">
            They are on the Redemption Card in your envelope, or on your printable letter.
          </Lede>
          <CodeForm reply={actionData} />
          <p className="mt-6 text-hint text-quiet">
            {`A gift can only be redeemed in the store where it was bought. This is the ${storeName}. It ships to ${region}.`}
          </p>
        </div>
        <Picture
          name="gift-envelope"
          alt={PICTURE_TEXTS['gift-envelope']}
          sizes="(max-width: 63.99rem) 26rem, 34rem"
          priority
          className="mx-auto w-full max-w-104 beside:max-w-none"
        />
      </div>
    </Section>
  )
}
