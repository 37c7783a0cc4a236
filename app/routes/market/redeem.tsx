import { data, redirect } from 'react-router'
import { failureNotice } from '../../components/forms/form-reply.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { useShop } from '../../components/layout/use-shop.ts'
import { CodeForm } from '../../components/redeem/code-form.tsx'
import { storeNote } from '../../components/redeem/redeem-words.ts'
import { RedeemHead } from '../../components/redeem/stepper.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { marketContext, requestContext, servicesContext, sessionContext } from '../../context.ts'
import { cutText } from '../../models/cut-text.ts'
import { marketPath } from '../../models/market.ts'
import { MAGIC_WORDS_ACCEPTED, MAGIC_WORDS_ERROR } from '../../models/redeem-messages.ts'
import { enterMagicWords } from '../../services/redeem/magic-words.server.ts'
import { saveStep } from '../../services/redeem/redeem-step.server.ts'
import type { Route } from './+types/redeem'

/** The typed words are sent back to the form; longer ones are cut. In characters. */
const MAX_ECHO = 200

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/redeem')

/** `Retry-After`, where the rate limit is exceeded. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Checks the magic words and starts the redemption in the visitor's session. Spec: 4 Redeem flow, 5 Redeem */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const typed = cutText(String(form.get('words') ?? ''), MAX_ECHO)
  const market = context.get(marketContext)
  const { ip, now } = context.get(requestContext)
  const reply = await enterMagicWords(context.get(servicesContext), { market, typed, ip })
  if (!reply.ok) {
    const headers = reply.retryAfter === null ? undefined : { 'Retry-After': String(reply.retryAfter) }
    return data({ notice: reply.notice, typed }, { status: reply.status, headers })
  }
  const session = context.get(sessionContext)
  saveStep(session, { giftCodeId: reply.giftCodeId, at: now, done: null })
  session.flash(MAGIC_WORDS_ACCEPTED)
  return redirect(marketPath(market, '/redeem/review'), 303)
}

/**
 * Shows a notice where the request fails, and keeps the words. An error status prevents a reload of the page's data.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return serverAction().catch((error: unknown) => {
    const notice = failureNotice(error, MAGIC_WORDS_ERROR)
    return data({ notice, typed: String(form.get('words')) }, { status: 503 })
  })
}

export default function Redeem({ actionData }: Route.ComponentProps) {
  const { market } = useShop()
  return (
    <div className="page-redeem">
      <section className="state dark bottle">
        <div className="wrap">
          <RedeemHead step={1} />
          <div className="code">
            <div>
              <h2>Say the magic words</h2>
              <p className="lede muted">
                They are on the Redemption Card in your envelope, or on your printable letter.
              </p>
              <CodeForm refused={actionData} />
              <p className="hint note">{storeNote(market)}</p>
            </div>
            <div className="pic">
              <Picture name="gift-envelope" sizes="(max-width: 63.99rem) 26rem, 34rem" priority />
            </div>
          </div>
        </div>
      </section>
    </div>
  )
}
