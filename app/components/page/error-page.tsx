import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { BRAND, REFUSED_PATH } from '#app/models/market.ts'
import { refusalText, storeTitle, UNEXPECTED_ERROR } from '#app/models/page-messages.ts'
import { errorReference, type ScreenText, STORE_UNAVAILABLE } from '#app/models/screen-texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'
import { Actions, Lede } from '../ui/section.tsx'
import { ButtonLink, TextLink } from './links.tsx'
import { useReference, useShop } from './use-shop.ts'

const EDGE = 'clamp(0px, 100vw - 90rem, 14rem)'
/** Fits the picture into windows that are wider, where its keyhole and box would be cut off. Its edges fade into the ground. */
const WIDE_SCENE = {
  maxWidth: '90rem',
  right: 'max(0px, (100vw - 90rem) / 3)',
  mask: `linear-gradient(90deg,#0000,#000 ${EDGE} calc(100% - ${EDGE}),#0000),linear-gradient(#000 80%,#0000)`,
  maskComposite: 'intersect',
}

/** Metadata of an error page; the routes have none then. */
function Head({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

/** Loads the URL again as a document, since cached data may be the problem. Not shown for a URL without a page. */
function TryAgain() {
  const { pathname, search } = useLocation()
  if (pathname.endsWith(REFUSED_PATH)) return null
  return (
    <a className={buttonClass()} href={pathname + search}>
      <Icon name="retry" /> Try again
    </a>
  )
}

/** Page for an unknown URL. Spec: 2 Markets and route shape */
function NotFound() {
  const { market } = useShop()
  return (
    <>
      <Head title={storeTitle('Page not found', market)} />
      <section
        data-theme="dark"
        className="relative isolate overflow-hidden bg-soot"
        aria-labelledby="error-title"
      >
        <div className="absolute inset-0 -z-1 bg-scrim-down md:bg-scrim-left" />
        <div className="relative -z-2 md:absolute md:inset-y-0 md:w-full" style={WIDE_SCENE}>
          <Picture
            name="hero-scene"
            sizes="(max-width: 90rem) 100vw, 90rem"
            className="aspect-5/4 size-full object-cover object-[72%_60%] opacity-70"
            priority
          />
        </div>
        <div className="wrap grid content-center -mt-8 pb-12 md:mt-0 md:min-h-[min(46vw,42rem)] md:py-stage">
          {/* "Oops!" has a line of its own, or the rest would cover the door. */}
          <h1 id="error-title" className="whitespace-pre-wrap">
            {'Oops!\nPage not found'}
          </h1>
          <Lede className="mt-4 text-bone">Every other door is open.</Lede>
          {/* Narrow enough not to cover the box. */}
          <Actions className="max-w-104 lg:max-w-none">
            <ButtonLink to="/">Go to the home page</ButtonLink>
            <TextLink to="/products">See the shop</TextLink>
            <TextLink to="/contact">Ask us</TextLink>
          </Actions>
        </div>
      </section>
    </>
  )
}

/** A message about something missing, beside a picture of its empty place. */
function Panel(props: ScreenText & { art: ReactNode; role?: 'alert'; children: ReactNode }) {
  const { title, text, art, role, children } = props
  return (
    <>
      <Head title={`${title} | ${BRAND}`} />
      <section className="py-stage" aria-labelledby="error-title">
        <div className="wrap grid items-center gap-column lg:grid-cols-2-3">
          <div className="relative aspect-5/4 overflow-hidden rounded-board bg-lamp-bottle md:max-lg:aspect-2/1">
            {art}
          </div>
          <div>
            <div role={role}>
              <h1 id="error-title" className="text-subhead">
                {title}
              </h1>
              <Lede className="mt-4">{text}</Lede>
            </div>
            <Actions>{children}</Actions>
          </div>
        </div>
      </section>
    </>
  )
}

/** Page for an unknown product. Spec: 2 Product detail */
export function ProductNotFound() {
  return (
    <Panel
      title="Product not found"
      text="This product may have been removed or is no longer available."
      art={
        <Picture
          name="empty-shelf"
          sizes="(max-width: 63.99rem) 90vw, 30rem"
          className="absolute inset-1/12 size-5/6 object-contain"
        />
      }
    >
      <ButtonLink to="/products">Back to Shop</ButtonLink>
    </Panel>
  )
}

/** Page shown while the catalogue is unavailable. Spec: 8 Messages */
function StoreUnavailable() {
  return (
    <Panel
      {...STORE_UNAVAILABLE.product}
      art={
        <Drawing
          name="lock-plate"
          className="absolute inset-1/6 size-2/3 object-contain"
          style={{ filter: 'grayscale(.9) brightness(.65)' }}
        />
      }
      role="alert"
    >
      <TryAgain />
      <TextLink to="/">Go to the home page</TextLink>
    </Panel>
  )
}

/** An unexpected error, or a refusal. Spec: 2 Markets and route shape */
function CenteredMessage({ title, text, reference }: { title: string; text?: string; reference?: string }) {
  return (
    <>
      <Head title={`${title} | ${BRAND}`} />
      <section data-theme="dark" className="py-stage bg-lamp-pine" aria-labelledby="error-title">
        <div className="wrap">
          <div className="mx-auto max-w-160 text-center">
            <Drawing name="logo-mark" className="mx-auto mb-6 w-20" />
            <h1 id="error-title" className="text-h2">
              {title}
            </h1>
            {text ? <Lede className="mx-auto mt-4 text-quiet">{text}</Lede> : null}
            <Actions className="justify-center">
              <TryAgain />
              <TextLink to="/">Go to the home page</TextLink>
            </Actions>
            {reference ? (
              <p className="mx-auto mt-6 text-sm wrap-anywhere text-quiet">{errorReference(reference)}</p>
            ) : null}
          </div>
        </div>
      </section>
    </>
  )
}

/** The page for anything that a route threw. Never shows the error's own message. */
export function ErrorPage({ error }: { error: unknown }) {
  const reference = useReference()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <NotFound />
  if (status === 502 || status === 503 || status === 504) return <StoreUnavailable />
  if (isRouteErrorResponse(error) && status >= 400 && status < 500)
    return <CenteredMessage title={refusalText(status, error.data?.reason)} />
  return <CenteredMessage {...UNEXPECTED_ERROR} reference={reference} />
}
