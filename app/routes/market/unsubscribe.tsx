import { useEffect, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { ButtonLink, TextLink } from '#app/components/page/links.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ToastBox } from '#app/components/ui/note.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Actions, Lede, Plate } from '#app/components/ui/section.tsx'
import { CACHE } from '#app/models/http.ts'
import { BRAND } from '#app/models/market.ts'
import { failure, ON_THE_LIST, success, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { FORM_FAILED } from '#app/models/page-messages.ts'
import { visitorKey } from '#app/services/limits/limits.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/unsubscribe'

const UNSUBSCRIBED = success('You have left the list.', 'We will not write to you again unless you ask.')

/** Also the consent that is recorded when somebody joins again by the link of a mail. */
const REJOIN = 'Join our mailing list again'

const REJOINED = success('Welcome back! ✨', ON_THE_LIST)

/** The link is older than the last time that its person left the list. */
const REJOIN_OVER = failure(
  'This link no longer works.',
  'Sign up once more, and we send you a new one by email.',
)

/** The token of the link is missing or incomplete. */
const UNSUBSCRIBE_INCOMPLETE = failure(
  'This link is not whole.',
  'Please open the one in our email again, or copy all of it.',
)

const TITLE = 'Leave the mailing list'

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} | ${BRAND}` },
  { name: 'robots', content: 'noindex' },
]

/** `Retry-After`, where the rate limit is exceeded. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': CACHE.secret,
})

/** The token of a link; null when it is not whole. */
const parseToken = (text: unknown) => /^[0-9a-f]{44}$/.exec(String(text))?.[0] ?? null

export const loader = ({ url: { searchParams } }: Route.LoaderArgs) => ({
  token: parseToken(searchParams.get('token')),
  isBack: searchParams.has('again'),
})

/**
 * Unsubscribes by the token of a mail, or joins again by the link of a mail that asks for it. Mail clients post here
 * directly (one-click unsubscribe), without the fields of our form. An unknown token gets the same response. Only unknown
 * tokens are limited, as mail providers post for many people from a few IP addresses.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  const token = parseToken(form?.get('token') ?? url.searchParams.get('token'))
  if (token === null) return data({ toast: UNSUBSCRIBE_INCOMPLETE }, { status: 400 })
  const { ip, market, services } = shopOf(context)
  const { backend, limits, log } = services
  const isBack = form?.get('again') === 'yes'
  const done = { toast: isBack ? REJOINED : UNSUBSCRIBED }
  try {
    const isKnown = isBack
      ? await backend.rejoin(token, { market, wording: REJOIN })
      : await backend.unsubscribe(token)
    if (isKnown) return data(done)
    const wait = await limits.consume('form', `unsubscribe:${visitorKey(ip)}`)
    if (wait === null) return isBack ? data({ toast: REJOIN_OVER }, { status: 404 }) : data(done)
    return data({ toast: TOO_MANY_TRIES }, { status: 429, headers: { 'Retry-After': String(wait) } })
  } catch (error) {
    log.error({ err: error }, 'unsubscribe failed')
    return data({ toast: FORM_FAILED }, { status: 502 })
  }
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useNavigation()
  const isDone = actionData?.toast.kind === 'success'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isDone) heading.current?.focus()
  }, [isDone])
  const { token, isBack } = loaderData
  const toast = actionData?.toast ?? (token === null ? UNSUBSCRIBE_INCOMPLETE : null)
  return (
    <section className="wrap pt-5 pb-section md:pt-band" aria-labelledby="unsubscribe-title">
      <Plate className="mx-auto max-w-160 px-panel md:px-column py-band text-center">
        <Picture name="gift-6-wax-seal" sizes="6.5rem" className="mx-auto mb-5 h-auto w-26" />
        <h1 id="unsubscribe-title" ref={heading} tabIndex={-1} className="text-head">
          {isBack ? REJOIN : TITLE}
        </h1>
        {toast ? <ToastBox toast={toast} className="mt-5 text-left" /> : null}
        {isDone || token === null ? (
          <Actions className="justify-center">
            <ButtonLink to={isDone ? '/' : '/contact'}>
              {isDone ? 'Back to the shop' : 'Write to us'}
            </ButtonLink>
            {isDone ? null : <TextLink to="/">Back to the shop</TextLink>}
            {isDone && !isBack ? <TextLink to="/subscribe">Join again</TextLink> : null}
          </Actions>
        ) : (
          <Form method="post">
            <input type="hidden" name="token" value={token} />
            {isBack ? <input type="hidden" name="again" value="yes" /> : null}
            <Lede className="mx-auto mt-4 text-quiet">
              {isBack
                ? 'One press, and we write to you again when there is something to open.'
                : 'One press, and we stop writing to you.'}
            </Lede>
            <Actions className="justify-center">
              <Button busy={state === 'submitting'}>{isBack ? 'Join again' : 'Unsubscribe'}</Button>
              <TextLink to="/">{isBack ? 'Rather not' : 'Stay on it'}</TextLink>
            </Actions>
          </Form>
        )}
      </Plate>
    </section>
  )
}
