import { useEffect, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { useShop } from '#app/components/page/use-shop.ts'
import { Button, ButtonLink, TextLink } from '#app/components/ui/button.tsx'
import { NoticeBox } from '#app/components/ui/notice.tsx'
import { Picture } from '#app/components/ui/picture.tsx'
import { Plate } from '#app/components/ui/plate.tsx'
import { Actions, Lede } from '#app/components/ui/section.tsx'
import { REJOIN, UNSUBSCRIBE } from '#app/content/subscribe-words.ts'
import { UNSUBSCRIBE_INCOMPLETE } from '#app/models/form-messages.ts'
import { CACHE } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import { BRAND } from '#app/models/page-messages.ts'
import { parseUnsubscribeToken } from '#app/models/unsubscribe-token.ts'
import { unsubscribe } from '#app/services/forms/unsubscribe.server.ts'
import { marketContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/unsubscribe'

export const meta: Route.MetaFunction = () => [
  { title: `${UNSUBSCRIBE.title} | ${BRAND}` },
  { name: 'robots', content: 'noindex' },
]

/** `Retry-After`, where the rate limit is exceeded. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  'Cache-Control': CACHE.secret,
})

export function loader({ url }: Route.LoaderArgs) {
  const isBack = url.searchParams.has('again')
  return { token: parseUnsubscribeToken(url.searchParams.get('token') ?? ''), isBack }
}

/**
 * Unsubscribes by the token of a mail, or joins again. Mail clients post here directly (one-click unsubscribe): only our own
 * form has fields of its own.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  const token = parseUnsubscribeToken(String(form?.get('token') ?? url.searchParams.get('token') ?? ''))
  if (token === null) return data({ notice: UNSUBSCRIBE_INCOMPLETE }, { status: 400 })
  const { ip } = context.get(requestContext)
  const isBack = form?.get('again') === 'yes'
  const market = context.get(marketContext)
  const link = { token, market, isBack }
  const { notice, status, retryAfter } = await unsubscribe(context.get(servicesContext), ip, link)
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) }
  return data({ notice }, { status, headers })
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { market } = useShop()
  const { state } = useNavigation()
  const isDone = actionData?.notice.kind === 'success'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isDone) heading.current?.focus()
  }, [isDone])
  const { token, isBack } = loaderData
  const words = isBack ? REJOIN : UNSUBSCRIBE
  const notice = actionData?.notice ?? (token === null ? UNSUBSCRIBE_INCOMPLETE : null)
  return (
    <section className="wrap pt-5 pb-section md:pt-band" aria-labelledby="unsubscribe-title">
      <Plate className="mx-auto max-w-160 px-panel md:px-column py-band text-center">
        <Picture name="gift-6-wax-seal" sizes="6.5rem" alt="" className="mx-auto mb-5 h-auto w-26" />
        <h1 id="unsubscribe-title" ref={heading} tabIndex={-1} className="text-head">
          {words.title}
        </h1>
        {notice ? <NoticeBox notice={notice} className="mt-5 text-left" /> : null}
        {isDone ? (
          <Actions className="justify-center">
            <ButtonLink to={marketPath(market)}>Back to the shop</ButtonLink>
            {isBack ? null : <TextLink to={marketPath(market, '/subscribe')}>Join again</TextLink>}
          </Actions>
        ) : token === null ? (
          <Actions className="justify-center">
            <ButtonLink to={marketPath(market, '/contact')}>Write to us</ButtonLink>
            <TextLink to={marketPath(market)}>Back to the shop</TextLink>
          </Actions>
        ) : (
          <Form method="post">
            <input type="hidden" name="token" value={token} />
            {isBack ? <input type="hidden" name="again" value="yes" /> : null}
            <Lede className="mx-auto mt-4 text-quiet">{words.text}</Lede>
            <Actions className="justify-center">
              <Button busy={state === 'submitting'}>{isBack ? 'Join again' : 'Unsubscribe'}</Button>
              <TextLink to={marketPath(market)}>{isBack ? 'Rather not' : 'Stay on it'}</TextLink>
            </Actions>
          </Form>
        )}
      </Plate>
    </section>
  )
}
