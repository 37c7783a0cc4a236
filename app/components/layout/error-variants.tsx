import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import {
  BAD_REQUEST,
  BRAND,
  errorReference,
  NOT_FOUND_TITLES,
  PAGE_NOT_FOUND,
  PRODUCT_NOT_FOUND,
  STORE_UNAVAILABLE,
  UNEXPECTED_ERROR,
} from '../../models/page-messages.ts'
import { REFUSED_PATH } from '../../models/pages.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { useShop } from './use-shop.ts'

const CONTACT_FORM = 'contact form'

function ErrorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-errors">
      {/* The routes' `meta` are not those of the error page. */}
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {children}
    </div>
  )
}

/**
 * Loads the URL again as a document, as cached data may be part of the problem. Not shown where the URL is not that
 * of a page (`REFUSED_PATH`).
 */
function TryAgain() {
  const { pathname, search } = useLocation()
  if (pathname.endsWith(REFUSED_PATH)) return null
  return (
    <a className="btn" href={pathname + search}>
      <Icon name="retry" /> Try again
    </a>
  )
}

/** Page for an unknown URL. Spec: 2 Markets and route shape */
export function NotFound() {
  const { market } = useShop()
  return (
    <ErrorFrame title={NOT_FOUND_TITLES[market]}>
      <section className="e4 dark" aria-labelledby="error-title">
        <div className="bg">
          <Picture name="hero-scene" sizes="100vw" alt="" priority />
        </div>
        <div className="wrap">
          <h1 id="error-title">{PAGE_NOT_FOUND.title}</h1>
          <p className="lede">{PAGE_NOT_FOUND.text}</p>
          <div className="act">
            <ButtonLink to={marketPath(market)}>Go to the home page</ButtonLink>
            <TextLink to={marketPath(market, '/products')}>See the shop</TextLink>
            <TextLink to={marketPath(market, '/contact')}>Ask us</TextLink>
          </div>
        </div>
      </section>
    </ErrorFrame>
  )
}

function Panel({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <ErrorFrame title={`${title} | ${BRAND}`}>
      <section className="es" aria-labelledby="error-title">
        <div className="wrap er">
          {picture}
          <div>{children}</div>
        </div>
      </section>
    </ErrorFrame>
  )
}

/** Page for an unknown product. Spec: 2 Product detail */
export function ProductNotFound() {
  const { market } = useShop()
  const picture = (
    <div className="pic shelf">
      <Picture name="empty-shelf" sizes="(max-width: 63.99rem) 90vw, 30rem" alt="" />
    </div>
  )
  return (
    <Panel title={PRODUCT_NOT_FOUND.title} picture={picture}>
      <h1 id="error-title">{PRODUCT_NOT_FOUND.title}</h1>
      <p className="lede">{PRODUCT_NOT_FOUND.text}</p>
      <div className="act">
        <ButtonLink to={marketPath(market, '/products')}>Back to Shop</ButtonLink>
      </div>
    </Panel>
  )
}

/** Links the words "contact form" in a text. */
function withContactLink(text: string, href: string): ReactNode {
  const [before, after] = text.split(CONTACT_FORM)
  if (after === undefined) return text
  return (
    <>
      {before}
      <Link to={href}>{CONTACT_FORM}</Link>
      {after}
    </>
  )
}

/** Page shown while the catalogue is unavailable; `place` selects the text. Spec: 8 Error catalogue */
export function StoreUnavailable({ place = 'product' }: { place?: keyof typeof STORE_UNAVAILABLE }) {
  const { market } = useShop()
  const { title, text } = STORE_UNAVAILABLE[place]
  const picture = (
    <div className="pic plate-shut">
      <img src="/art/lock-plate.svg" alt="" width="400" height="400" />
    </div>
  )
  return (
    <Panel title={title} picture={picture}>
      <div role="alert">
        <h1 id="error-title">{title}</h1>
        <p className="lede">{withContactLink(text, marketPath(market, '/contact'))}</p>
      </div>
      <div className="act">
        <TryAgain />
        <TextLink to={marketPath(market)}>Go to the home page</TextLink>
      </div>
    </Panel>
  )
}

function CenteredMessage({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  const { market } = useShop()
  return (
    <ErrorFrame title={`${title} | ${BRAND}`}>
      <section className="es crash dark" aria-labelledby="error-title">
        <div className="wrap">
          <div className="box">
            <img src="/art/logo-mark.svg" alt="" width="80" height="80" />
            <h1 id="error-title">{title}</h1>
            {text ? <p className="lede muted">{text}</p> : null}
            <div className="act">
              <TryAgain />
              <TextLink to={marketPath(market)}>Go to the home page</TextLink>
            </div>
            {children}
          </div>
        </div>
      </section>
    </ErrorFrame>
  )
}

/** Page for an unexpected error. Spec: 2 Markets and route shape */
export function ErrorScreen({ reference }: { reference?: string }) {
  return (
    <CenteredMessage title={UNEXPECTED_ERROR.title} text={UNEXPECTED_ERROR.text}>
      {reference ? <p className="ref">{errorReference(reference)}</p> : null}
    </CenteredMessage>
  )
}

function refusalText(status: number, reason: unknown): string {
  if (status === 429) return BAD_REQUEST.tooMany
  if (status === 413) return BAD_REQUEST.tooLarge
  if (reason === 'origin') return BAD_REQUEST.otherSite
  return BAD_REQUEST.notAllowed
}

/** Page for a rejected request (4xx). */
export function Refused({ status, reason }: { status: number; reason?: unknown }) {
  return <CenteredMessage title={refusalText(status, reason)} />
}
